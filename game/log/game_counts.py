"""Counts the games in the public log by kind, from its leaves alone, so that an auditor counts the same.

A server that dislikes a shuffle could drop the game after it has seen a player's secret. Such a game is in
the log without a first discard.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

# The uses of shared decks, as the params of a set name them.
SET_KINDS = ("daily", "event", "trial")
# All other games: against a house bot, between players, and with the cards of an earlier game.
BOT, PLAYERS, CARDS = "bot", "players", "cards"
KINDS = (BOT, PLAYERS, *SET_KINDS, CARDS)

# How far a game came that is over: a secret is missing, both are shown, or a seat has discarded.
COMMITTED, REVEALED, DISCARDED = "commitments", "secrets", "discard"
STAGES = (COMMITTED, REVEALED, DISCARDED)
UNKNOWN = "unknown"  # of a game that was lost with a restored backup
DISCARD = re.compile(r"[ab][1-6]{2}")


class GameCount(NamedTuple):
    """The number of games of one kind, and how far those came that are over."""

    opened: int = 0
    open: int = 0  # not over yet
    unrevealed: int = 0  # a player did not reveal their secret
    dropped: int = 0  # both secrets were shown, and no player discarded


def find_stage(secrets: Sequence[str | None], words: Sequence[str]) -> str:
    """Return how far a game came, by its secrets and the words of its transcript."""
    if any(map(DISCARD.fullmatch, words)):
        return DISCARDED
    return REVEALED if all(secrets) else COMMITTED


def find_set_kind(params: Mapping[str, Any]) -> str | None:
    """Return the kind of the games that are dealt from a set of decks."""
    return next((kind for kind in SET_KINDS if kind in params), None)


def find_kind(opening: Mapping[str, Any], kind_of_set: Callable[[str], str | None]) -> str | None:
    """Return the kind of a game by its `open` leaf. Return None if the leaf is older than kinds."""
    source, bots = opening.get("source"), opening.get("bots")
    if not isinstance(bots, list):
        return None
    if not isinstance(source, dict):
        return BOT if bots else PLAYERS
    return CARDS if "game" in source else kind_of_set(str(source.get("set")))


def total_by_kind(opened: Mapping[str, int], over: Mapping[tuple[str, str], int]) -> dict[str, GameCount]:
    """Return the counts by kind from how many games were opened, and how many are over at each stage."""
    return {
        kind: GameCount(
            opened=opened.get(kind, 0),
            open=opened.get(kind, 0) - sum(over.get((kind, stage), 0) for stage in (*STAGES, UNKNOWN)),
            unrevealed=over.get((kind, COMMITTED), 0),
            dropped=over.get((kind, REVEALED), 0),
        )
        for kind in KINDS
    }
