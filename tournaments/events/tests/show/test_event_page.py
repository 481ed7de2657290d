"""The server's and the script's version of an event's page agree at each step of an event."""

import json
from typing import Any

import pytest

from common import clock
from cribbage_site.tests.node import run_node
from game.engine.state import Ended, Seat
from game.models import Player
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    live,
    nobody_begins,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.manage import entering
from tournaments.events.models import Event
from tournaments.events.record.changes import show_change
from tournaments.events.show.event_page import describe_ending, first_frame, read_clock, view_of
from tournaments.events.show.snapshot import load_visit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

NOTHING = ""


class Evening:
    """Views an event as several visitors, and records what they see."""

    def __init__(self, event: Event, viewers: list[Player | None]) -> None:
        self.event, self.viewers = event, viewers
        self.seen: list[dict[str, Any]] = []

    def look(self) -> None:
        now = clock.milliseconds()
        for viewer in self.viewers:
            visit = load_visit(self.event.pk, viewer)
            view = view_of(visit, now, has_account=viewer is not None, why_not=NOTHING)
            self.seen.append(
                {
                    "frame": json.loads(first_frame(visit, now)),
                    "now": now,
                    "hasAccount": viewer is not None,
                    "traits": kind_of(self.event).page_traits,
                    "view": view,
                }
            )

    def states(self, viewer: int) -> list[str]:
        return [each["view"]["state"] for each in self.seen[viewer :: len(self.viewers)]]


def telling(view: dict[str, Any], now: int) -> dict[str, Any]:
    """Return the compared part of a view."""
    games = ("number", "game", "opponent", "ending", "won", "score", "points")
    return {
        "state": view["state"],
        "place": view["place"],
        "states": [line["state"] for line in view["standings"]],
        "tables": view["tables"],
        "card": [
            {name: game[name] for name in games} | {"says": describe_ending(game)} for game in view["card"]
        ],
        "plan": view["plan"],
        "clock": read_clock(view["event"], now)["says"],
    }


def compare(evening: "Evening") -> None:
    asked = [{name: each[name] for name in ("frame", "now", "hasAccount", "traits")} for each in evening.seen]
    answers = json.loads(run_node("tournaments/events", "tests/parity.js", stdin=json.dumps(asked)))
    assert answers == [telling(each["view"], each["now"]) for each in evening.seen]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "rounds"),
    [("bracket", ["Semifinals", "Final"]), ("robin", ["Round 1", "Round 2", "Round 3"])],
)
def test_plan_is_the_same_on_page_and_script(kind: str, rounds: list[str]):
    event, people = announce(kind, minutes_ahead=1), players(4)
    evening = Evening(event, [None, people[0]])
    enter_all(event, people)
    evening.look()
    Event.objects.filter(pk=event.pk).update(starts_at=clock.now(), due_at=clock.now())
    steps_until_nothing_is_due(event)
    evening.look()
    for pairing in live(event):
        win(pairing.game, Seat.A, 80)
    evening.look()
    compare(evening)
    plan = evening.seen[-1]["view"]["plan"]
    assert [each["name"] for each in plan] == rounds
    assert len([match for match in plan[0]["matches"] if match["score"] not in ("", "0 – 0")]) == 2
    assert {"P0", "P1", "P2", "P3"} == {name for match in plan[0]["matches"] for name in match["names"]}


@pytest.mark.slow
def test_page_and_script_say_the_same():
    event, people = announce(), players(6)
    ann, *others, late = people
    evening = Evening(event, [None, ann, others[0], late])
    evening.look()
    enter_all(event, [ann, *others])
    evening.look()
    steps_until_nothing_is_due(event)
    evening.look()
    first, second = live(event)
    win(first.game, Seat.A, 80)
    nobody_begins(second.game, [Seat.B])
    evening.look()
    entering.pause(event_id=event.pk, player=ann)
    entering.leave(event_id=event.pk, player=others[0])
    evening.look()
    steps_until_nothing_is_due(event)
    for pairing in live(event):
        win(pairing.game, Seat.B, 95, Ended.RESIGNED)
    Event.objects.filter(pk=event.pk).update(state="closed")
    show_change(event.pk)
    evening.look()
    Event.objects.filter(pk=event.pk).update(state="over")
    show_change(event.pk)
    evening.look()
    compare(evening)
    assert evening.states(0) == ["stranger"] * 5 + ["last", "over"]
    assert set(evening.states(1)) >= {"open", "free", "paused", "last", "over"} - {"free"}
