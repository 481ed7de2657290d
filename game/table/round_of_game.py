"""Loads the decks of a round with the game that is dealt from them, or by themselves."""

from collections.abc import Sequence
from typing import Any

from game.models import Game
from game.shared_decks.models import Round
from game.shared_decks.round_decks import RoundDecks
from game.table.sealed_secrets import unseal_chain
from rng import shared_decks

_OF_ROUND = ("pk", "number", "closed_at", "last_link")
_OF_SET = ("pk", "rounds", "tip", "root", "sealed")
_COLUMNS = (*_OF_ROUND, *(f"deck_set__{column}" for column in _OF_SET))
# As they are named from a game's side.
ROUND_COLUMNS = tuple(f"shared__round__{column}" for column in _COLUMNS)


def load_round_decks(round_id: int) -> RoundDecks:
    """The decks of a round; SealError where its chain does not open."""
    decks = build_round_decks(Round.objects.values_list(*_COLUMNS).get(pk=round_id))
    assert decks is not None
    return decks


def build_round_decks(columns: Sequence[Any]) -> RoundDecks | None:
    """The decks of a round from its columns; None where a game has decks of its own."""
    round_id, number, closed_at, shown, deck_set, rounds, tip, root, sealed = columns
    if round_id is None:
        return None
    last_link = (
        bytes.fromhex(shown)
        if shown
        else shared_decks.link(
            deck_set, rounds, unseal_chain(sealed, deck_set), number, shared_decks.LINKS_A_ROUND
        )
    )
    return RoundDecks(round_id, deck_set, number, tip, root, last_link, is_open=closed_at is None)


def find_recorded_game(round_id: int) -> str | None:
    """The game with which the decks of a round go on record, once for all its tables: that came furthest."""
    games = Game.objects.filter(shared__round=round_id).order_by("pk").values_list("pk", "transcript")
    dealt = {game_id: count_deals(transcript) for game_id, transcript in games}
    furthest = max(dealt, key=dealt.__getitem__, default=None)
    return furthest if furthest is not None and dealt[furthest] else None


def count_deals(transcript: str) -> int:
    """How many hands were dealt in a game, by the words of its record."""
    return sum(word[0] == "#" and word != "#0" for word in transcript.split())
