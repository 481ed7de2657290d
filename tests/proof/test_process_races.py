"""Two processes get requests at once: legal moves count once, and every client gets the right answer."""

import asyncio
from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from bench.chaos.reference_game import ReferenceGame
from cribbage_site.tests.repetitions import repetitions
from cribbage_site.tests.server_process import Server
from tests.proof.pairs import VisitorPair
from tests.proof.tabs import TwoTabGame, open_four_tabs
from tests.worlds.scripted_player import Frame

pytestmark = [pytest.mark.rows, pytest.mark.slow]

WANTED: list[Frame] = [{"counting": way} for way in ("auto", "manual", "muggins")]


@dataclass
class Race:
    """Simultaneous requests and their answers, by the process that they were sent to."""

    kind: str
    seats: list[int]
    moves: list[Frame]
    answers: list[Frame]
    ply: int
    truth: ReferenceGame | None = None

    @property
    def codes(self) -> list[str]:
        return [answer.get("code", answer["t"]) for answer in self.answers]

    @property
    def stood(self) -> list[int]:
        """Where on record the acknowledged moves stand; not at all, that fails."""
        assert self.truth is not None
        raced = zip(self.seats, self.moves, self.codes, strict=True)
        return [self.truth.index_of_move(seat, self.ply, move) for seat, move, code in raced if code == "ack"]


async def race(table: TwoTabGame, randomness: Random) -> Race:
    """Ask two processes at once: one move twice, two moves, or both throws and one of them twice."""
    turn = table.view["turn"]
    if len(turn) == 2 and randomness.random() < 0.8:
        (mine, *_), (theirs, *_) = (table.legal_moves(seat, randomness) for seat in (0, 1))
        near = randomness.randrange(2)
        asked = [(0, near, mine), (1, 1 - near, theirs), (1, near, theirs)]
        kind = "both throws"
    else:
        seat = randomness.choice(turn)
        moves = table.legal_moves(seat, randomness)
        kind = "two moves" if len(moves) == 2 and randomness.random() < 0.6 else "the same move"
        first, second = (moves[0], moves[-1]) if kind == "two moves" else (moves[0], moves[0])
        asked = [(seat, 0, first), (seat, 1, second)]
    randomness.shuffle(asked)
    ply = table.ply
    answers = await table.request_moves_together(
        *[(table.tabs[seat][process], move) for seat, process, move in asked]
    )
    return Race(kind, [seat for seat, _, _ in asked], [move for _, _, move in asked], answers, ply)


async def campaign(servers: list[Server], randomness: Random, number: int) -> list[Race]:
    pair, races = VisitorPair(servers[0].url), list[Race]()
    while len(races) < number:
        async with open_four_tabs(servers, pair, randomness, **randomness.choice(WANTED), target=61) as table:
            run: list[Race] = []
            while not table.is_over and len(races) + len(run) < number:
                run.append(await race(table, randomness))
                await table.resync()
            if not table.is_over:
                await table.request_moves_together((table.tabs[0][0], {"kind": "resign"}))
                await table.resync()
            views = [
                {**tab.view, "hand": 0, "throw": 0, "playable": 0, "must_go": 0} for tab in table.players
            ]
            assert all(view == views[0] for view in views)
            truth = ReferenceGame(table.load_transcript(), table.tabs[0][0].fair)
            for done in run:
                done.truth = truth
            races += run
    return races


@pytest.fixture(scope="module")
def races(two_servers: list[Server]) -> list[Race]:
    return asyncio.run(campaign(two_servers, Random(4), repetitions(2000, one_in=40)))


def of_kind(races: list[Race], kind: str) -> list[Race]:
    found = [race for race in races if race.kind == kind]
    assert len(found) > len(races) / 30, Counter(race.kind for race in races)
    return found


def test_the_same_move_sent_to_both_is_acknowledged_by_both_and_stands_once(races: list[Race]) -> None:
    for race in of_kind(races, "the same move"):
        assert race.codes == ["ack", "ack"]
        assert len(set(race.stood)) == 1


def test_of_two_moves_with_one_ply_one_stands_and_the_other_is_stale(races: list[Race]) -> None:
    for race in of_kind(races, "two moves"):
        assert sorted(race.codes) == ["ack", "stale"]
        assert len(race.stood) == 1


def test_both_throws_at_once_are_acknowledged_and_none_is_refused(races: list[Race]) -> None:
    for race in of_kind(races, "both throws"):
        assert race.codes == ["ack"] * 3
        assert sorted(set(race.stood)) == [race.ply, race.ply + 1]
