"""No brain peeks: with other cards where its seat cannot look, it makes the move that it made."""

from copy import copy
from random import Random

import pytest

from cribbage_site.tests.repetitions import repetitions
from game.bots.registry import BRAINS, choose
from game.engine.play import act
from game.engine.state import State
from game.engine.view import seats_to_move, view
from tests.worlds.bots import game, with_hidden_cards_exchanged

GAMES = repetitions(50, one_in=25)
ALL_DEALS = 100  # no game has as many

every_brain = pytest.mark.parametrize("name", [*BRAINS, "halscrib-first"])


def count_compared_moves(name: str, seed: int, deals: int = ALL_DEALS) -> int:
    """Compare each move of a game with the one that the brain makes where the hidden cards are others."""
    chance, compared = Random(seed), 0
    expected: State | None = None
    for table in game(name, seed):
        assert expected is None or expected == table.state
        expected, waiting = None, seats_to_move(table.state)
        if table.state.deal > deals:
            break
        if waiting:
            seat = waiting[0]
            elsewhere = with_hidden_cards_exchanged(table.state, seat, chance)
            compared += elsewhere != table.state
            move = choose(name, view(elsewhere, seat), table.memory, copy(table.streams[seat]))
            expected, _ = act(table.state, seat, move)
    return compared


@every_brain
def test_two_deals(name: str) -> None:
    assert count_compared_moves(name, seed=0, deals=2) > 15


@pytest.mark.slow
@every_brain
def test_whole_games(name: str) -> None:
    for seed in range(GAMES):
        assert count_compared_moves(name, seed) > 30
