"""The one place that says whether a game's cards are anybody's to know, and that loads them.

Luck tells of cards, so nothing of it may be computed before that. Decks come from their public record alone,
which has a deck from the moment its link is shown; no secret is opened here.
"""

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


def are_cards_public(game: Game) -> bool:
    """Whether everybody may know every card of a game, or might before they were played once more."""
    return game.finished_at is not None and not was_never_shown(game.pk)


def load_luck(game: Game) -> GameLuck | None:
    """The luck of a finished game; None while its cards are not public, or not on record."""
    deals = load_deals(game) if are_cards_public(game) else None
    if deals is None:
        return None
    rules, _ = parse_transcript(game.transcript)
    return luck_of_game(deals, rules.first_dealer is not None)


def has_luck(game: Game) -> bool:
    """Return whether the luck of a finished game can be computed, without computing it."""
    return game.winner is not None and are_cards_public(game) and load_decks(game) is not None


def load_deals(game: Game) -> tuple[DealtCards, ...] | None:
    """What chance dealt in a game, by the record of decks; None where that lacks one."""
    decks = load_decks(game)
    if decks is None:
        return None
    rules, tokens = parse_transcript(game.transcript)
    return dealt_cards(step.state for step in parse_steps(start(rules), tokens, decks.__getitem__))


def load_decks(game: Game) -> dict[int, tuple[Card, ...]] | None:
    """Return the decks of a game by number; None where the record lacks one that was dealt."""
    _, tokens = parse_transcript(game.transcript)
    decks: dict[int, tuple[Card, ...]] = {
        number: tuple(deck)
        for number, deck in Deal.objects.filter(game=game.pk).values_list("number", "deck")
    }
    return decks if decks.keys() >= {*deck_numbers(tokens)} else None
