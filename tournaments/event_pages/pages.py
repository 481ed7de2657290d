"""The pages of events: the list, one event, its pairings, and the form for a new one."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common import clock
from common.formats.json import Json
from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.rate_limits import CALLS
from game.models import Player
from tournaments.event_pages.drawn_parts import draw_order, draw_panel
from tournaments.event_pages.forms import DirectForm, EditEventForm, NewEventForm
from tournaments.event_pages.sharing import share_event
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.kinds.team_members import load_invitation
from tournaments.events.manage import entering
from tournaments.events.manage.actions import is_host, may_direct
from tournaments.events.manage.correcting import COUNTED, can_be_corrected
from tournaments.events.manage.creating import create_event
from tournaments.events.manage.editing import check_can_be_edited, edit_event
from tournaments.events.manage.offered_actions import (
    OFFERED_ACTIONS,
    Director,
    describe_action,
    describe_changes,
    perform,
)
from tournaments.events.models import Event
from tournaments.events.record.load_teams import load_teams
from tournaments.events.record.locking import load_event
from tournaments.events.show.archive import PODIUM, load_past
from tournaments.events.show.event_json import event_json
from tournaments.events.show.event_page import first_frame, read_clock, view_of
from tournaments.events.show.snapshot import Visit, load_pairings, load_upcoming, load_visit
from tournaments.formats.closest import MOST_SHOWN

MAX_UPCOMING, MAX_PAST = 30, 12

Found = TypeVar("Found")

ENTRIES: dict[str, Callable[..., None]] = {
    "join": entering.join,
    "leave": entering.leave,
    "pause": entering.pause,
    "resume": entering.resume,
}


class TeamLink(NamedTuple):
    """The link to a team of a duel."""

    team: str
    address: str


class PairedTable(NamedTuple):
    """A table of a pairing: its game, the first dealer and the opponent."""

    game: str
    first: str
    second: str


class ShownPairing(NamedTuple):
    """A pairing of an event, with its input as JSON."""

    number: int
    at: datetime
    draw: str
    tables: list[PairedTable]


@require_safe
@ensure_csrf_cookie
def events(request: HttpRequest) -> HttpResponse:
    """Show running and coming events."""
    if "before" in request.GET:
        return redirect(reverse("past_events", query=request.GET), permanent=True)
    upcoming = [listed(event) for event in load_upcoming(MAX_UPCOMING, player_of(request))]
    context = {
        "running": [event for event in upcoming if event["state"] in ("running", "closed")],
        "coming": [event for event in upcoming if event["state"] == "announced"],
        "may_create": is_host(request.user),
    }
    return render(request, "tournaments/events/events.html", context)


@require_safe
def past_events(request: HttpRequest) -> HttpResponse:
    """Show past events, newest first."""
    past, older = load_past(request.GET.get("before", ""), MAX_PAST, player_of(request))
    return render(request, "tournaments/events/past.html", {"past": past, "older": older})


def listed(event: Json) -> Json:
    """Return an event in the form that a list shows."""
    left = max(0, event["closes"] - clock.milliseconds())
    may_join = clock.milliseconds() < event["joins_until"]
    shown = {"starts_at": moment(event["starts"]), "minutes_left": -(-left // 60_000), "may_join": may_join}
    return event | shown


@require_safe
@ensure_csrf_cookie
def event(request: HttpRequest, event_id: str) -> HttpResponse:
    """Show the current state of an event. Its script keeps the page up to date."""
    player, now = player_of(request), clock.milliseconds()
    visit = load_or_404(lambda: load_visit(event_id, player))
    joins_late = entering.visits_samples(visit.overview.row, player)
    why_not = "" if visit.entry else find_objection(player, visit.overview.row, is_visit=joins_late)
    has_account = player is not None and player.has_account
    view = view_of(visit, now, has_account=has_account, why_not=why_not, joins_late=joins_late)
    shown = view["event"]
    moments = {name: moment(shown[name]) for name in ("starts", "closes", "joins_until")}
    director = director_of(visit)
    context = view | {
        "director": director,
        "page_traits": kind_of(visit.overview.row).page_traits,
        "boards": kind_of(visit.overview.row).load_boards_view(visit.overview.row, player),
        "sharing": share_event(visit.overview.row),
        "rows": draw_order(view["standings"], visit.entry),
        "traits": draw_panel(visit.overview, "traits", {"event": shown}),
        "short_rules": draw_panel(visit.overview, "short_rules", {"event": shown}),
        "tables_panel": draw_panel(
            visit.overview, "tables", {"tables": view["tables"], "may_watch": not shown["decks"]}
        ),
        "live_games": _live_games(view),
        "plan_panel": draw_panel(visit.overview, "plan", {"plan": view["plan"], "event": shown}),
        "podium": podium_of(view),
        "links": links_of(request, visit),
        "clock": read_clock(shown, now),
        "moments": moments | {"joins_until": moments["closes"]} if joins_late else moments,
        "joins_late": joins_late,
        "first": first_frame(visit, now).decode(),
        "objection": why_not,
        "offered_actions": [each.offered_for(shown, director) for each in OFFERED_ACTIONS.values()]
        if director
        else [],
        "correctable": _correctable(visit) if director else [],
        "taken": [
            action
            | {
                "says": describe_action(action),
                "changes": [_with_moments(each) for each in describe_changes(action)],
                "at": moment(action["at"]),
            }
            for action in visit.actions
        ],
    }
    return render(request, "tournaments/events/event.html", context)


def _live_games(view: Json) -> list[Json]:
    """Return the games that the page has a place for, until its script shows their cards."""
    may_watch = not view["event"]["decks"]
    return view["tables"][:MOST_SHOWN] if may_watch else []


def _with_moments(change: Json) -> Json:
    if change["name"] != "starts_at":
        return change
    return change | {"before": moment(change["before"]), "after": moment(change["after"])}


def _correctable(visit: Visit) -> list[Json]:
    """Return the games whose results a director may correct, the newest first."""
    counted = [table for table in visit.overview.tables if table["ending"] in COUNTED]
    return counted if can_be_corrected(visit.overview.row) else []


def director_of(visit: Visit) -> Director | None:
    """Return the visitor as a director of the event, or None."""
    return Director(visit.is_host, visit.plays) if visit.may_direct else None


def find_objection(player: Player | None, event: Event, *, is_visit: bool = False) -> str:
    """Return why a player can't enter an event now, or an empty text."""
    if player is None or not player.has_account:
        return ""
    try:
        entering.check_may_enter(player, is_rated=event.rated, is_visit=is_visit)
        entering.check_not_suspended(player)
        if not is_visit:
            entering.check_is_within_limits(event, player)
        if event.club_id is not None or event.team_size:
            entering.check_is_let_in(load_event(event.pk), player)
    except Refusal as fault:
        return fault.says
    return ""


@require_http_methods(["GET", "HEAD", "POST"])
def join_team(request: HttpRequest, token: str) -> HttpResponse:
    """Show the duel of a team's link, with a button to join that team."""
    team, player = load_or_404(lambda: load_invitation(token)), player_of(request)
    if player is not None and team.event.entries.filter(player=player, left_at=None).exists():
        return redirect("event", team.event_id)
    if request.method == "POST":
        check_rate_limit(request, CALLS)
        if player is None or not player.has_account:
            return redirect_to_login(request.get_full_path())
        say_refusal(request, lambda: entering.join(event_id=team.event_id, player=player, team=token))
        return redirect("event", team.event_id)
    other = next(each for each in load_teams(team.event) if each.pk != team.pk)
    return render(
        request, "tournaments/events/join_team.html", {"team": team, "other": other, "event": team.event}
    )


@require_POST
def enter(request: HttpRequest, event_id: str) -> HttpResponse:
    """Join, leave, pause or resume without the page's script."""
    check_rate_limit(request, CALLS)
    act = ENTRIES.get(request.POST.get("act", ""))
    if act is None:
        raise Http404
    if isinstance(request.user, Player):
        say_refusal(request, lambda: act(event_id=event_id, player=request.user))
    return redirect("event", event_id)


@require_POST
def direct(request: HttpRequest, event_id: str) -> HttpResponse:
    """Run a director's action without the page's script."""
    check_rate_limit(request, CALLS)
    why = DirectForm(request.POST).given()
    say_refusal(
        request, lambda: perform(by=request.user, event_id=event_id, act=request.POST.get("act", ""), why=why)
    )
    return redirect("event", event_id)


@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest) -> HttpResponse:
    """Show the form for a new event, for hosts."""
    host = player_of(request)
    if host is None or not is_host(host):
        raise Http404(gettext("Only hosts can make events."))
    form = NewEventForm(request.POST) if request.method == "POST" else NewEventForm.with_defaults(clock.now())
    if form.is_valid():
        try:
            return redirect("event", create_event(by=host, settings=form.settings()).pk)
        except Refusal as fault:
            form.add_error(None, fault.says)
    return render(request, "tournaments/events/new.html", {"form": form}, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, event_id: str) -> HttpResponse:
    """Show the form that edits an announced event, for its directors."""
    player, event = player_of(request), load_or_404(lambda: load_event(event_id))
    if player is None or not may_direct(player, event):
        raise Http404(gettext("Only hosts and the event’s director can do this."))
    try:
        check_can_be_edited(event)
    except Refusal as fault:
        messages.error(request, fault.says)
        return redirect("event", event_id)
    form = EditEventForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            edit_event(by=player, event_id=event_id, changes=form.changes(), reason=reason)
            return redirect("event", event_id)
        except Refusal as fault:
            form.add_error(None, fault.says)
    context = {"form": form, "edited": event}
    return render(request, "tournaments/events/new.html", context, status=400 if form.errors else 200)


@require_safe
def pairings(request: HttpRequest, event_id: str) -> HttpResponse:
    """Show every pairing with its input, and how to recompute it."""
    found = load_or_404(lambda: load_pairings(event_id))
    event = event_json(load_event(event_id))
    context = found | {"event": event, "rounds": rounds_of(found)}
    return render(request, "tournaments/events/pairings.html", context)


@require_safe
def boards(request: HttpRequest, event_id: str) -> HttpResponse:
    """Show every closed board of an event with all its tables."""
    found = load_or_404(lambda: event_json(load_event(event_id)))
    if found["decks"] is None:
        raise Http404(gettext("This event has no results by round."))
    row = load_event(event_id)
    shown = kind_of(row).load_boards_view(row, player_of(request))
    return render(request, "tournaments/events/boards_page.html", {"event": found, "boards": shown})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of events with their reasons."""
    return render(request, "tournaments/events/rules.html")


def podium_of(view: Json) -> list[Json]:
    """Return the first three of the standings without house bots, or the two teams."""
    if view["event"]["team_size"]:
        return [side | {"name": side["club"]["name"]} for side in view["sides"] if side["games"]]
    return [one for one in view["standings"] if one["place"] and one["games"] and not one["bot"]][:PODIUM]


def links_of(request: HttpRequest, visit: Visit) -> list[TeamLink]:
    """Return the links to both teams of a duel, for its director to pass on."""
    event = visit.overview.row
    has_links = kind_of(event).has_team_links and event.rival_id is None
    is_open = has_links and event.state == event.State.ANNOUNCED
    if not (visit.may_direct and is_open):
        return []
    return [
        TeamLink(team.name, request.build_absolute_uri(reverse("join_team", args=[team.token])))
        for team in load_teams(event)
    ]


def load_or_404(load: Callable[[], Found]) -> Found:
    """Return the loaded data, or raise 404 if there is no such event."""
    try:
        return load()
    except Refusal as fault:
        raise Http404(fault.says) from None


def say_refusal(request: HttpRequest, act: Callable[[], Any]) -> None:
    """Run an action, and show a refusal as a message on the next page."""
    try:
        act()
    except Refusal as fault:
        messages.error(request, fault.says)


def rounds_of(found: Json) -> list[ShownPairing]:
    """Return the pairings of an event, newest first, with the names of the players."""
    names = {entry["entry"]: entry["player"] for entry in found["entries"]}
    return [
        ShownPairing(
            each["number"],
            moment(each["at"]),
            json.dumps(each["draw"], separators=(",", ":")),
            [PairedTable(game["game"], *map(names.__getitem__, game["entries"])) for game in each["games"]],
        )
        for each in reversed(found["pairings"])
    ]


def player_of(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


def moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=milliseconds)
