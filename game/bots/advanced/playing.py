"""Advanced's card: each card that fits is played out against the hands the opponent may hold."""

from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from game.bots.advanced.aims import ROUND_DIGITS, Standing
from game.bots.advanced.counts import MOST_COUNTED, crib_points, hand_points, held_ranks, their_throws
from game.bots.advanced.opponent_hands import hands_held_by_opponent
from game.bots.advanced.pegging import wins_by_pegging
from game.bots.brain import Cards
from game.bots.lanes import Lanes, hand_number, hands, play_out
from game.bots.piles import Array, piles
from game.bots.tables.multisets import multiset_index
from game.engine.cards import JACK
from game.engine.scoring import score_hand
from game.engine.view import View

SAMPLE = 128
ME, THEM = 0, 1  # the seat to play is the first of every lane


class Plays(NamedTuple):
    """The cards that fit, by rank, and what comes of each.

    now: points at once.
    net: points pegged to the end of the play, the other's taken off.
    value: what the aim makes of it.
    """

    ranks: tuple[int, ...]
    now: Array
    net: Array
    value: Array


def weigh(view: View, stand: Standing, chance: float) -> Plays:
    """Weigh every rank that fits; `chance` picks the sample of hands that the opponent may hold."""
    me = view.seat
    assert me is not None
    assert view.starter is not None
    kept = (*view.hand, *[card for seat, card in view.played if seat is me])
    known = tuple(sorted((*kept, *view.throw, view.starter)))
    ranks = tuple(sorted({card >> 2 for card in view.playable}))
    guess = hands_held_by_opponent(view, known).sample(SAMPLE, chance)
    width = len(guess.weight)
    pile = [card >> 2 for card in view.pile]
    hand = hand_number([card >> 2 for card in view.hand])
    first = np.repeat(np.searchsorted(hands().slots[hand], ranks), width)
    pegs = play_out(Lanes.from_position(pile, hand, np.tile(guess.held, len(ranks))), first=first)
    mine, theirs = pegs.total_by(ME), pegs.total_by(THEM)
    counted = theirs + np.tile(hand_points()[guess.kept, view.starter >> 2], len(ranks))
    i_won, they_won = wins_by_pegging(pegs, ME, stand)
    most = int(mine.max()) + 1, int(counted.max()) + 1
    after_play = worth_after_play(view, stand, kept, known, most)[mine, counted]
    value = np.where(i_won, 1, np.where(they_won, 0, after_play))
    return Plays(
        ranks,
        piles().points[piles().number(pile), ranks],
        (mine - theirs).reshape(-1, width) @ guess.weight,
        (value.reshape(-1, width) @ guess.weight).round(ROUND_DIGITS),
    )


def worth_after_play(view: View, stand: Standing, kept: Cards, known: Cards, most: tuple[int, int]) -> Array:
    """The worth by what I peg, and by what the opponent pegs and holds; my hand and crib are included.

    Only what comes up, of either less than `most`, is worked out.
    """
    assert view.starter is not None
    dealer, starter = view.dealer is view.seat, view.starter
    pair = int(multiset_index(np.sort(np.array(view.throw) >> 2)))
    points = crib_points()[pair, :, starter >> 2] + (JACK * 4 + (starter & 3) in view.throw)
    chances = np.bincount(points, their_throws(not dealer, held_ranks(known)[None])[0], MOST_COUNTED + 1)
    axis = 0 if dealer else 1
    reach = list(most)
    reach[axis] += MOST_COUNTED
    counted = stand.worth[score_hand(kept, starter).total :][: reach[0], : reach[1]]
    cribs = sliding_window_view(counted, counted.shape[axis] - MOST_COUNTED, axis=axis)
    worth: Array = np.tensordot(chances, cribs, (0, axis))
    return worth.T if dealer else worth
