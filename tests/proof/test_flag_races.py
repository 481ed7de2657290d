"""A move and a falling flag at two processes in the same instant: one wins, and all clients agree."""

import asyncio
from dataclasses import dataclass
from itertools import cycle
from random import Random
from time import time

import pytest

from bench.chaos.database import set_deadline
from cribbage_site.tests.repetitions import repetitions
from cribbage_site.tests.server_process import Server
from tests.proof.pairs import VisitorPair
from tests.proof.tabs import TwoTabGame, open_four_tabs
from tests.worlds.scripted_player import Frame

pytestmark = [pytest.mark.rows, pytest.mark.slow]

AHEAD = 0.15  # seconds for all clients to receive the new deadline

# Seconds from the flag to the move: most as close as can be, some in time or late on any machine.
MOMENTS = (-2.0, -0.1, -0.02, -0.01, -0.005, -0.002, 0.0, 0.002, 0.02)


@dataclass
class Race:
    """The answers of two processes to a seat, the result, and the final state at all clients."""

    seat: int
    move: Frame
    answers: list[Frame]
    opponents: Frame
    words: list[str]
    views: list[Frame]

    @property
    def codes(self) -> list[str]:
        return [answer.get("code", answer["t"]) for answer in self.answers]

    @property
    def right(self) -> str:
        """The right answer, by the record: while both must throw, it may be the other's flag that fell."""
        match self.words[0].partition("-")[2].partition("/")[0]:
            case "void":
                return "late"
            case "flag":
                return "late" if self.words[0][0] == "ab"[self.seat] else "stale"
            case "pass":
                return "ack" if self.move["kind"] == "pass" else "stale"
        return "ack"


async def race(table: TwoTabGame, randomness: Random, moment: float) -> Race | None:
    """The flag falls about when both are asked; and another calls the time.

    There is no race where the other's flag has fallen since the last one: who throws in time leaves a seat
    that has a moment longer at most.
    """
    seat = randomness.choice(table.view["turn"])
    move, ply = table.legal_moves(seat, randomness)[0], table.ply
    asked_at = time() + AHEAD
    before = table.load_transcript()
    if not set_deadline(table.environment, table.game, int((asked_at - moment) * 1000)):
        return None
    await table.resync()
    here, there = randomness.sample(table.tabs[seat], 2)
    opponent = randomness.choice(table.tabs[1 - seat])
    await asyncio.sleep(max(0, asked_at - time()))
    first = asyncio.create_task(here.request(t="move", ply=ply, move=move))
    # A move out of turn triggers a check of the flag, and has no other effect.
    calls = asyncio.create_task(opponent.request(t="move", ply=ply, move={"kind": "play", "card": "AS"}))
    await asyncio.sleep(randomness.uniform(0, 0.006))
    second = asyncio.create_task(there.request(t="move", ply=ply, move=move))
    answers = [await first, await second]
    opponents = await calls
    words = (await table.resync()).removeprefix(before).split()
    return Race(seat, move, answers, opponents, words, table.public_views)


async def play_on(table: TwoTabGame, randomness: Random, moves: int, to_a_call: bool) -> None:
    """So many moves, or until a count may be called."""
    while table.view["phase"] != "call" if to_a_call else moves > 0:
        seat, moves = randomness.choice(table.view["turn"]), moves - 1
        await table.request_moves_together((table.tabs[seat][0], table.legal_moves(seat, randomness)[0]))
        await table.resync()


async def campaign(servers: list[Server], randomness: Random, number: int) -> list[Race]:
    pair, races = VisitorPair(servers[0].url), list[Race]()
    moments = cycle(MOMENTS)
    while len(races) < number:
        muggins = randomness.random() < 0.1
        wanted = {"counting": "muggins"} if muggins else {"clock": "quick"}
        async with open_four_tabs(servers, pair, randomness, **wanted) as table:
            await play_on(table, randomness, randomness.choice((0, 1, 2, 3, 5, 8)), to_a_call=muggins)
            while table.is_clock_running and len(races) < number:
                if (run := await race(table, randomness, next(moments))) is None:
                    break
                races.append(run)
    return races


@pytest.fixture(scope="module")
def races(two_servers: list[Server]) -> list[Race]:
    races = asyncio.run(campaign(two_servers, Random(5), repetitions(200, one_in=20)))
    assert {"ack", "late"} <= {race.right for race in races}
    return races


def test_either_the_move_stands_or_a_flag(races: list[Race]) -> None:
    for race in races:
        after = [word for word in race.words[1:] if word[0] != "#"]
        assert not after or (race.right == "ack" and "-flag" in after[0]), race.words


def test_both_processes_give_the_same_answer_and_the_right_one(races: list[Race]) -> None:
    for race in races:
        assert race.codes == [race.right] * 2, race.words


def test_the_opponent_who_moved_out_of_turn_is_refused(races: list[Race]) -> None:
    assert {race.opponents.get("code") for race in races} <= {"illegal", "stale", "late"}


def test_all_four_clients_agree_with_the_record(races: list[Race]) -> None:
    for race in races:
        assert all(view == race.views[0] for view in race.views)
        fell = {"-void": "void", "-flag": "flag"}.get(race.words[-1].partition("/")[0][-5:])
        assert race.views[0]["ended"] == fell or (race.views[0]["ended"] == "played" and fell is None)
