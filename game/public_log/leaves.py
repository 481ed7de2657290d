"""Leaves of the public log: what they say, and how they wait for their place in it.

They are written in the transaction of what they tell of, and published later: no move waits for the log.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from common import clock
from game.engine.notation import UNREVEALABLE
from game.engine.state import Ended
from game.models import Game, Leaf
from rng.commitment import canonical_json, parse_params

OPEN, CLOSE, RULING, KEY, RELEASE, RESTORED = "open", "close", "ruling", "key", "release", "restored"


def add_leaf(kind: str, facts: Mapping[str, Any]) -> None:
    """Have a leaf wait for its place."""
    build_leaf(kind, facts).save(force_insert=True)


def build_leaf(kind: str, facts: Mapping[str, Any]) -> Leaf:
    body = canonical_json({"kind": kind, "at": int(clock.seconds()), **facts})
    return Leaf(kind=kind, game=facts.get("game", ""), body=body)


def log_opening(game_id: str) -> None:
    """Log that a game can begin, if both commitments stand and its params name a log."""
    game = Game.objects.only("params", "tip", "commitment_a", "commitment_b", "clock").get(pk=game_id)
    both_stand = game.commitment_a and game.commitment_b
    if both_stand and "log" in (parse_params(game.params) or {}):
        add_leaf(
            OPEN,
            {
                "game": game.pk,
                "params": sha256(game.params.encode()).hexdigest(),
                "tip": game.tip,
                "c0": game.commitment_a,
                "c1": game.commitment_b,
                "clock": game.clock,
            },
        )


def log_endings(game_ids: Iterable[str]) -> None:
    """Log how games ended whose openings are logged, in the transaction that ended them."""
    opened = Leaf.objects.filter(kind=OPEN, game__in=list(game_ids)).values("game")
    games = Game.objects.only("transcript", "ended").filter(pk__in=opened)
    Leaf.objects.bulk_create([build_leaf(CLOSE, _ending_of(game)) for game in games])


def log_ruling(game: Game) -> None:
    """Log that a host voided a finished game."""
    if Leaf.objects.filter(kind=OPEN, game=game.pk).exists():
        add_leaf(RULING, {"game": game.pk, "what": "void"})


def _ending_of(game: Game) -> dict[str, Any]:
    words = [word.partition("/")[0] for word in game.transcript.split()]
    return {
        "game": game.pk,
        "digest": sha256(" ".join(words).encode()).hexdigest(),
        "how": game.ended,
        "void": _void_reason(words[-1]) if game.ended == Ended.VOID.value else None,
    }


def _void_reason(last_word: str) -> str:
    return "unshown" if last_word == UNREVEALABLE else "unplayed"
