"""A campaign of faults comes through, and whatever does not is told of."""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from bench.chaos.campaign import Campaign, Observations
from bench.chaos.cluster import Cluster, running_cluster
from bench.chaos.database import query
from bench.chaos.event_verdict import event_problems, meeting_problems
from bench.chaos.faults import select_faults
from bench.chaos.logs import EXPECTED, unexpected_logs
from bench.chaos.reference_game import ReferenceGame
from bench.chaos.report import Report
from bench.chaos.verdict import find_problems, game_problems, points_sum_problems, refusal_problems
from bench.services import ServiceMissing
from common.wings import WINGS
from game.engine.cards import texts
from game.engine.play import start
from game.engine.state import Rules
from game.table.record.steps import parse_steps
from tournaments.formats.pairing import VERSION

DATABASE = "postgresql" if os.environ.get("REDIS_URL") else "sqlite"


def both_rows(test: Any) -> Any:
    """What is looked at when the campaign is over, on each database."""
    return pytest.mark.rows(pytest.mark.in_full(test))


OURS = tuple(f"{wing}." for wing in WINGS)


@dataclass
class Came:
    """What is left of a campaign while its house still stands."""

    house: Cluster
    seen: Observations
    wrong: list[str]


@pytest.fixture(scope="module")
def came() -> Iterator[Came]:
    """A hundred games through all faults that there are, for ten minutes."""
    try:
        with running_cluster(DATABASE) as own:
            play = Campaign(own, select_faults((), DATABASE), seed=8, games=100, pace=2.0, log=print)
            seen = asyncio.run(play.run(600.0))
            yield Came(own, seen, find_problems(own, seen))
    except ServiceMissing as missing:
        pytest.skip(str(missing))


@both_rows
def test_every_game_comes_through(came: Came) -> None:
    assert not came.wrong, "\n".join(came.wrong)
    assert came.seen.fault_spans
    assert len(came.seen.finished_games) >= 6


TAMPERED = {
    "score_a": "UPDATE game_game SET score_a = ABS(score_a - 1) WHERE id = %s",
    "transcript": "UPDATE game_game SET transcript = transcript || ' a12' WHERE id = %s",
    "ended": "UPDATE game_game SET ended = 'left' WHERE id = %s",
    "sheets": "DELETE FROM game_scoresheet WHERE seat = 1 AND game_id = %s",
    "deals": "DELETE FROM rng_deal WHERE number = 1 AND game = %s",
}


@both_rows
@pytest.mark.parametrize("what", TAMPERED)
def test_a_game_that_is_not_as_it_was_played_is_told_of(came: Came, what: str) -> None:
    game = came.seen.finished_games[list(TAMPERED).index(what)].game
    query(came.house.environment, TAMPERED[what], game)
    found = [says for says in game_problems(came.house, came.seen.finished_games) if game in says]
    assert len(found) == 1
    assert what.removesuffix("_a") in found[0]


# What is done to an event, and what is said of it then.
TAMPERED_EVENTS = {
    "a result counts twice": (
        "UPDATE events_entry SET played = played + 1, points = points + 2, wins = wins + 1 "
        "WHERE id = (SELECT MIN(id) FROM events_entry WHERE event_id = %s)",
        ("sums of entry", "by its games"),
    ),
    "a game counts for nobody": (
        "UPDATE events_pairing SET ending = 'void', winner = NULL, score_first = 0, score_second = 0 "
        "WHERE id = (SELECT MIN(id) FROM events_pairing WHERE event_id = %s)",
        ("sums of entry", "counts 0 times"),
    ),
    "a pairing forgets a table": (
        "UPDATE events_pairing SET round_id = (SELECT MAX(id) FROM events_round) "
        "WHERE id = (SELECT MIN(id) FROM events_pairing WHERE event_id = %s)",
        ("games of pairing",),
    ),
    "a seat is lost": (
        "DELETE FROM events_seating WHERE id = (SELECT MIN(seating.id) FROM events_seating AS seating "
        "JOIN events_pairing AS pairing ON pairing.id = pairing_id WHERE event_id = %s)",
        ("seats of game", "in the seats"),
    ),
    "it does not end": (
        "UPDATE events_event SET state = 'closed' WHERE id = %s",
        ("is not over",),
    ),
}


@both_rows
@pytest.mark.parametrize("what", TAMPERED_EVENTS)
def test_an_event_that_is_not_as_it_was_played_is_told_of(came: Came, what: str) -> None:
    (event, *_) = sorted({game.event for game in came.seen.finished_games if game.event})
    tampering, words = TAMPERED_EVENTS[what]
    before = event_problems(came.house, came.seen.finished_games)
    query(came.house.environment, tampering, event)
    found = {*event_problems(came.house, came.seen.finished_games)} - {*before}
    assert all(any(word in says for says in found) for word in words)


@both_rows
def test_a_process_was_killed_as_it_paired(came: Came) -> None:
    """Otherwise nothing was proved of it."""
    assert any("killed with new tables written" in log for log in came.house.logs().values())


def meeting(round_number: int, two: tuple[int, int], waited: int = 0) -> dict[str, Any]:
    free = [{"player": player, "since": 0} for player in two]
    return {
        "game_id": f"{round_number}-{two}",
        "round_id": round_number,
        "first_id": two[0],
        "second_id": two[1],
        "draw": json.dumps({"version": VERSION, "at": waited, "free": free}),
    }


@pytest.mark.parametrize(
    ("kind", "last", "is_wrong"),
    [
        ("robin", meeting(3, (1, 2), waited=130_000), True),
        ("night", meeting(3, (1, 2), waited=30_000), True),
        ("night", meeting(3, (1, 2), waited=130_000), False),
        ("night", meeting(3, (1, 3)), False),
    ],
)
def test_two_who_meet_again_too_soon_are_told_of(kind: str, last: dict[str, Any], is_wrong: bool) -> None:
    met = [meeting(1, (1, 2)), meeting(1, (3, 4)), last]
    found = [*meeting_problems({"id": "e", "kind": kind, "games": 3}, met)]
    assert bool(found) == is_wrong


@both_rows
def test_a_point_that_came_from_nowhere_is_told_of(came: Came) -> None:
    query(came.house.environment, "UPDATE ranking_standing SET points = points + 1 WHERE kind = 'people'")
    (says,) = points_sum_problems(came.house)
    assert "by the record" in says


def test_what_nobody_expects_in_a_log_is_told_of() -> None:
    said = {
        "level": "error",
        "logger": "game.table.table",
        "message": "game abc: it broke",
        "trace": "KeyError: 7",
    }
    assert "KeyError" in next(unexpected_logs({"process-1": json.dumps(said)}))
    assert "Segmentation fault" in next(unexpected_logs({"process-1": "Segmentation fault\n"}))


def test_every_logger_of_ours_that_is_expected_is_a_module_that_is_there() -> None:
    ours = [name for name in (each.logger.replace("\\", "") for each in EXPECTED) if name.startswith(OURS)]
    assert len(ours) > 5
    assert [name for name in ours if find_spec(name) is None] == []


def test_a_refusal_that_is_not_in_the_log_is_told_of() -> None:
    said = {"logger": "game.table.table", "message": "game abc: what a seat asked could not be written"}
    logs = {"process-1": json.dumps(said), "process-2": "it runs\n" + json.dumps(said)}
    assert not [*refusal_problems(logs, Counter(abc=2))]
    (says,) = refusal_problems(logs, Counter(abc=3, other=0))
    assert says.startswith("Game abc: it was said 3 times")


def test_a_move_is_stale_where_another_one_stands_and_the_same_one_is_not() -> None:
    truth = object.__new__(ReferenceGame)  # of two deals and a throw alone
    truth.tokens = ["#0", "#1", "a12"]
    dealt = parse_steps(start(Rules()), truth.tokens, lambda number: tuple(range(52)))
    truth.states = [start(Rules()), *[step.state for step in dealt]]
    hand = texts(dealt[-1].state.dealt[0])
    assert not truth.is_stale(0, 2, {"kind": "throw", "cards": hand[:2]})
    assert truth.is_stale(0, 2, {"kind": "throw", "cards": hand[2:4]})
    assert not truth.is_stale(1, 2, {"kind": "throw", "cards": hand[:2]}), "this seat has not moved"


def test_a_report_without_a_fault_can_be_read_and_counted() -> None:
    report = Report("sqlite", 1, 60.0, 3, Observations(), ["Game x is lost."])
    assert report.to_json()["passes"] is False
    assert "Game x is lost." in [*report.lines()]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--faults", "meteor"], "There is no fault called 'meteor'"),
        (["--faults", "lost-redis", "--database", "sqlite"], "None of these faults can happen on sqlite"),
        (["--minutes", "0"], "a number over zero"),
        (["--games", "0"], "a whole number from 1"),
    ],
)
def test_what_makes_no_sense_is_answered_with_a_sentence(words: list[str], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        call_command("chaos", *words, stdout=StringIO(), stderr=StringIO())
