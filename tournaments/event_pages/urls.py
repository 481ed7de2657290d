"""The URLs of events: pages, files and calls."""

from django.urls import path

from tournaments.event_pages import calendars, calls, downloads, pages
from tournaments.event_pages.consumer import EventConsumer
from tournaments.event_pages.sharing import event_picture, events_feed

urlpatterns = [
    path("events", pages.events, name="events"),
    path("events/new", pages.new_event, name="new_event"),
    path("events/past", pages.past_events, name="past_events"),
    path("events/rules", pages.rules, name="event_rules"),
    path("events/calendar", calendars.calendar_page, name="calendar"),
    path("events/calendar/<str:token>.ics", calendars.player_calendar, name="player_calendar"),
    path("events/join/<str:token>", pages.join_team, name="join_team"),
    path("events/<slug:event_id>", pages.event, name="event"),
    path("events/feed.xml", events_feed, name="events_feed"),
    path("events/<slug:event_id>/picture.png", event_picture, name="event_picture"),
    path("events/<slug:event_id>/enter", pages.enter, name="enter_event_page"),
    path("events/<slug:event_id>/direct", pages.direct, name="direct_event_page"),
    path("events/<slug:event_id>/edit", pages.edit, name="edit_event"),
    path("events/<slug:event_id>/pairings", pages.pairings, name="event_pairings"),
    path("events/<slug:event_id>/boards", pages.boards, name="event_boards"),
    path("events/<slug:event_id>/boards.csv", downloads.boards_csv, name="event_boards_csv"),
    path("events/<slug:event_id>/standings.csv", downloads.standings_csv, name="event_standings_csv"),
    path("events/<slug:event_id>/results.csv", downloads.results_csv, name="event_results_csv"),
    path("events/<slug:event_id>/calendar.ics", downloads.calendar, name="event_calendar"),
    path("events/<slug:event_id>/pairings.csv", downloads.pairings_csv, name="event_pairings_csv"),
    path("api/events", calls.events, name="events_api"),
    path("api/events/<slug:event_id>", calls.show_event, name="event_api"),
    path("api/events/<slug:event_id>/mine", calls.show_mine, name="event_mine_api"),
    path("api/events/<slug:event_id>/pairings", calls.show_pairings, name="event_pairings_api"),
    path("api/events/<slug:event_id>/boards", calls.show_boards, name="event_boards_api"),
    path("api/events/<slug:event_id>/edit", calls.edit, name="edit_event_api"),
    path("api/events/<slug:event_id>/join", calls.join, name="join_event"),
    path("api/events/<slug:event_id>/leave", calls.leave, name="leave_event"),
    path("api/events/<slug:event_id>/pause", calls.pause, name="pause_entry"),
    path("api/events/<slug:event_id>/resume", calls.resume, name="resume_entry"),
    path("api/events/<slug:event_id>/direct/<slug:act>", calls.direct, name="direct_event"),
]

websocket_urlpatterns = [
    path("ws/event/<slug:event_id>", EventConsumer.as_asgi()),  # type: ignore[arg-type]
]
