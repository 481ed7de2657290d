"""The actions that the event's page offers to its director."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common import clock
from common.formats.json import Json
from common.refusal import Refusal
from game.accounts.blocks import load_player_by_name
from game.models import Player
from tournaments.events.kinds.lookup import kind_named
from tournaments.events.manage import actions, correcting
from tournaments.events.models import EventAction

ALIVE = ("announced", "running", "closed")
CORRECTED_MS = correcting.CORRECTED_WITHIN // timedelta(milliseconds=1)
Kind = EventAction.Kind


class Given(Protocol):
    """The reason, and for some actions the minutes, the player, or a game and the loser's points."""

    @property
    def reason(self) -> str: ...

    @property
    def minutes(self) -> int: ...

    @property
    def player(self) -> str: ...

    @property
    def game(self) -> str: ...

    @property
    def points(self) -> int: ...


def _minutes(why: Given) -> dict[str, Any]:
    return {"minutes": why.minutes}


def _player(why: Given) -> dict[str, Any]:
    return {"player": load_player_by_name(why.player)}


def _result(why: Given) -> dict[str, Any]:
    return {"game": why.game, "winner": load_player_by_name(why.player), "points": why.points}


def _may_be_corrected(event: Json) -> bool:
    """Return whether a result may be corrected. The action itself also looks at what follows the event."""
    is_late = event["ended"] is not None and event["ended"] < clock.milliseconds() - CORRECTED_MS
    return kind_named(event["kind"]).allows_corrections and not (event["decks"] or is_late)


@dataclass(frozen=True, slots=True)
class Director:
    """A visitor who directs an event.

    Hosts may do anything; others may not act on an event that they play in.
    """

    is_host: bool
    plays: bool = False

    @property
    def is_hindered(self) -> bool:
        """Return whether a host or another director has to act because this director plays."""
        return self.plays and not self.is_host

    def is_impartial(self, event: Json) -> bool:
        """Return whether no side of the event is theirs."""
        return self.is_host or not (self.plays or event["rival"] is not None)


HOST = Director(is_host=True)


@dataclass(frozen=True)
class OfferedAction:
    """An action of a director: its name, its explanation, and the function that runs it."""

    act: str
    title: str | Promise
    explanation: str | Promise
    button: str | Promise
    done: str | Promise
    do: Callable[..., None]
    is_offered: Callable[[Json], bool]
    look: str = ""
    is_theirs: Callable[[Json, Director], bool] = lambda event, director: True
    more: Callable[[Given], dict[str, Any]] = field(default=lambda why: {})
    states: tuple[str, ...] = ALIVE

    def offered_for(self, event: Json, director: Director = HOST) -> Json:
        """Return the action as the page shows it to a director."""
        shown = {
            name: getattr(self, name) for name in ("act", "title", "explanation", "button", "done", "look")
        }
        is_possible = event["state"] in self.states and self.is_offered(event)
        return shown | {"is_possible": is_possible and self.is_theirs(event, director)}


OFFERED_ACTIONS = {
    offered.act: offered
    for offered in (
        OfferedAction(
            "message",
            _("Write to the players"),
            _("All players in the event get a notification. The page shows the message until the next one."),
            _("Send the message"),
            _("The message is sent."),
            actions.send_message,
            lambda event: True,
        ),
        OfferedAction(
            "pause",
            _("Pause"),
            _("Games in progress go on. No new games begin until you resume."),
            _("Pause the event"),
            _("The event is paused."),
            actions.pause_event,
            lambda event: not event["paused"],
            is_theirs=lambda event, director: not director.is_hindered,
        ),
        OfferedAction(
            "resume",
            _("Resume"),
            _("New games begin again. The event ends later, by the length of the pause."),
            _("Resume the event"),
            _("The event is running again."),
            actions.resume_event,
            lambda event: bool(event["paused"]),
            is_theirs=lambda event, director: not director.is_hindered,
        ),
        OfferedAction(
            "extend",
            _("Extend"),
            _("New games can begin for this many minutes longer."),
            _("Extend the event"),
            _("The event is longer now."),
            actions.extend_event,
            lambda event: True,
            is_theirs=lambda event, director: not director.is_hindered,
            more=_minutes,
        ),
        OfferedAction(
            "end",
            _("End"),
            _(
                "No new games begin from now on. Games in progress have 15 more minutes, and all "
                "results count."
            ),
            _("End the event"),
            _("No new games begin. The last games are being played."),
            actions.end_event,
            lambda event: event["state"] == "running",
            "danger",
            lambda event, director: director.is_impartial(event),
        ),
        OfferedAction(
            "void",
            _("Call off"),
            _(
                "The results of the event no longer count. Games in progress go on and count on the "
                "ladder as usual. You can’t undo this."
            ),
            _("Call off the event"),
            _("The event is called off."),
            actions.void_event,
            lambda event: True,
            "danger",
            lambda event, director: event["state"] == "announced" or director.is_impartial(event),
        ),
        OfferedAction(
            "disqualify",
            _("Disqualify a player"),
            _(
                "The player leaves the event and its standings. The results of their opponents stay. "
                "You can’t undo this."
            ),
            _("Disqualify the player"),
            _("The player is disqualified."),
            actions.disqualify,
            lambda event: True,
            "danger",
            lambda event, director: director.is_impartial(event),
            _player,
        ),
        OfferedAction(
            "reinstate",
            _("Take back a disqualification"),
            _(
                "The player is in the event and its standings again, and paused until they come back. A game "
                "that the opponent won by it stays won, unless you correct its result."
            ),
            _("Take it back"),
            _("The player is back in the event."),
            correcting.reinstate,
            lambda event: event["state"] == "announced" or kind_named(event["kind"]).allows_corrections,
            "",
            lambda event, director: director.is_impartial(event),
            _player,
        ),
        OfferedAction(
            "correct",
            _("Correct a result"),
            _(
                "The standings of the event are computed again. The game itself and ladder points stay as "
                "they are. You can’t correct your own game."
            ),
            _("Correct the result"),
            _("The result is corrected."),
            correcting.correct_result,
            _may_be_corrected,
            "",
            lambda event, director: director.is_impartial(event),
            _result,
            ("running", "closed", "over"),
        ),
    )
}


def perform(*, by: object, event_id: str, act: str, why: Given) -> None:
    """Run an action that a director has requested."""
    offered = OFFERED_ACTIONS.get(act)
    if offered is None:
        raise Refusal("no_call", gettext("There’s no such call."))
    if not isinstance(by, Player):
        raise Refusal("not_yours", gettext("Only hosts and the event’s director can do this."))
    offered.do(by=by, event_id=event_id, reason=why.reason, **offered.more(why))


SAYS: dict[str, str | Promise] = {
    Kind.PAUSE: _("Paused"),
    Kind.RESUME: _("Resumed"),
    Kind.EXTEND: _("Extended by %(minutes)s minutes"),
    Kind.END: _("Ended"),
    Kind.VOID: _("Event called off"),
    Kind.DISQUALIFY: _("%(player)s disqualified"),
    Kind.EDIT: _("Edited"),
    Kind.MESSAGE: _("Message to the players"),
    Kind.CORRECT: _("Result corrected"),
    Kind.REINSTATE: _("%(player)s is no longer disqualified"),
}


FIELDS: dict[str, str | Promise] = {
    "title": _("Name"),
    "starts_at": _("Start"),
    "games": _("Games"),
    "minutes": _("Minutes"),
    "best_of": _("Match"),
    "clock": _("Clock"),
    "most_points": _("At most, in ladder points"),
    "most_games": _("At most, in finished games"),
}


def describe_action(action: Json) -> str:
    """Return the description of a recorded action."""
    return str(SAYS[action["kind"]]) % action


def describe_changes(action: Json) -> list[Json]:
    """Return what an edit or a correction changed: each field or score with its values before and after."""
    details = action["details"] or {}
    changes = [
        {"name": name, "says": FIELDS[name], "before": details[name][0], "after": details[name][1]}
        for name in FIELDS
        if name in details
    ]
    if "result" not in details:
        return changes
    before, after = (f"{first} – {second}" for _ending, _winner, first, second in details["result"])
    score = {"name": "result", "says": gettext("Score"), "before": before, "after": after}
    return [*changes, score | {"game": details["game"]}]
