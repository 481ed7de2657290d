"""All 12,994,800 choices of a hand and a starter against the published counts.

The engine's own score_hand fills three small tables (ranks; suits; jacks), which numpy then adds up for
every five cards and each of them as the starter.
"""

import json
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest

from game.engine.cards import JACK, card
from game.engine.scoring import score_hand

PUBLISHED = json.loads((Path(__file__).parent / "score_counts.json").read_text())
ACE_TO_FIVE = tuple(rank * 4 for rank in range(5))


@cache
def every_five() -> np.ndarray:
    """Every five cards, one column each place."""
    flat = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8, 5 * comb(52, 5))
    return np.ascontiguousarray(flat.reshape(-1, 5).T)


@cache
def points_of_ranks() -> np.ndarray:
    """Fifteens, pairs and runs of every five cards."""
    digits = 5 ** np.arange(13, dtype=np.int64)
    keys, points = [], []
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            five = [rank * 4 + ranks[:place].count(rank) for place, rank in enumerate(ranks)]
            score = score_hand(five[:4], five[4])
            keys.append(digits[list(ranks)].sum())
            points.append(score.fifteens + score.pairs + score.runs)
    order = np.argsort(keys)
    wanted = digits[every_five() >> 2].sum(axis=0)
    places = np.searchsorted(np.array(keys)[order], wanted)
    assert (np.array(keys)[order][places] == wanted).all()
    return np.array(points, np.uint8)[order][places]


def flushes(crib: bool) -> np.ndarray:
    """The points for a flush by the suits of four cards and the starter."""
    table = np.zeros((4, 4, 4, 4, 4), np.uint8)
    for suits in product(range(4), repeat=5):
        five = [one + suit for one, suit in zip(ACE_TO_FIVE, suits, strict=True)]
        table[suits] = score_hand(five[:4], five[4], crib).flush
    return table.ravel()


def nobs() -> np.ndarray:
    """The point for his nobs by which jacks are held (a bit each suit) and the starter's suit."""
    table = np.zeros((16, 4), np.uint8)
    for held, suit in product(range(16), range(4)):
        jacks = [JACK * 4 + each for each in range(4) if held >> each & 1]
        table[held, suit] = score_hand([*jacks, *ACE_TO_FIVE[: 4 - len(jacks)]], card("9C") + suit).nobs
    return table.ravel()


@cache
def counts(crib: bool) -> dict[str, int]:
    """How many hands score n, over every hand and starter."""
    five = every_five()
    suits = (five & 3).astype(np.int16)
    jacks = np.where(five >> 2 == JACK, np.int16(1) << suits, np.int16(0))
    of_flush, of_nobs = flushes(crib), nobs()
    found = np.zeros(30, np.int64)
    for starter in range(5):
        hand = [place for place in range(5) if place != starter]
        pattern = suits[starter].copy()
        for power, place in enumerate(hand, start=1):
            pattern += suits[place] << np.int16(2 * power)
        held = jacks[hand].sum(axis=0, dtype=np.int16)
        points = points_of_ranks() + of_flush[pattern] + of_nobs[held * 4 + suits[starter]]
        found += np.bincount(points, minlength=30)
    return {str(points): int(number) for points, number in enumerate(found) if number}


@pytest.mark.parametrize(("what", "crib"), [("hand", False), ("crib", True)])
def test_every_score_is_as_frequent_as_published(what, crib):
    assert counts(crib) == {points: number for points, number in PUBLISHED[what].items() if number}


def test_the_published_counts_are_all_of_the_hands_and_their_mean():
    hand = {int(points): number for points, number in PUBLISHED["hand"].items()}
    assert sum(hand.values()) == 12_994_800
    assert Fraction(sum(points * number for points, number in hand.items()), 12_994_800) == Fraction(
        PUBLISHED["hand_mean"]
    )


@pytest.mark.parametrize("crib", [False, True])
@pytest.mark.parametrize("impossible", [19, 25, 26, 27])
def test_some_scores_are_impossible(impossible, crib):
    assert str(impossible) not in counts(crib)


def counted_by_hand(hand: list[int], starter: int, crib: bool) -> int:
    """A count that shares nothing with the engine: every subset of the five cards is looked at."""
    five = [*hand, starter]
    subsets = [combo for size in range(2, 6) for combo in combinations(five, size)]
    points = 2 * sum(sum(min(one // 4 + 1, 10) for one in combo) == 15 for combo in subsets)
    points += 2 * sum(len(combo) == 2 and combo[0] // 4 == combo[1] // 4 for combo in subsets)
    in_a_row = []
    for combo in subsets:
        ranks = sorted(one // 4 for one in combo)
        if len(ranks) >= 3 and ranks == list(range(ranks[0], ranks[0] + len(ranks))):
            in_a_row.append(len(ranks))
    points += sum(length for length in in_a_row if length == max(in_a_row))
    if len({one % 4 for one in five}) == 1:
        points += 5
    elif len({one % 4 for one in hand}) == 1 and not crib:
        points += 4
    return points + sum(one // 4 == 10 and one % 4 == starter % 4 for one in hand)


@pytest.mark.slow
def test_twenty_thousand_hands_count_the_same_by_another_way_of_counting():
    chance = Random(20)
    for number in range(20_000):
        *hand, starter = chance.sample(range(52), 5)
        crib = number % 2 == 1
        assert score_hand(hand, starter, crib).total == counted_by_hand(hand, starter, crib)
