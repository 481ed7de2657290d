"""The URLs of the archive."""

from django.urls import URLPattern, path

from tournaments.archive import pages

urlpatterns: list[URLPattern] = [
    path("events/<slug:event_id>/night", pages.night, name="event_night"),
    path("archive/winners", pages.winners, name="winners"),
    path("archive/@<path:name>/opponents", pages.opponents, name="opponents"),
    path("archive/@<path:name>", pages.events_of, name="events_of"),
    path("club/<slug:slug>/past", pages.club_past, name="club_past"),
    path("club/<slug:slug>/table", pages.club_table, name="club_table"),
]
