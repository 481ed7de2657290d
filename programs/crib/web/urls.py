"""The URLs of .crib."""

from django.urls import URLPattern, path

from programs.crib.web import pages

urlpatterns: list[URLPattern] = [
    path("game/<slug:game_id>/crib", pages.download_crib, name="crib"),
    path("paste", pages.paste, name="paste"),
]
