"""The URLs of Strength."""

from django.urls import URLPattern, path

from study.strength import pages

urlpatterns: list[URLPattern] = [
    path("strength", pages.strength, name="strength"),
    path("game/<slug:game_id>/luck", pages.luck, name="luck"),
]
