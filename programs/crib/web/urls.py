"""The addresses of .crib."""

from django.urls import URLPattern, path

from programs.crib.web import views

urlpatterns: list[URLPattern] = [
    path("game/<slug:game_id>/crib", views.download_crib, name="crib"),
    path("paste", views.paste, name="paste"),
]
