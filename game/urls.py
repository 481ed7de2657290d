from django.urls import include, path, re_path

from game import api
from game.accounts import preferences
from game.consumers.base import reject_unknown_path
from game.consumers.ladder import LadderConsumer
from game.consumers.lobby import LobbyConsumer
from game.consumers.site import SiteConsumer
from game.consumers.table import TableConsumer
from game.embedding.views import embedded_game
from game.events.web.consumer import EventConsumer
from game.evidence import views as evidence
from game.following.web.consumer import FollowingConsumer
from game.halscrib.views import forget_me
from game.learn.views import learn
from game.mail.unsubscribe import mail_stop
from game.notices.settings_page import notice_settings
from game.pages import banned, friend, front, play, warnings
from game.pages.lab import lab
from game.pages.privacy import privacy
from game.pages.sitemap import sitemap
from game.platform import urls as platform
from game.profiles.feed import player_feed
from game.profiles.sharing import profile_picture
from game.profiles.views import profile
from game.public_log.views import log_file, log_page
from game.review.replay.views import replay
from game.rules.views import rules
from game.sharing import views as sharing
from game.sharing.oembed import oembed

urlpatterns = [
    path("api/v1/", include(platform.calls)),  # first, since Django tries all in turn, and programs call much
    path("", front.front, name="front"),
    path("play", play.play, name="play"),
    path("friend", friend.invite, name="friend"),
    path("join/<slug:code>", friend.join, name="join"),
    path("picture.png", sharing.site_picture, name="site_picture"),
    path("join/<slug:code>/picture.png", sharing.invitation_picture, name="invitation_picture"),
    path("game/<slug:game_id>/picture.png", sharing.game_picture, name="game_picture"),
    path("@<path:name>/picture.png", profile_picture, name="profile_picture"),
    path("oembed", oembed, name="oembed"),
    path("@<path:name>/feed.xml", player_feed, name="player_feed"),
    path("robots.txt", sharing.robots, name="robots"),
    path("sitemap.xml", sitemap, name="sitemap"),
    path("table/<slug:game_id>", play.table, name="table"),
    path("game/<slug:game_id>", replay, name="replay"),
    path("embed/game/<slug:game_id>", embedded_game, name="embedded_game"),
    path("game/<slug:game_id>/deals", evidence.deals, name="deals"),
    path("fairness/verify", evidence.verify_page, name="verify"),
    path("fairness/verify.py", evidence.verify_script, name="verify_script"),
    path("fairness/verify.html", evidence.verify_offline, name="verify_offline"),
    path("fairness/transcript.schema.json", evidence.transcript_schema, name="transcript_schema"),
    path("log", log_page, name="log"),
    path("log/<path:path>", log_file, name="log_file"),
    path("appeal", banned.appeal_page, name="appeal"),
    path("warnings/<int:ruling>/read", warnings.mark_warning_read, name="warning_read"),
    path("@<path:name>", profile, name="profile"),
    path("halscrib/forget", forget_me, name="halscrib_forget"),
    path("privacy", privacy, name="privacy"),
    path("mail/stop/<str:token>", mail_stop, name="mail_stop"),
    path("lab", lab, name="lab"),
    path("learn", learn, name="learn"),
    path("rules", rules, name="rules"),
    path("settings", preferences.settings_page, name="settings"),
    path("settings/notices", notice_settings, name="notice_settings"),
    path("api/lab", api.weigh, name="weigh"),
    path("api/players/<str:name>/head-start", api.head_start, name="head_start"),
    path("api/games", api.make_game, name="make_game"),
    path("api/games/<slug:game_id>/rematch", api.rematch, name="rematch"),
    path("api/games/<slug:game_id>/review", api.review, name="review"),
    path("api/games/<slug:game_id>/meaning", api.meaning, name="meaning"),
    path("api/games/<slug:game_id>/replay", api.replay_of, name="replay_of"),
    path("api/games/<slug:game_id>/transcript", api.transcript, name="transcript"),
    path("api/games/<slug:game_id>/doubts", api.doubt, name="doubt"),
    path("api/join/<slug:code>", api.join, name="join_game"),
    path("api/seeks/<slug:seek_id>/accept", api.accept, name="accept"),
    path("api/seeks/<slug:seek_id>/commitment", api.commit_ahead, name="commit_ahead"),
    path("api/seeks/<slug:seek_id>/decline", api.decline, name="decline"),
    path("api/seeks/<slug:seek_id>/cancel", api.cancel, name="cancel"),
    path("api/block", api.block, name="block"),
    path("api/unblock", api.unblock, name="unblock"),
    path("api/report", api.report, name="report"),
    path("api/me/pause", api.set_bot_pause, name="pause"),
    path("api/me/warnings/<int:ruling>/read", api.mark_warning_read, name="read_warning"),
    path("api/me/notices/read", api.mark_notices_read, name="notices_read"),
    path("api/me/push", api.start_push, name="start_push"),
    path("api/me/push/stop", api.stop_push, name="stop_push"),
    path("api/me/push/check", api.check_push, name="check_push"),
    path("api/me/look", api.set_preferences, name="look"),
    path("", include("game.following.web.urls")),
    path("", include("game.daily.web.urls")),
    path("", include("game.same_cards.web.urls")),
    path("", include("game.shared_decks.web.urls")),
    path("", include("game.events.web.urls")),
    path("", include("game.desk.urls")),
    path("", include("game.clubs.web.urls")),
    path("", include("game.seasons.urls")),
    path("", include("game.throws.web.urls")),
    path("", include("game.trainer.web.urls")),
    path("", include("game.strength.urls")),
    path("", include("game.bot_accounts.urls")),
    path("", include("game.crib.web.urls")),
    path("", include("game.dumps.web.urls")),
    path("", include("game.platform.urls")),
    path("api/<path:rest>", api.unknown_call, name="nothing_there"),
]

websocket_urlpatterns = [
    path("ws/table/<slug:game_id>", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/lobby", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/ladder", LadderConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/site", SiteConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/following", FollowingConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/event/<slug:event_id>", EventConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", reject_unknown_path),  # type: ignore[arg-type]
]
