from django.urls import include, path

from game.accounts import preferences
from game.api.calls import unknown_call
from game.consumers import urls as consumers
from game.events.web.urls import websocket_urlpatterns as events_sockets
from game.following.web.urls import websocket_urlpatterns as following_sockets
from game.platform import urls as platform

urlpatterns = [
    path("api/v1/", include(platform.calls)),  # first, since Django tries all in turn, and programs call much
    path("", include("game.pages.urls")),
    path("", include("game.api.urls")),
    path("", include("game.review.replay.urls")),
    path("", include("game.sharing.urls")),
    path("", include("game.profiles.urls")),
    path("", include("game.evidence.urls")),
    path("", include("game.public_log.urls")),
    path("", include("game.embedding.urls")),
    path("", include("game.learn.urls")),
    path("", include("game.rules.urls")),
    path("", include("game.halscrib.urls")),
    path("", include("game.mail.urls")),
    path("", include("game.notices.urls")),
    path("settings", preferences.settings_page, name="settings"),
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
    path("api/<path:rest>", unknown_call, name="nothing_there"),
]

websocket_urlpatterns = [
    *consumers.websocket_urlpatterns,
    *following_sockets,
    *events_sockets,
    *consumers.unknown_sockets,
]
