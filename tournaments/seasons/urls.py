"""The URLs of seasons."""

from django.urls import URLPattern, path

from tournaments.seasons import pages

urlpatterns: list[URLPattern] = [
    path("seasons", pages.seasons, name="seasons"),
    path("seasons/<int:number>", pages.season, name="season"),
    path("seasons/closed/<int:season_id>", pages.closed_season, name="closed_season"),
    path("club/<str:slug>/season/<int:number>", pages.club_season, name="club_season"),
]
