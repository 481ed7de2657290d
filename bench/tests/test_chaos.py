"""A short campaign of faults passes, and every problem is reported."""

import json
from collections import Counter
from importlib.util import find_spec
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from bench.chaos.campaign import Observations
from bench.chaos.cluster import running_cluster
from bench.chaos.event_verdict import meeting_problems
from bench.chaos.logs import EXPECTED, unexpected_logs
from bench.chaos.reference_game import ReferenceGame
from bench.chaos.report import Report
from bench.chaos.verdict import refusal_problems
from common.wings import WINGS
from game.engine.cards import texts
from game.engine.play import start
from game.engine.state import Rules
from game.table.record.steps import parse_steps
from tournaments.formats.pairing import VERSION

OURS = tuple(f"{wing}." for wing in WINGS)


def meeting(round_number: int, two: tuple[int, int], waited: int = 0) -> dict[str, Any]:
    free = [{"player": player, "since": 0} for player in two]
    return {
        "game_id": f"{round_number}-{two}",
        "round_id": round_number,
        "first_id": two[0],
        "second_id": two[1],
        "draw": json.dumps({"version": VERSION, "at": waited, "free": free}),
    }


@pytest.mark.slow
def test_the_site_with_faults_starts() -> None:
    """A renamed function of the site, which a fault replaces, would stop every campaign."""
    with running_cluster("postgresql") as cluster:
        assert not any(one.is_dead for one in cluster.site_processes)


@pytest.mark.parametrize(
    ("kind", "last", "is_wrong"),
    [
        ("robin", meeting(3, (1, 2), waited=130_000), True),
        ("night", meeting(3, (1, 2), waited=30_000), True),
        ("night", meeting(3, (1, 2), waited=130_000), False),
        ("night", meeting(3, (1, 3)), False),
    ],
)
def test_a_pair_that_meets_again_too_soon_is_reported(
    kind: str, last: dict[str, Any], is_wrong: bool
) -> None:
    met = [meeting(1, (1, 2)), meeting(1, (3, 4)), last]
    found = [*meeting_problems({"id": "e", "kind": kind, "games": 3}, met)]
    assert bool(found) == is_wrong


def test_an_unexpected_log_record_is_reported() -> None:
    said = {
        "level": "error",
        "logger": "game.table.table",
        "message": "game abc: it broke",
        "trace": "KeyError: 7",
    }
    assert "KeyError" in next(unexpected_logs({"process-1": json.dumps(said)}))
    assert "Segmentation fault" in next(unexpected_logs({"process-1": "Segmentation fault\n"}))


def test_every_expected_logger_of_ours_is_an_existing_module() -> None:
    ours = [name for name in (each.logger.replace("\\", "") for each in EXPECTED) if name.startswith(OURS)]
    assert len(ours) > 5
    assert [name for name in ours if find_spec(name) is None] == []


def test_a_refusal_that_is_not_in_the_log_is_told_of() -> None:
    said = {"logger": "game.table.table", "message": "game abc: the request of a seat could not be saved"}
    logs = {"process-1": json.dumps(said), "process-2": "it runs\n" + json.dumps(said)}
    assert not [*refusal_problems(logs, Counter(abc=2))]
    (says,) = refusal_problems(logs, Counter(abc=3, other=0))
    assert says.startswith("Game abc: it was said 3 times")


def test_a_move_is_stale_only_if_another_one_is_in_its_place() -> None:
    truth = object.__new__(ReferenceGame)  # of only two deals and a discard
    truth.tokens = ["#0", "#1", "a12"]
    dealt = parse_steps(start(Rules()), truth.tokens, lambda number: tuple(range(52)))
    truth.states = [start(Rules()), *[step.state for step in dealt]]
    hand = texts(dealt[-1].state.dealt[0])
    assert not truth.is_stale(0, 2, {"kind": "throw", "cards": hand[:2]})
    assert truth.is_stale(0, 2, {"kind": "throw", "cards": hand[2:4]})
    assert not truth.is_stale(1, 2, {"kind": "throw", "cards": hand[:2]}), "this seat has not moved"


def test_a_report_without_a_fault_is_readable_and_countable() -> None:
    report = Report("sqlite", 1, 60.0, 3, Observations(), ["Game x is lost."])
    assert report.to_json()["passes"] is False
    assert "Game x is lost." in [*report.lines()]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--faults", "meteor"], "There is no fault called 'meteor'"),
        (["--faults", "lost-redis", "--database", "sqlite"], "None of these faults can happen on sqlite"),
        (["--minutes", "0"], "a number above zero"),
        (["--games", "0"], "a whole number from 1"),
    ],
)
def test_invalid_options_are_refused_with_a_message(words: list[str], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        call_command("chaos", *words, stdout=StringIO(), stderr=StringIO())
