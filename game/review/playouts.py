"""How the play of a deal may go: each way with its probability, and who pegs what in which order."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.lanes import Lanes, play_out
from game.bots.tables import tables
from game.bots.tables.multisets import DEALER, PONE
from game.engine.events import Pegged
from game.engine.moves import Go, Play
from game.engine.play import act
from game.engine.state import Counting, Phase, Rules, Seat, State
from game.engine.tally import IN_PLAY
from game.engine.view import private_view
from game.review.habit import habitual_card
from rng.twister import Twister, stream

Array = NDArray[np.int64]


MAX_PEGS = 40  # more than any play ever brought
NEVER = 99

# Three times in four a player plays the card of best habit, else the next best.
HABIT = 0.75

# The usual play is a sample of so many deals, from a public seed.
SAMPLE_SIZE, SEED = 2000, bytes(32)


class Playouts(NamedTuple):
    """The ways a play may go, a row each.

    weights: how likely each is; they add up to 1.
    pegged: what pone and dealer peg in it, in all.
    when: for pone and dealer, the step by which so many points are pegged; NEVER where they are not.
    """

    weights: NDArray[np.float64]
    pegged: Array
    when: Array

    @classmethod
    def from_points(cls, weights: NDArray[np.float64], points: Array) -> "Playouts":
        """Build playouts from points by way, side and step."""
        reached = points.cumsum(axis=2)
        steps = points.shape[2]
        short = (reached[:, :, :, None] < np.arange(MAX_PEGS + 1)).sum(axis=2)
        return cls(weights, reached[:, :, -1], np.where(short < steps, short, NEVER))


def playouts(state: State) -> Playouts:
    """The ways the play may go on from here, if all cards are known to us but players see only their own."""
    assert state.dealer is not None
    # At a score of 0, and with no hand counted, nothing ends the play before its last card.
    at_no_score = state.replace(scores=(0, 0), rules=Rules(counting=Counting.MANUAL))
    ways = list(_enumerate(at_no_score, 1.0, ()))
    points = np.zeros((len(ways), 2, max(1, *[len(pegs) for _, pegs in ways])), dtype=np.int64)
    for way, (_, pegs) in enumerate(ways):
        for step, (seat, pegged) in enumerate(pegs):
            points[way, DEALER if seat is state.dealer else PONE, step] = pegged
    return Playouts.from_points(np.array([weight for weight, _ in ways]), points)


Playout = tuple[tuple[Seat, int], ...]


def _enumerate(state: State, weight: float, before: Playout) -> Iterator[tuple[float, Playout]]:
    if state.phase is not Phase.PLAY:
        yield weight, before
        return
    assert state.turn is not None
    for share, move in _choices(state, state.turn):
        after, events = act(state, state.turn, move)
        pegged = tuple([(e.seat, e.points) for e in events if isinstance(e, Pegged) and e.kind in IN_PLAY])
        yield from _enumerate(after, weight * share, before + pegged)


def _choices(state: State, seat: Seat) -> tuple[tuple[float, Play | Go], ...]:
    """What a steady player does here, knowing its own cards alone: mostly the best, sometimes the next."""
    own = private_view(state, seat)
    if own.must_go:
        return ((1.0, Go()),)
    first = habitual_card(own.playable, own.hand, state.pile)
    others = tuple([card for card in own.playable if card >> 2 != first >> 2])
    if not others:
        return ((1.0, Play(first)),)
    second = habitual_card(others, own.hand, state.pile)
    return ((HABIT, Play(first)), (1 - HABIT, Play(second)))


@cache
def usual_playouts() -> Playouts:
    """The play of deals at large: how often each pair of totals comes, and in which order."""
    chance = stream(SEED, "the usual play")
    pegs = play_out(
        Lanes.from_first_card(*[_sample(tables().keeps[role], chance) for role in (PONE, DEALER)])
    )
    sides = [np.where(pegs.seat == side, pegs.points, 0).T for side in (PONE, DEALER)]
    drawn = Playouts.from_points(np.ones(SAMPLE_SIZE), np.stack(sides, axis=1).astype(np.int64))
    pone, dealer = drawn.pegged.T
    # Hands drawn separately share too many ranks; the tables know how often each pair of totals comes.
    _, alike, of_them = np.unique(drawn.pegged, axis=0, return_inverse=True, return_counts=True)
    shares = tables().pegging[pone, dealer] / of_them[alike]
    return drawn._replace(weights=shares / shares.sum())


def _sample(shares: NDArray[np.float32], chance: Twister) -> Array:
    """Draw numbers by their shares."""
    drawn = [chance.random() for _ in range(SAMPLE_SIZE)]
    return np.searchsorted(shares.cumsum(dtype=np.float64), drawn).clip(max=len(shares) - 1)
