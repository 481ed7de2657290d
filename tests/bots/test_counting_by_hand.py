"""Bots in games counted by hand: they count correctly, and call exactly what was overlooked."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.arena.chance import Chance
from game.arena.game import ArenaGame, positions
from game.bots.registry import BRAINS, choose
from game.decisions.fallback import fallback_move
from game.engine.events import Called, Claimed, Counted
from game.engine.moves import Call, Claim, Move, Pass
from game.engine.play import act
from game.engine.state import Counting, Rules, Seat, State
from game.engine.view import view
from tests.worlds.positions import DEALER, PONE, at, count, show

EVERY_BRAIN = pytest.mark.parametrize("name", BRAINS)
BY_HAND = pytest.mark.parametrize("counting", [Counting.MANUAL, Counting.MUGGINS])


def ten_to_count(counting: Counting = Counting.MUGGINS) -> State:
    """Pone has a hand of ten to count."""
    return show(at("pone 10, dealer 10", counting=counting, pone="5H 5C TD 9S", starter="KD"))[0]


def answer(name: str, table: State, seat: Seat) -> Move:
    return choose(name, view(table, seat), (), Random(1))


def game(name: str, seed: int, counting: Counting) -> Iterator[ArenaGame]:
    """A game of a brain against itself, before every move."""
    return positions((name, name), Rules(counting=counting, first_dealer=Seat.A), Chance(seed, pair=0))


class TestEveryBrain:
    @EVERY_BRAIN
    @BY_HAND
    def test_counts_its_hand_right(self, name: str, counting: Counting) -> None:
        assert answer(name, ten_to_count(counting), PONE) == Claim(10)

    @EVERY_BRAIN
    def test_counts_the_crib_as_a_crib(self, name: str) -> None:
        four_hearts = at(
            "pone 1, dealer 1",
            counting=Counting.MANUAL,
            pone="4C 6D 8S TD AH 3H",
            dealer="4D 6C 8D TC 9H KH",
            starter="2C",
        )
        table, _ = count(show(four_hearts)[0], "0 0")
        assert answer(name, table, DEALER) == Claim(7)

    @pytest.mark.slow
    @EVERY_BRAIN
    @pytest.mark.parametrize("claimed", range(10))
    def test_calls_exactly_the_overlooked_points(self, name: str, claimed: int) -> None:
        table, _ = count(ten_to_count(), str(claimed))
        assert answer(name, table, DEALER) == Call(10 - claimed)

    @EVERY_BRAIN
    def test_passes_if_no_points_were_overlooked(self, name: str) -> None:
        table, _ = count(ten_to_count(), "10")
        assert answer(name, table, DEALER) == Pass()

    @EVERY_BRAIN
    @BY_HAND
    @given(seed=st.integers(0, 10**6))
    @settings(max_examples=2, deadline=None)
    @pytest.mark.slow
    def test_plays_whole_games_by_the_rules(self, name: str, counting: Counting, seed: int) -> None:
        *_, table = game(name, seed, counting)
        assert table.state.winner is not None
        counted = [(event.seat, event.score.total) for event in table.memory if isinstance(event, Counted)]
        claimed = [(event.seat, event.points) for event in table.memory if isinstance(event, Claimed)]
        called = {event.points for event in table.memory if isinstance(event, Called)}
        assert claimed == counted
        assert called == ({0} if counting is Counting.MUGGINS else set())

    @EVERY_BRAIN
    @pytest.mark.slow
    def test_wins_by_hand_as_it_would_where_the_table_counts(self, name: str) -> None:
        ends = [list(game(name, 1, counting))[-1].state for counting in Counting]
        assert len({end.scores for end in ends}) == 1


class TestTheSimplestMove:
    @BY_HAND
    def test_is_the_true_count(self, counting: Counting) -> None:
        assert fallback_move(view(ten_to_count(counting), PONE)) == Claim(10)

    def test_calls_nothing(self) -> None:
        table, _ = count(ten_to_count(), "8")
        assert fallback_move(view(table, DEALER)) == Pass()

    @BY_HAND
    @given(seed=st.integers(0, 10**6))
    @settings(max_examples=5, deadline=None)
    def test_is_legal_wherever_a_seat_is_awaited(self, counting: Counting, seed: int) -> None:
        for table in game("novice", seed, counting):
            for seat in view(table.state, None).turn:
                act(table.state, seat, fallback_move(view(table.state, seat)))
