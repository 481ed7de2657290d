"""Deals on record as a test needs them."""

from collections.abc import Sequence
from datetime import UTC, datetime

from rng.fairness.statistics import Decks
from rng.lab.shuffles import deck_batches
from rng.models import Deal

NOON = datetime(2026, 6, 15, 12, tzinfo=UTC)


def shuffled_decks(shuffle: str, n: int, seed: int = 0) -> Decks:
    """The first decks of a shuffle, not more than a batch of them."""
    return next(iter(deck_batches(shuffle, "mt", bytes([seed]) * 64, n)))


def create_deals(decks: Decks, game: str = "game", **about: int) -> Sequence[Deal]:
    """These decks as deals 1, 2, 3, ... of a game."""
    return Deal.objects.bulk_create(
        [
            Deal(game=game, number=number, at=NOON, deck=deck.tobytes(), **about)
            for number, deck in enumerate(decks, 1)
        ]
    )
