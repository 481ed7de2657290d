from django.urls import URLPattern, path

from tournaments.club_pages import evenings

urlpatterns: list[URLPattern] = [
    path("club/<str:slug>/events/new", evenings.new_event, name="new_club_event"),
    path("club/<str:slug>/duel", evenings.new_duel, name="new_duel"),
]
