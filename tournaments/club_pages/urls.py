from django.urls import URLPattern, path

from tournaments.club_pages import evenings
from tournaments.club_pages.calendar import club_calendar

urlpatterns: list[URLPattern] = [
    path("club/<str:slug>/events/new", evenings.new_event, name="new_club_event"),
    path("club/<str:slug>/calendar.ics", club_calendar, name="club_calendar"),
    path("club/<str:slug>/duel", evenings.new_duel, name="new_duel"),
]
