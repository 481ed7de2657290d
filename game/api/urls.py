from django.urls import path

from game.api.devices import check_push, start_push, stop_push
from game.api.doubts import doubt
from game.api.games import join, make_game, rematch
from game.api.head_start import head_start
from game.api.lab import weigh
from game.api.me import mark_notices_read, mark_warning_read, set_bot_pause, set_preferences
from game.api.meaning import meaning
from game.api.people import block, report, unblock
from game.api.replay import replay_of
from game.api.reviews import review
from game.api.seeks import accept, cancel, commit_ahead, decline
from game.api.transcript import transcript

urlpatterns = [
    path("api/lab", weigh, name="weigh"),
    path("api/players/<str:name>/head-start", head_start, name="head_start"),
    path("api/games", make_game, name="make_game"),
    path("api/games/<slug:game_id>/rematch", rematch, name="rematch"),
    path("api/games/<slug:game_id>/review", review, name="review"),
    path("api/games/<slug:game_id>/meaning", meaning, name="meaning"),
    path("api/games/<slug:game_id>/replay", replay_of, name="replay_of"),
    path("api/games/<slug:game_id>/transcript", transcript, name="transcript"),
    path("api/games/<slug:game_id>/doubts", doubt, name="doubt"),
    path("api/join/<slug:code>", join, name="join_game"),
    path("api/seeks/<slug:seek_id>/accept", accept, name="accept"),
    path("api/seeks/<slug:seek_id>/commitment", commit_ahead, name="commit_ahead"),
    path("api/seeks/<slug:seek_id>/decline", decline, name="decline"),
    path("api/seeks/<slug:seek_id>/cancel", cancel, name="cancel"),
    path("api/block", block, name="block"),
    path("api/unblock", unblock, name="unblock"),
    path("api/report", report, name="report"),
    path("api/me/pause", set_bot_pause, name="pause"),
    path("api/me/warnings/<int:ruling>/read", mark_warning_read, name="read_warning"),
    path("api/me/notices/read", mark_notices_read, name="notices_read"),
    path("api/me/push", start_push, name="start_push"),
    path("api/me/push/stop", stop_push, name="stop_push"),
    path("api/me/push/check", check_push, name="check_push"),
    path("api/me/look", set_preferences, name="look"),
]
