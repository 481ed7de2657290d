"""Reads the entries of a log one after the other, and tells what should not be there."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from common import clock
from common.formats.signed_note import NoteError, parse_verifier_key
from proof.public_log.audit.memory import LAST_AT, LOG, RECEIPTS, RELEASE, Memory

HOUR = 60 * 60
FARTHEST = 2**40  # seconds since 1970 that a date can still be made of
TEXTS = {
    "game": re.compile(r"[0-9A-Za-z_-]{1,16}"),
    "clock": re.compile(r"[a-z]{1,16}"),
    "how": re.compile(r"played|resigned|flag|left|void"),
    "void": re.compile(r"unplayed|unshown|lost"),
    "signs": re.compile(rf"{LOG}|{RECEIPTS}"),
    "commit": re.compile(r"[0-9A-Za-z._+-]{0,64}"),
    "files": re.compile(r"[0-9a-f]{64}"),
    "verify.py": re.compile(r"[0-9a-f]{64}"),
    "verify.html": re.compile(r"[0-9a-f]{64}"),
}

Facts = dict[str, Any]


class EntryUnreadable(ValueError):
    """An entry without what its kind has to say."""


def take_entry(memory: Memory, number: int, entry: bytes) -> Iterator[str]:
    """Keep what an entry says; yields what is wrong with it."""
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
    """A text that an entry has to have, and that is safe to print."""
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
    memory.open(game, facts["at"], _text(facts, "clock"))


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
        yield f"Entry {number}: the server lost game {game}, and nobody will see how it went."
        how = "lost"
    memory.close(game, facts["at"], how)


def _take_restored(memory: Memory, number: int, facts: Facts) -> Iterator[str]:
    known, size = facts.get("known"), facts.get("size")
    if type(known) is not int or type(size) is not int:
        raise EntryUnreadable
    lost = f"the entries {known} to {size - 1}"
    yield f"Entry {number}: the server restored a backup that did not know of {lost}."


def _take_key(memory: Memory, number: int, facts: Facts) -> Iterator[str]:
    try:
        memory.name_key(_text(facts, "signs"), parse_verifier_key(str(facts.get("key"))).verifier_key)
    except NoteError:
        yield f"Entry {number} names a key that is none."


def _take_release(memory: Memory, number: int, facts: Facts) -> Iterator[str]:
    named = {name: _text(facts, name) for name in ("commit", "files", "verify.py", "verify.html")}
    memory.keep(RELEASE, json.dumps(named))
    yield from ()


# Entries of other kinds are nothing to us: a log may hold more by then.
KINDS: dict[str, Callable[[Memory, int, Facts], Iterator[str]]] = {
    "open": _take_open,
    "close": _take_close,
    "restored": _take_restored,
    "key": _take_key,
    "release": _take_release,
}


def moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
