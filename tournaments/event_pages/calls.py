"""Calls about events: to read them, enter and leave them, to make and direct them."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from msgspec import UNSET, Struct, UnsetType

from common.refusal import Refusal
from game.accounts.places import enter_seat
from game.models import Player
from game.web.bodies import EmptyBody
from game.web.calls import empty_response, get_call, post_call
from game.web.frame import View
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage import entering
from tournaments.events.manage.creating import create_event
from tournaments.events.manage.editing import edit_event
from tournaments.events.manage.offered_actions import perform
from tournaments.events.record.locking import load_event
from tournaments.events.show import snapshot

Kind = Literal["night", "hour", "bracket", "robin", "duplicate", "teams"]


class TeamBody(Struct, forbid_unknown_fields=True, frozen=True):
    """One of two teams, and the players invited to it by name."""

    name: str
    players: tuple[str, ...] = ()


class JoinBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The token of a team's link, or empty."""

    team: str = ""


class NewEventBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The settings of a host's new event. `starts` is in milliseconds."""

    kind: Kind
    title: str
    starts: int
    games: int = 9
    minutes: int = 60
    counting: Literal["auto", "muggins"] = "auto"
    clock: Literal["quick", "standard", "relaxed"] = "quick"
    rated: bool = True
    bots: bool = False
    best_of: int = 3
    round_days: int = 0
    after: str = ""  # the night whose best quarter qualifies for the bracket
    team_size: int = 0
    teams: tuple[TeamBody, ...] = ()
    hints: bool = False
    most_points: int | None = None
    most_games: int | None = None


class EditEventBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The settings of an announced event that change, and the reason. `starts` is in milliseconds."""

    reason: str
    title: str | UnsetType = UNSET
    starts: int | UnsetType = UNSET
    games: int | UnsetType = UNSET
    minutes: int | UnsetType = UNSET
    best_of: int | UnsetType = UNSET
    clock: Literal["quick", "standard", "relaxed"] | UnsetType = UNSET
    most_points: int | UnsetType | None = UNSET
    most_games: int | UnsetType | None = UNSET

    def changes(self) -> dict[str, Any]:
        """Return the settings that are in the body."""
        given = {name: getattr(self, name) for name in self.__struct_fields__ if name != "reason"}
        chosen = {name: value for name, value in given.items() if value is not UNSET}
        if "starts" in chosen:
            chosen["starts_at"] = _parse_moment(chosen.pop("starts"))
        return chosen


class DirectBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The reason or message, and for some actions the minutes, or the player (a winner), game and points."""

    reason: str
    minutes: int = 0
    player: str = ""
    game: str = ""
    points: int = -1


@get_call
def list_events(request: HttpRequest) -> JsonResponse:
    """Return the running and the next events."""
    viewer = request.user if isinstance(request.user, Player) else None
    return JsonResponse({"events": snapshot.load_upcoming(20, viewer)})


@post_call(NewEventBody)
def make_event(request: HttpRequest, body: NewEventBody) -> JsonResponse:
    """Create an event of a host."""
    event = create_event(
        by=_require_player(request),
        settings=EventSettings(
            kind=body.kind,
            title=body.title,
            starts_at=_parse_moment(body.starts),
            games=body.games,
            minutes=body.minutes,
            counting=body.counting,
            clock=body.clock,
            rated=body.rated,
            bots_allowed=body.bots,
            best_of=body.best_of,
            round_days=body.round_days,
            source=load_event(body.after) if body.after else None,
            team_size=body.team_size,
            teams=tuple(team.name for team in body.teams),
            invited=tuple(team.players for team in body.teams),
            hints=body.hints,
            most_points=body.most_points,
            most_games=body.most_games,
        ),
    )
    return JsonResponse({"event": event.pk, "socket": f"/ws/event/{event.pk}"}, status=201)


def events(request: HttpRequest) -> HttpResponse:
    """List the events, or create one."""
    return make_event(request) if request.method == "POST" else list_events(request)


@get_call
def show_event(request: HttpRequest, event_id: str) -> JsonResponse:
    """Return an event: its standings, its tables, and the player's own data."""
    viewer = request.user if isinstance(request.user, Player) else None
    return JsonResponse(snapshot.load_event_page(event_id, viewer))


@get_call
def show_mine(request: HttpRequest, event_id: str) -> JsonResponse:
    """Return the player's standing in an event, for the table of a game that has just ended."""
    event, line = snapshot.load_own_line(event_id, _require_player(request))
    return JsonResponse({"games": event.games, "line": line})


@get_call
def show_boards(request: HttpRequest, event_id: str) -> JsonResponse:
    """Return the closed boards of an event: all tables, and the player's result compared to the best."""
    viewer = request.user if isinstance(request.user, Player) else None
    event = load_event(event_id)
    boards = kind_of(event).load_boards_view(event, viewer)
    return JsonResponse({"event": event_id, "boards": boards})


@get_call
def show_pairings(request: HttpRequest, event_id: str) -> JsonResponse:
    """Return every pairing of an event with its input."""
    return JsonResponse(snapshot.load_pairings(event_id))


def _own_call(action: Callable[..., None]) -> View:
    """Return the view of a call by which players change their own entry."""

    @post_call(EmptyBody)
    def answer(request: HttpRequest, body: EmptyBody, event_id: str) -> JsonResponse:
        enter_seat(request)
        action(event_id=event_id, player=_require_player(request))
        return empty_response()

    return answer


leave = _own_call(entering.leave)
pause, resume = _own_call(entering.pause), _own_call(entering.resume)


@post_call(JoinBody)
def join(request: HttpRequest, body: JoinBody, event_id: str) -> JsonResponse:
    """Enter an event. In a duel of two teams, join the team of the link or of the invitation."""
    enter_seat(request)
    entering.join(event_id=event_id, player=_require_player(request), team=body.team)
    return empty_response()


@post_call(DirectBody)
def direct(request: HttpRequest, body: DirectBody, event_id: str, act: str) -> JsonResponse:
    """Run an action of a host or an event's director, with a reason."""
    perform(by=_require_player(request), event_id=event_id, act=act, why=body)
    return empty_response()


@post_call(EditEventBody)
def edit(request: HttpRequest, body: EditEventBody, event_id: str) -> JsonResponse:
    """Edit an announced event, with a reason."""
    by = _require_player(request)
    edit_event(by=by, event_id=event_id, changes=body.changes(), reason=body.reason)
    return empty_response()


def _require_player(request: HttpRequest) -> Player:
    if not isinstance(request.user, Player):
        says = gettext("You need an account for events. Sign up, and you keep your games.")
        raise Refusal("no_account", says)
    return request.user


def _parse_moment(milliseconds: int) -> datetime:
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        raise Refusal("bad_request", gettext("Choose a start within the next 90 days.")) from None
