"""Leaves of the public log: their contents, and how they wait for their position.

A leaf is written in the transaction of its event. Its content is derived from the game's row when it is
published. So no move waits for the log, and nothing is logged that did not happen.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from django.db.models import QuerySet

from common import clock
from common.database.cursor import open_cursor
from game.engine.notation import UNREVEALABLE
from game.engine.state import Ended
from game.log.game_counts import find_stage
from game.models import Game, Leaf
from game.shared_decks.barrier import IS_OPEN_SQL
from rng.commitment import canonical_json, parse_params

OPEN, CLOSE, RULING, KEY, RELEASE, RESTORED = "open", "close", "ruling", "key", "release", "restored"
# For decks that many tables share: the announcement, the root, and the revealed values.
DECKS, ROOT, LINKS = "decks", "root", "links"

# A game is logged if its params name the log. Only the database reads the row here.
OPENING_SQL = """
INSERT INTO game_leaf (kind, game, body) SELECT 'open', id, '' FROM game_game
WHERE id = %s AND commitment_a <> '' AND commitment_b <> '' AND params LIKE '%%"log":%%'
"""
LATER_SQL = """
INSERT INTO game_leaf (kind, game, body) SELECT DISTINCT %s, game, '' FROM game_leaf
WHERE game = %s AND kind = 'open'
"""
ENDING_SQL = f"{LATER_SQL} AND NOT {IS_OPEN_SQL.format(game='game')}"


def log_opening(game_id: str) -> None:
    """Log that a game can begin, if both seats have committed and its params name a log."""
    with open_cursor() as cursor:
        cursor.execute(OPENING_SQL, [game_id])


def log_endings(game_ids: Iterable[str]) -> None:
    """Log the endings of games whose openings are logged, in the transaction that ends them.

    The entry contains a hash of the whole transcript, and a short transcript could be guessed from it. So the
    ending of a game whose cards are still played at other tables is logged when these are done.
    """
    with open_cursor() as cursor:
        for game_id in game_ids:
            cursor.execute(ENDING_SQL, [CLOSE, game_id])


def log_ruling(game_id: str) -> None:
    """Log that a host voided a finished game."""
    with open_cursor() as cursor:
        cursor.execute(LATER_SQL, [RULING, game_id])


def add_leaf(kind: str, facts: Mapping[str, Any]) -> None:
    """Add a waiting leaf with these facts, which belongs to no game."""
    Leaf.objects.create(kind=kind, game=facts.get("game", ""), body=_format_leaf(kind, facts))


def leaves_of_no_game(kind: str) -> QuerySet[Leaf]:
    """Filter leaves of a kind that belongs to no game. They are few, and found by the index on games."""
    return Leaf.objects.filter(game="", kind=kind)


def load_bodies(leaves: Sequence[Leaf]) -> list[str]:
    """Return the bodies of waiting leaves from the final values known by now."""
    ids = {leaf.game for leaf in leaves if not leaf.body}
    parts = ("commitment_a", "commitment_b", "secret_a", "secret_b")
    games = Game.objects.only("params", "tip", "clock", "transcript", "ended", *parts).in_bulk(ids)
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
            **describe_params(game.params),
        }
    if kind == CLOSE:
        words = [word.partition("/")[0] for word in game.transcript.split()]
        return {
            "game": game.pk,
            "digest": sha256(" ".join(words).encode()).hexdigest(),
            "how": game.ended,
            "void": _void_reason(words[-1]) if game.ended == Ended.VOID.value else None,
            "reached": find_stage((game.secret_a, game.secret_b), words),
        }
    assert kind == RULING
    return {"game": game.pk, "what": "void"}


def describe_params(params: str) -> dict[str, Any]:
    """Return what an opening says of a game: the protocol, the source of shared decks, the seats of bots, and
    the reason for a named first dealer.
    """
    named = parse_params(params) or {}
    shared, same_as = named.get("shared"), named.get("same_as")
    source = None
    if shared:
        source = {"set": shared["set"], "round": shared["round"]}
    elif same_as:
        source = {"game": same_as["game"]}
    because = named.get("first_dealer_because")
    reason = {"first_dealer_because": because} if because else {}
    return {"version": named.get("version"), "source": source, "bots": named.get("bots"), **reason}


def _void_reason(last_word: str) -> str:
    return "unshown" if last_word == UNREVEALABLE else "unplayed"
