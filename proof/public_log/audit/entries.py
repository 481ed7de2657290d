"""Read the entries of a log one after another, and report what should not be there."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from common import clock
from common.formats.signed_note import NoteError, parse_verifier_key
from game.log.announcing_keys import is_announced
from game.log.game_counts import STAGES, UNKNOWN, find_kind, find_set_kind
from proof.public_log.audit.memory import (
    DECKS_SINCE,
    LAST_AT,
    LOG,
    RECEIPTS,
    RELEASE,
    SETS_SINCE,
    Memory,
)
from rng.commitment import parse_params
from rng.shared_decks import PROTOCOL as SHARED_PROTOCOL

HOUR = 60 * 60
UPDATE = 24 * HOUR  # for so long two releases may write the log side by side
FARTHEST = 2**40  # the largest time in seconds since 1970 that converts to a date
TEXTS = {
    "game": re.compile(r"[0-9A-Za-z_-]{1,16}"),
    "event": re.compile(r"[0-9A-Za-z_-]{1,16}"),
    "rematch_of": re.compile(r"[0-9A-Za-z_-]{1,16}"),
    "alternates_with": re.compile(r"[0-9A-Za-z_-]{1,16}"),
    "set": re.compile(r"[0-9A-Za-z_-]{1,16}"),
    "version": re.compile(r"cribfair/[1-9][0-9]?"),
    "clock": re.compile(r"[a-z]{1,16}"),
    "how": re.compile(r"played|resigned|flag|left|void"),
    "void": re.compile(r"unplayed|unshown|lost"),
    "reached": re.compile("|".join(STAGES)),
    "signs": re.compile(rf"{LOG}|{RECEIPTS}"),
    "commit": re.compile(r"[0-9A-Za-z._+-]{0,64}"),
    "files": re.compile(r"[0-9a-f]{64}"),
    "verify.py": re.compile(r"[0-9a-f]{64}"),
    "verify.html": re.compile(r"[0-9a-f]{64}"),
    "bots.zip": re.compile(r"[0-9a-f]{64}"),
}

# Why a first dealer may be named.
REASONS = ("rematch_of", "alternates_with", "event")
# The leaves of a set that stand before the first game of it.
SETS = ("decks", "root")

Facts = dict[str, Any]


class EntryUnreadable(ValueError):
    """An entry lacks a field of its kind."""


def take_entry(memory: Memory, number: int, entry: bytes) -> Iterator[str]:
    """Store an entry, and yield its faults."""
    if memory.recall(SETS_SINCE) is None:
        memory.keep(SETS_SINCE, str(number))  # an auditor of version 1.0 stored no earlier ones
    try:
        facts = _parse(entry)
        take = KINDS.get(facts["kind"])
        found = [*_clock_faults(memory, number, facts["at"]), *(take(memory, number, facts) if take else ())]
    except EntryUnreadable:
        found = [f"Entry {number} cannot be read."]
    yield from found


def _parse(entry: bytes) -> Facts:
    try:
        facts = json.loads(entry)
    except (ValueError, RecursionError):
        raise EntryUnreadable from None
    if not isinstance(facts, dict) or type(facts.get("kind")) is not str:
        raise EntryUnreadable
    if type(facts.get("at")) is not int or not 0 <= facts["at"] < FARTHEST:
        raise EntryUnreadable
    return facts


def _text(facts: Facts, name: str) -> str:
    """Return a required text of an entry, which must be safe to print."""
    text = facts.get(name)
    if type(text) is not str or not TEXTS[name].fullmatch(text):
        raise EntryUnreadable
    return text


def _clock_faults(memory: Memory, number: int, at: int) -> Iterator[str]:
    last = int(memory.recall(LAST_AT) or 0)
    if at < last - HOUR:
        yield f"Entry {number} is dated {moment(at)}, more than an hour before one that stands before it."
    elif at > clock.seconds() + HOUR:
        yield f"Entry {number} is dated {moment(at)}, more than an hour after the time on this machine."
    else:
        memory.keep(LAST_AT, str(max(at, last)))


def _take_open(memory: Memory, number: int, facts: Facts) -> Iterator[str]:
    game = _text(facts, "game")
    if memory.game(game).opened is not None:
        yield f"Entry {number} opens game {game} a second time."
    yield from _deck_faults(memory, number, game, facts)
    if "first_dealer_because" in facts:
        yield from _first_dealer_faults(memory, number, game, facts["first_dealer_because"])
    memory.open(game, facts["at"], _text(facts, "clock"))
    if (kind := find_kind(facts, memory.set_kind)) is not None:
        memory.count_game(game, kind)


def _deck_faults(memory: Memory, number: int, game: str, facts: Facts) -> Iterator[str]:
    """Whether the log held the source of a game's decks before the game, where it has none of its own."""
    if "version" not in facts:
        since = memory.recall(DECKS_SINCE)
        if since is not None and facts["at"] > int(since) + UPDATE:
            yield f"Entry {number} opens game {game}, and does not say how it is dealt."
        return
    if memory.recall(DECKS_SINCE) is None:
        memory.keep(DECKS_SINCE, str(facts["at"]))
    version, source = _text(facts, "version"), facts.get("source")
    if not isinstance(source, dict):
        if source is not None or version == SHARED_PROTOCOL:
            raise EntryUnreadable
        return
    if version != SHARED_PROTOCOL:
        raise EntryUnreadable
    if "game" in source:
        other = _text(source, "game")
        if memory.game(other).closed is None:
            says = f"game {game} is dealt the cards of game {other}, which no earlier entry ends"
            yield f"Entry {number}: {says}."
    else:
        deck_set = _text(source, "set")
        known = [kind for kind in SETS if memory.knows_set(deck_set, kind)]
        if len(known) < len(SETS) and memory.recall(SETS_SINCE) == "0":
            yield f"Entry {number}: game {game} is dealt from decks {deck_set}, which no earlier entry fixes."


def _first_dealer_faults(memory: Memory, number: int, game: str, reason: Any) -> Iterator[str]:
    """Whether the log held the game that names a game's first dealer, and no other game is its rematch."""
    if not isinstance(reason, dict) or len(reason) != 1:
        raise EntryUnreadable
    (kind,) = reason
    if kind not in REASONS:
        raise EntryUnreadable
    before = _text(reason, kind)
    if kind == "event":
        return
    if memory.game(before).opened is None:
        yield f"Entry {number}: game {game} follows game {before}, which no earlier entry opens."
    if kind == "rematch_of":
        other = memory.name_rematch(before, game)
        if other != game:
            yield f"Entry {number}: game {game} is a rematch of game {before}, as game {other} was before."


def _take_set(memory: Memory, number: int, facts: Facts) -> Iterator[str]:
    deck_set = _text(facts, "set")
    memory.name_set(deck_set, facts["kind"])
    if (kind := find_set_kind(parse_params(str(facts.get("params"))) or {})) is not None:
        memory.keep_set_kind(deck_set, kind)
    yield from ()


def _take_close(memory: Memory, number: int, facts: Facts) -> Iterator[str]:
    game, how = _text(facts, "game"), _text(facts, "how")
    opened, closed = memory.game(game)
    if opened is None:
        yield f"Entry {number} closes game {game}, which was never opened."
    if closed is not None:
        yield f"Entry {number} closes game {game} a second time."
    why = _text(facts, "void") if facts.get("void") is not None else None
    if (how == "void") != (why is not None):
        raise EntryUnreadable
    if why == "lost":
        yield f"Entry {number}: the server lost game {game}, and its result will never be known."
        how = "lost"
    memory.close(game, facts["at"], how)
    memory.keep_stage(game, UNKNOWN if facts.get("reached") is None else _text(facts, "reached"))


def _take_restored(memory: Memory, number: int, facts: Facts) -> Iterator[str]:
    known, size = facts.get("known"), facts.get("size")
    if type(known) is not int or type(size) is not int:
        raise EntryUnreadable
    lost = f"the entries {known} to {size - 1}"
    yield f"Entry {number}: the server restored a backup that did not know of {lost}."


def _take_key(memory: Memory, number: int, facts: Facts) -> Iterator[str]:
    try:
        signs, key = _text(facts, "signs"), parse_verifier_key(str(facts.get("key"))).verifier_key
        known = memory.named_keys(signs)
        if known and key not in known and not _is_announced(memory, facts, known):
            yield f"Entry {number} names a new key that no earlier one announces: {key}"
        memory.name_key(signs, key)
    except NoteError:
        yield f"Entry {number} names an invalid key."


def _is_announced(memory: Memory, facts: Facts, known: Sequence[str]) -> bool:
    """Whether an earlier key of the log has signed for a new one; version 1.0 had no such signatures."""
    since = memory.recall(DECKS_SINCE)
    if "before" not in facts and (since is None or facts["at"] <= int(since) + UPDATE):
        return True
    before, signature = str(facts.get("before")), str(facts.get("announced"))
    return before in known and is_announced(facts["signs"], facts["key"], before, signature)


def _take_release(memory: Memory, number: int, facts: Facts) -> Iterator[str]:
    names = ["commit", "files", "verify.py", "verify.html"]
    if "bots.zip" in facts:  # which older releases did not serve
        names.append("bots.zip")
    named = {name: _text(facts, name) for name in names}
    memory.keep(RELEASE, json.dumps(named))
    yield from ()


# Entries of other kinds are ignored: later versions of a log may have more.
KINDS: dict[str, Callable[[Memory, int, Facts], Iterator[str]]] = {
    "open": _take_open,
    "close": _take_close,
    "restored": _take_restored,
    "key": _take_key,
    "release": _take_release,
    **dict.fromkeys(SETS, _take_set),
}


def moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
