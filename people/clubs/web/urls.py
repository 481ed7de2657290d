from django.urls import URLPattern, path

from people.clubs.web import club, clubs

urlpatterns: list[URLPattern] = [
    path("clubs", clubs.clubs, name="clubs"),
    path("clubs/new", clubs.found, name="found_club"),
    path("clubs/join/<str:token>", clubs.join, name="join_club"),
    path("club/<str:slug>", club.club, name="club"),
]
