"""Leaves of the public log: what they say, and how they wait for their place in it.

That there is one is written in the transaction of what it tells of; what it says follows from the game's row
once it is published: so no move waits for the log, and nothing is told that did not happen.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from common import clock
from game.engine.notation import UNREVEALABLE
from game.engine.state import Ended
from game.models import Game, Leaf
from game.shared_decks.barrier import closed_among
from rng.commitment import canonical_json

OPEN, CLOSE, RULING, KEY, RELEASE, RESTORED = "open", "close", "ruling", "key", "release", "restored"
# Of decks that many tables share: what is announced of them, what they follow from, and what is shown.
DECKS, ROOT, LINKS = "decks", "root", "links"

# A game is logged if its params name the log. The row is looked at by the database alone.
OPENING_SQL = """
INSERT INTO game_leaf (kind, game, body) SELECT 'open', id, '' FROM game_game
WHERE id = %s AND commitment_a <> '' AND commitment_b <> '' AND params LIKE '%%"log":%%'
"""
LATER_SQL = """
INSERT INTO game_leaf (kind, game, body) SELECT DISTINCT %s, game, '' FROM game_leaf
WHERE game = %s AND kind = 'open'
"""


def log_opening(game_id: str) -> None:
    """Log that a game can begin, if both commitments stand and its params name a log."""
    with connection.cursor() as cursor:
        cursor.execute(OPENING_SQL, [game_id])


def log_endings(game_ids: Iterable[str]) -> None:
    """Log how games ended whose openings are logged, in the transaction that ended them.

    What is logged has the hash of a whole line, of which a short one could be guessed: so that of a game
    whose cards are still played at other tables is logged when these are done.
    """
    _log_later(CLOSE, closed_among(game_ids))


def log_ruling(game_id: str) -> None:
    """Log that a host voided a finished game."""
    _log_later(RULING, [game_id])


def _log_later(kind: str, game_ids: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(LATER_SQL, [(kind, game_id) for game_id in game_ids])


def add_leaf(kind: str, facts: Mapping[str, Any]) -> None:
    """Have a leaf wait that says this, whatever becomes of any game."""
    Leaf.objects.create(kind=kind, game=facts.get("game", ""), body=_format_leaf(kind, facts))


def leaves_of_no_game(kind: str) -> QuerySet[Leaf]:
    """Leaves of a kind that tells of the site: they are few, and found by the index on games."""
    return Leaf.objects.filter(game="", kind=kind)


def load_bodies(leaves: Sequence[Leaf]) -> list[str]:
    """What leaves say that wait: what is known by now, and stands for good."""
    ids = {leaf.game for leaf in leaves if not leaf.body}
    fields = ("params", "tip", "commitment_a", "commitment_b", "clock", "transcript", "ended")
    games = Game.objects.only(*fields).in_bulk(ids)
    return [leaf.body or _format_leaf(leaf.kind, _facts_of(leaf.kind, games[leaf.game])) for leaf in leaves]


def _format_leaf(kind: str, facts: Mapping[str, Any]) -> str:
    return canonical_json({"kind": kind, "at": int(clock.seconds()), **facts})


def _facts_of(kind: str, game: Game) -> dict[str, Any]:
    if kind == OPEN:
        return {
            "game": game.pk,
            "params": sha256(game.params.encode()).hexdigest(),
            "tip": game.tip,
            "c0": game.commitment_a,
            "c1": game.commitment_b,
            "clock": game.clock,
        }
    if kind == CLOSE:
        words = [word.partition("/")[0] for word in game.transcript.split()]
        return {
            "game": game.pk,
            "digest": sha256(" ".join(words).encode()).hexdigest(),
            "how": game.ended,
            "void": _void_reason(words[-1]) if game.ended == Ended.VOID.value else None,
        }
    assert kind == RULING
    return {"game": game.pk, "what": "void"}


def _void_reason(last_word: str) -> str:
    return "unshown" if last_word == UNREVEALABLE else "unplayed"
