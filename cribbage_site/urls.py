from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("game.accounts.urls")),
    path("", include("ranking.urls")),
    path("", include("rng.urls")),
    path("", include("game.urls")),
]
