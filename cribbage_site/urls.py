from django.apps import apps
from django.contrib import admin
from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

handler400 = "game.pages.play.bad_request"
handler500 = "game.pages.failing.server_error"

admin.autodiscover()

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("game.accounts.urls")),
    path("words.js", require_safe(JavaScriptCatalog.as_view()), name="words"),
    path("", include("cribbage_site.pwa")),
    path("", include("ranking.urls")),
    path("", include("rng.urls")),
    # An app that can be left out brings its addresses along.
    *(path("", include(app.site_urls)) for app in apps.get_app_configs() if hasattr(app, "site_urls")),
    path("", include("game.urls")),
]
