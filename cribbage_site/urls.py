"""All addresses of the site, by the rooms that answer at them."""

from importlib import import_module

from django.apps import apps
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

from common.refusal_shapes import SITE
from game.consumers.urls import unknown_sockets
from game.platform import urls as platform
from game.web.frame import unknown_call

handler400 = "game.pages.play.bad_request"
handler500 = "game.pages.failing.server_error"

admin.autodiscover()

# A module of addresses has `urlpatterns`, and `websocket_urlpatterns` where sockets open there.
ROOMS = (
    "game.pages.urls",
    "game.api.urls",
    "game.consumers.urls",
    "game.review.replay.urls",
    "game.review.urls",
    "game.advice.lab.urls",
    "game.sharing.urls",
    "game.profiles.urls",
    "game.evidence.urls",
    "game.public_log.urls",
    "game.embedding.urls",
    "game.learn.urls",
    "game.rules.urls",
    "game.halscrib.urls",
    "game.mail.urls",
    "game.notices.urls",
    "game.accounts.settings_urls",
    "game.following.web.urls",
    "game.daily.web.urls",
    "game.same_cards.web.urls",
    "game.shared_decks.web.urls",
    "game.events.web.urls",
    "game.desk.urls",
    "game.clubs.web.urls",
    "game.club_pages.urls",
    "game.seasons.urls",
    "game.throws.web.urls",
    "game.trainer.web.urls",
    "game.strength.urls",
    "game.bot_accounts.urls",
    "game.crib.web.urls",
    "game.dumps.web.urls",
    "game.platform.urls",
)

modules = [import_module(name) for name in ROOMS]

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("accounts/", include("game.accounts.urls")),
    path("words.js", require_safe(JavaScriptCatalog.as_view()), name="words"),
    path("", include("cribbage_site.pwa")),
    path("", include("ranking.urls")),
    path("", include("rng.urls")),
    # An app that can be left out brings its addresses along.
    *(path("", include(app.site_urls)) for app in apps.get_app_configs() if hasattr(app, "site_urls")),
    path("api/v1/", include(platform.calls)),  # early, since Django tries all in turn, and programs call much
    *(path("", include(module)) for module in modules),
    path("api/<path:rest>", unknown_call(SITE), name="nothing_there"),
]

websocket_urlpatterns = [
    *(one for module in modules for one in getattr(module, "websocket_urlpatterns", ())),
    *unknown_sockets,
]
