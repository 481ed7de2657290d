"""Endgames: the same cards for both sides, at tables where the deal ends the game however it is played."""

from random import Random

import pytest

from game.arena.chance import Chance
from game.arena.endgames import find_endgame, is_decided
from game.arena.game import ArenaGame
from game.arena.meeting import Meeting, match_games, play_pair
from game.engine.cards import card, cards
from game.engine.events import Dealt
from game.engine.play import act, legal
from game.engine.state import Phase, Rules, Seat, State

PAIRS = 12


def endgame(pair: int) -> ArenaGame:
    return find_endgame(Rules(first_dealer=Seat.A), Chance(3, pair))


def table_with(pone: int, dealer: int) -> State:
    """Return a table with these scores; pone holds 10 points, the dealer 4 and 4 in the crib."""
    hands, thrown = (cards("5C 5D JH 8S"), cards("2C 3D 9H KS")), (cards("4C 4D"), cards("6H 6S"))
    return State(
        Rules(),
        Phase.PLAY,
        dealer=Seat.B,
        scores=(pone, dealer),
        dealt=((*hands[0], *thrown[0]), (*hands[1], *thrown[1])),
        hands=hands,
        throws=thrown,
        upcard=card("TS"),
    )


@pytest.mark.parametrize(
    ("pone", "dealer", "decided"),
    [(110, 110, False), (111, 100, True), (110, 112, False), (110, 113, True), (120, 0, True)],
)
def test_is_decided_where_a_side_has_its_goal_in_its_cards(pone: int, dealer: int, decided: bool) -> None:
    assert is_decided(table_with(pone, dealer)) is decided


def test_ends_the_game_however_it_is_played() -> None:
    chance = Random(1)
    for pair in range(PAIRS):
        state = endgame(pair).state
        assert state.phase is Phase.PLAY
        assert not state.played
        assert not state.is_over
        while state.turn is not None and not state.is_over:
            state, _ = act(state, state.turn, chance.choice(legal(state, state.turn)))
        assert state.is_over


def test_remembers_its_deal_alone() -> None:
    for pair in range(PAIRS):
        dealt = [event for event in endgame(pair).memory if isinstance(event, Dealt)]
        assert [event.number for event in dealt] == [endgame(pair).state.deal]


def test_of_a_pair_are_the_same_from_both_seats() -> None:
    meeting = Meeting("intermediate", "intermediate", 7, endgames=True)
    assert [play_pair(meeting, pair).games.won for pair in range(5)] == [1] * 5
    here, there = (next(match_games(meeting, 1, seat)) for seat in Seat)
    assert (here.value, here.one) == (-there.value, there.other)


def test_differ_by_pair_and_seed() -> None:
    found = {
        find_endgame(Rules(first_dealer=Seat.A), Chance(seed, pair)).state
        for seed in (1, 2)
        for pair in (0, 1)
    }
    assert len(found) == 4
