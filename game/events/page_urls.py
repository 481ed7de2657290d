"""The pages of events."""

from django.urls import path

from game.events import downloads, pages

urlpatterns = [
    path("events", pages.events, name="events"),
    path("events/new", pages.new_event, name="new_event"),
    path("events/rules", pages.rules, name="event_rules"),
    path("events/<slug:event_id>", pages.event, name="event"),
    path("events/<slug:event_id>/enter", pages.enter, name="enter_event_page"),
    path("events/<slug:event_id>/direct", pages.direct, name="direct_event_page"),
    path("events/<slug:event_id>/pairings", pages.pairings, name="event_pairings"),
    path("events/<slug:event_id>/standings.csv", downloads.standings_csv, name="event_standings_csv"),
    path("events/<slug:event_id>/results.csv", downloads.results_csv, name="event_results_csv"),
    path("events/<slug:event_id>/pairings.csv", downloads.pairings_csv, name="event_pairings_csv"),
]
