"""Simulates one game after another in simple code, meant to be read."""

from collections import Counter

from rng.razz.hands.cards import HAND
from rng.razz.hands.law import FIVE, NULL, ROWS, Start
from rng.razz.sampling.seeds import seed_bytes
from rng.twister import Twister, twister


def simulate(start: Start, games: int, seed: int) -> dict[int, int]:
    """Return how often each row came out in so many games."""
    chance = twister(seed_bytes("plain", seed))
    deck = [rank for rank, left in enumerate(start.left) for _ in range(left)]
    rows = Counter(hand_row(deal_run_out(start, deck, chance)) for _ in range(games))
    return {row: rows[row] for row in ROWS}


def deal_run_out(start: Start, deck: list[int], chance: Twister) -> list[int]:
    """Return seven cards: the known ones, and the rest drawn from the deck.

    Each drawn card goes to its end.
    """
    hand, lying = list(start.own), len(deck)
    while len(hand) < HAND:
        place = randbelow(chance, lying)
        lying -= 1
        deck[place], deck[lying] = deck[lying], deck[place]
        hand.append(deck[lying])
    return hand


def hand_row(hand: list[int]) -> int:
    """Return the highest of the five lowest ranks. Pairs, straights and flushes count for nothing."""
    ranks = sorted(set(hand))
    return ranks[FIVE - 1] + 1 if len(ranks) >= FIVE else NULL


def randbelow(chance: Twister, limit: int) -> int:
    """Return a uniform number below the limit."""
    bits = limit.bit_length()
    number = chance.getrandbits(bits)
    while number >= limit:
        number = chance.getrandbits(bits)
    return number
