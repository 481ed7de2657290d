"""Bets on the cut for deal: one of two kinds of player deals first more often than the other.

The first seat shows the first card and the second seat the next; after a tie, two more. The lower card deals.
So the first dealer of a fair shuffle is a fair coin. A first dealer who is named has a reason that can be
checked, so nothing is bet there.
"""

import numpy as np

from rng.fairness.statistics import CARDS, Decks
from rng.fairness.watch.circumstances import ACCOUNT, BOT, GUEST, UNKNOWN, Circumstances
from rng.fairness.watch.seat_bets import (
    ACCOUNT_V_GUEST,
    BOT_V_PERSON,
    SECOND_V_FIRST,
    SIGNED_SIZES,
    Signs,
    second_is,
)

QUESTIONS = tuple(f"first deal: {question}" for question in (BOT_V_PERSON, ACCOUNT_V_GUEST, SECOND_V_FIRST))
NAMES = tuple(f"{question}, {size:+g}" for question in QUESTIONS for size in SIGNED_SIZES)

SUITS = 4


def second_deals(decks: Decks) -> Signs:
    """Return 1 where the second seat wins the cut, -1 where the first does, 0 where all pairs are tied."""
    ranks = (decks // SUITS).astype(np.int8).reshape(-1, CARDS // 2, 2)
    higher = np.sign(ranks[:, :, 0] - ranks[:, :, 1])
    decided = (higher != 0).argmax(axis=1)
    return np.asarray(higher[np.arange(len(decks)), decided], np.int8)


def question_signs(decks: Decks, about: Circumstances) -> Signs:
    """Return the answer of each deck to each question; 0 where it is not asked.

    A cut has no dealer. Cuts from before their target was recorded are never asked, so that a recount bets as
    the watch did.
    """
    is_cut = (about.dealer == UNKNOWN) & (about.target != UNKNOWN)
    second = second_deals(decks) * is_cut
    columns = (
        second * second_is(about, BOT, (ACCOUNT, GUEST)),
        second * second_is(about, ACCOUNT, (GUEST,)),
        second,
    )
    return np.stack(columns, axis=1).astype(np.int8)
