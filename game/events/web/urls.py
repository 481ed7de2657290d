"""The calls about events."""

from django.urls import path

from game.events.web import api

urlpatterns = [
    path("api/events", api.events, name="events_api"),
    path("api/events/<slug:event_id>", api.show_event, name="event_api"),
    path("api/events/<slug:event_id>/pairings", api.show_pairings, name="event_pairings_api"),
    path("api/events/<slug:event_id>/join", api.join, name="join_event"),
    path("api/events/<slug:event_id>/leave", api.leave, name="leave_event"),
    path("api/events/<slug:event_id>/pause", api.pause, name="pause_entry"),
    path("api/events/<slug:event_id>/resume", api.resume, name="resume_entry"),
    path("api/events/<slug:event_id>/direct/<slug:deed>", api.direct, name="direct_event"),
]
