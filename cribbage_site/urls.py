"""All addresses of the site, by the rooms that answer at them."""

from importlib import import_module

from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView
from django.views.i18n import JavaScriptCatalog

from common.http.refusal_shapes import SITE
from common.wings import only_installed
from game.consumers.urls import unknown_sockets
from game.web.frame import unknown_call

handler400 = "cribbage_site.pages.play.bad_request"
handler500 = "cribbage_site.pages.failing.server_error"

admin.autodiscover()

# A URL module has `urlpatterns`, and `websocket_urlpatterns` if it has sockets.
ROOMS = (
    "cribbage_site.pages.urls",
    "game.web.urls",
    "game.consumers.urls",
    "study.replay.urls",
    "study.review.urls",
    "study.lab.urls",
    "game.sharing.urls",
    "cribbage_site.pages.profile_urls",
    "proof.evidence.urls",
    "proof.public_log.urls",
    "programs.embedding.urls",
    "study.learn.urls",
    "study.rules.urls",
    "game.halscrib.urls",
    "people.profiles.urls",
    "people.mail.urls",
    "people.notices.urls",
    "people.settings.urls",
    "people.retention.urls",
    "people.following.web.urls",
    "study.daily.web.urls",
    "study.same_cards.web.urls",
    "game.shared_rounds.web.urls",
    "tournaments.event_pages.urls",
    "tournaments.desk.urls",
    "people.clubs.web.urls",
    "tournaments.club_pages.urls",
    "tournaments.seasons.urls",
    "tournaments.archive.urls",
    "study.throws.web.urls",
    "study.trainer.web.urls",
    "study.coach.urls",
    "study.improve.urls",
    "study.strength.urls",
    "programs.bots.urls",
    "programs.crib.web.urls",
    "programs.dumps.web.urls",
    "programs.api.urls",
)

modules = [import_module(name) for name in only_installed(ROOMS, settings.WINGS)]

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("accounts/", include("people.settings.account_urls")),
    path("words.js", require_safe(JavaScriptCatalog.as_view()), name="words"),
    path("", include("cribbage_site.pwa")),
    path("", include("ranking.urls")),
    path("", include("rng.urls")),
    # Optional apps bring their own URLs. Those of the API come early: Django tries all in turn, and programs
    # call often.
    *(path("", include(app.site_urls)) for app in apps.get_app_configs() if hasattr(app, "site_urls")),
    *(path("", include(module)) for module in modules),
    # Without the wings for replays and deals, links to them lead to the game's table.
    path("game/<slug:game_id>", RedirectView.as_view(pattern_name="table"), name="replay"),
    path("game/<slug:game_id>/deals", RedirectView.as_view(pattern_name="table")),
    path("api/<path:rest>", unknown_call(SITE), name="nothing_there"),
]

websocket_urlpatterns = [
    *(one for module in modules for one in getattr(module, "websocket_urlpatterns", ())),
    *unknown_sockets,
]
