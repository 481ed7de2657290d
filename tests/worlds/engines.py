"""Positions that engines are asked about."""

from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Rules, Seat, State
from game.engine.view import View, view


def first_throw() -> State:
    """Six cards each, in an order that is the same each time."""
    state, _ = act(start(Rules()), None, Deal(0, tuple(range(0, 52, 1))))
    return act(state, None, Deal(1, tuple(reversed(range(52)))))[0]


def thrower() -> View:
    return view(first_throw(), Seat.A)
