"""Loads the shared decks of a round, alone or with a game that is dealt from them."""

from collections.abc import Sequence
from typing import Any

from game.engine.transcript import parse_transcript
from game.models import Game
from game.shared_decks.models import Round
from game.shared_decks.round_decks import RoundDecks, SameDecks, SharedSource
from game.table.record.sealed_secrets import unseal, unseal_chain
from rng import shared_decks
from rng.commitment import Chain, context
from rng.seal import SealBroken

_OF_ROUND = ("pk", "of_game", "number", "last_link")
_OF_SET = ("pk", "rounds", "tip", "root", "sealed")
_COLUMNS = (*_OF_ROUND, *(f"deck_set__{column}" for column in _OF_SET))
# The same columns from a game's side.
ROUND_COLUMNS = tuple(f"shared__round__{column}" for column in _COLUMNS)
_OF_GAME = ("params", "tip", "commitment_a", "commitment_b", "secret_a", "secret_b", "transcript")


def load_round_decks(round_id: int) -> SharedSource:
    """Load the decks of a round. Raise SealError if its chain can't be decrypted."""
    decks = build_round_decks(Round.objects.values_list(*_COLUMNS).get(pk=round_id))
    assert decks is not None
    return decks


def load_set_decks(round_id: int) -> RoundDecks:
    """Load the decks of a round that belongs to a deck set."""
    decks = load_round_decks(round_id)
    assert isinstance(decks, RoundDecks)
    return decks


def build_round_decks(columns: Sequence[Any], game_id: str = "") -> SharedSource | None:
    """Build the decks of a round from its columns. Return None if the game has its own decks."""
    round_id, of_game, number, shown, deck_set, rounds, tip, root, sealed = columns
    if round_id is None or of_game == game_id:
        return None
    if of_game is not None:
        return _load_decks_of_game(round_id, of_game)
    last_link = (
        bytes.fromhex(shown)
        if shown
        else shared_decks.link(
            deck_set, rounds, unseal_chain(sealed, deck_set), number, shared_decks.LINKS_A_ROUND
        )
    )
    return RoundDecks(round_id, deck_set, number, tip, root, last_link)


def _load_decks_of_game(round_id: int, game_id: str) -> SameDecks:
    """Load the decks of a finished game that had its own decks."""
    columns = Game.objects.filter(pk=game_id).values_list("secrets__sealed", *_OF_GAME)
    sealed, params, tip, c0, c1, s0, s1, transcript = columns.get()
    if sealed is None:
        raise SealBroken("The secrets of the game that these cards are from are gone.")
    own = unseal(sealed, game_id)
    return SameDecks(
        round_id=round_id,
        game=game_id,
        tip=tip,
        context=context(params, *map(bytes.fromhex, (tip, c0, c1))),
        secrets=(bytes.fromhex(s0), bytes.fromhex(s1)),
        first_dealer=parse_transcript(transcript)[0].first_dealer,
        chain=Chain(game_id, own.chain),
        bot_stream=own.bot_stream,
    )


def find_recorded_game(round_id: int) -> str | None:
    """Return the game that records the decks of a round: the one with the most deals, if any.

    The decks of a finished game are on record with that game, wherever they are played again.
    """
    of_game = Round.objects.values_list("of_game", flat=True).get(pk=round_id)
    if of_game is not None:
        return str(of_game)
    games = Game.objects.filter(shared__round=round_id).order_by("pk").values_list("pk", "transcript")
    dealt = {game_id: count_deals(transcript) for game_id, transcript in games}
    furthest = max(dealt, key=dealt.__getitem__, default=None)
    return furthest if furthest is not None and dealt[furthest] else None


def count_deals(transcript: str) -> int:
    """Return how many hands were dealt in a game, counted from its transcript."""
    return sum(word[0] == "#" and word != "#0" for word in transcript.split())
