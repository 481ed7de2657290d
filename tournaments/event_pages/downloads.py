"""An event as files: its standings, results and pairings as CSV, and its time for a calendar."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from common.formats.calendar_file import calendar_file
from common.formats.csv_file import csv_file
from common.http.client_ip import check_rate_limit
from game.accounts.rate_limits import EVENT_FILES
from tournaments.event_pages.calendars import calendar_event
from tournaments.event_pages.pages import load_or_404, rounds_of
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Event, Pairing
from tournaments.events.show.overview import load_overview
from tournaments.events.show.snapshot import load_pairings

STANDINGS = ("place", "name", "bot", "games", "points", "wins", "spread", "plus", "left", "disqualified")
RESULTS = (
    "game", "opened_at", "ended_at", "first", "second", "ending", "winner", "score_first", "score_second",
)  # fmt: skip
PAIRINGS = ("number", "at", "first", "second", "game", "draw")


@require_safe
def standings_csv(request: HttpRequest, event_id: str) -> HttpResponse:
    """Return the current or final standings."""
    check_rate_limit(request, EVENT_FILES)
    event = get_object_or_404(Event, pk=event_id)
    columns = (*STANDINGS, *kind_of(event).columns)
    overview = load_overview(event.pk)
    rows = [
        [(one | {"side": overview.side_names.get(one.get("team", 0), "")})[name] for name in columns]
        for one in overview.standings
    ]
    return csv_file(f"standings-{event_id}", [columns, *rows])


@require_safe
def results_csv(request: HttpRequest, event_id: str) -> HttpResponse:
    """Return all games of an event with their results."""
    check_rate_limit(request, EVENT_FILES)
    event = get_object_or_404(Event, pk=event_id)
    tables = Pairing.objects.filter(event=event).select_related("first__player", "second__player")
    rows = [
        [
            pairing.game_id,
            pairing.opened_at.isoformat(),
            pairing.ended_at.isoformat() if pairing.ended_at else "",
            pairing.first.player.username,
            pairing.second.player.username,
            pairing.ending or "live",
            "" if pairing.winner is None else ("first", "second")[pairing.winner],
            pairing.score_first,
            pairing.score_second,
        ]
        for pairing in kind_of(event).hide_open_boards(event, tables.order_by("pk"))
    ]
    return csv_file(f"results-{event_id}", [RESULTS, *rows])


@require_safe
def boards_csv(request: HttpRequest, event_id: str) -> HttpResponse:
    """Return every seat of every closed board, with its result compared to the others."""
    check_rate_limit(request, EVENT_FILES)
    event = get_object_or_404(Event, pk=event_id)
    kind = kind_of(event)
    columns = kind.board_columns
    rows = [[one[name] for name in columns] for one in kind.load_board_rows(event)]
    return csv_file(f"boards-{event_id}", [columns, *rows])


@require_safe
def pairings_csv(request: HttpRequest, event_id: str) -> HttpResponse:
    """Return every table of every pairing, with its time and its input."""
    check_rate_limit(request, EVENT_FILES)
    found = load_or_404(lambda: load_pairings(event_id))
    rows = [
        [each.number, each.at.isoformat(), table.first, table.second, table.game, each.draw]
        for each in reversed(rounds_of(found))
        for table in each.tables
    ]
    return csv_file(f"pairings-{event_id}", [PAIRINGS, *rows])


@require_safe
def calendar(request: HttpRequest, event_id: str) -> HttpResponse:
    """Return the time of an event, for a calendar."""
    check_rate_limit(request, EVENT_FILES)
    event = get_object_or_404(Event, pk=event_id)
    return calendar_file(f"event-{event.pk}", calendar_event(event, request))
