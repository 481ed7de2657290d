"""Run a campaign of faults, and tamper with its records afterwards: the verdict finds each change."""

import asyncio
import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from bench.chaos.campaign import Campaign, Observations
from bench.chaos.cluster import Cluster, running_cluster
from bench.chaos.database import query
from bench.chaos.event_verdict import event_problems
from bench.chaos.faults import select_faults
from bench.chaos.verdict import find_problems, game_problems, points_sum_problems
from bench.services import ServiceMissing

pytestmark = pytest.mark.rows

DATABASE = "postgresql" if os.environ.get("REDIS_URL") else "sqlite"


@dataclass
class Came:
    """The observations of a campaign, and its servers while they still run."""

    house: Cluster
    seen: Observations
    wrong: list[str]


@pytest.fixture(scope="module")
def came() -> Iterator[Came]:
    """Play a hundred games through all faults for ten minutes."""
    with running_cluster(DATABASE) as own:
        play = Campaign(own, select_faults((), DATABASE), seed=8, games=100, pace=2.0, log=print)
        seen = asyncio.run(play.run(600.0))
        yield Came(own, seen, find_problems(own, seen))


def test_every_game_survives(came: Came) -> None:
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


@pytest.mark.parametrize("what", TAMPERED)
def test_a_tampered_game_is_reported(came: Came, what: str) -> None:
    game = came.seen.finished_games[list(TAMPERED).index(what)].game
    query(came.house.environment, TAMPERED[what], game)
    found = [says for says in game_problems(came.house, came.seen.finished_games) if game in says]
    assert len(found) == 1
    assert what.removesuffix("_a") in found[0]


# Changes to the record of an event, and the problem that each of them is reported as.
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


@pytest.mark.parametrize("what", TAMPERED_EVENTS)
def test_a_tampered_event_is_reported(came: Came, what: str) -> None:
    (event, *_) = sorted({game.event for game in came.seen.finished_games if game.event})
    tampering, words = TAMPERED_EVENTS[what]
    before = event_problems(came.house, came.seen.finished_games)
    query(came.house.environment, tampering, event)
    found = {*event_problems(came.house, came.seen.finished_games)} - {*before}
    assert all(any(word in says for says in found) for word in words)


def test_a_process_was_killed_while_it_paired(came: Came) -> None:
    """Otherwise the campaign would prove nothing about pairing."""
    assert any("killed after writing new tables" in log for log in came.house.logs().values())


def test_a_point_without_a_source_is_reported(came: Came) -> None:
    query(came.house.environment, "UPDATE ranking_standing SET points = points + 1 WHERE kind = 'people'")
    (says,) = points_sum_problems(came.house)
    assert "by the record" in says
