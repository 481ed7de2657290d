"""The single place that decides whether a game's cards are public, and loads them.

Luck reveals cards, so it must not be computed earlier. Decks come only from their public record, which has a
deck from the moment its link is revealed. No secret is unsealed here.
"""

from collections.abc import Mapping
from functools import lru_cache

from common.database.compiled_query import CompiledQuery
from game.engine.cards import Card
from game.engine.play import start
from game.engine.transcript import parse_transcript
from game.models import Game
from game.shared_decks.barrier import was_never_shown
from game.table.record.steps import parse_steps
from rng.models import Deal
from study.review.judge.record import deck_numbers
from study.strength.luck.deals import DealtCards, dealt_cards
from study.strength.luck.luck import GameLuck, luck_of_game

CACHED = 200  # games whose luck is cached

_decks = CompiledQuery(
    lambda game: Deal.objects.filter(game=game).values_list("number", "deck"), "a game's id"
)


def are_cards_public(game: Game) -> bool:
    """Return whether every card of a game is public, or was before the cards were played again."""
    return game.finished_at is not None and not was_never_shown(game.pk)


def load_luck(game: Game) -> GameLuck | None:
    """Return the luck of a finished game, or None if its cards are not public or not recorded."""
    decks = load_decks(game) if are_cards_public(game) else None
    return None if decks is None else _compute_luck(game.transcript, tuple(sorted(decks.items())))


@lru_cache(CACHED)
def _compute_luck(transcript: str, decks: tuple[tuple[int, tuple[Card, ...]], ...]) -> GameLuck:
    rules, _ = parse_transcript(transcript)
    return luck_of_game(_find_deals(transcript, dict(decks)), rules.first_dealer is not None)


def has_luck(game: Game) -> bool:
    """Return whether the luck of a finished game can be computed, without computing it."""
    return game.winner is not None and are_cards_public(game) and load_decks(game) is not None


def _find_deals(transcript: str, decks: Mapping[int, tuple[Card, ...]]) -> tuple[DealtCards, ...]:
    rules, tokens = parse_transcript(transcript)
    return dealt_cards(step.state for step in parse_steps(start(rules), tokens, decks.__getitem__))


def load_decks(game: Game) -> dict[int, tuple[Card, ...]] | None:
    """Return the decks of a game by number, or None if the record lacks one that was dealt."""
    _, tokens = parse_transcript(game.transcript)
    decks: dict[int, tuple[Card, ...]] = {number: tuple(deck) for number, deck in _decks.fetch_all(game.pk)}
    return decks if decks.keys() >= {*deck_numbers(tokens)} else None
