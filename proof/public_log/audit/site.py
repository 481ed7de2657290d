"""Compare a site's other statements with its log."""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any

from common import clock
from common.formats.signed_note import Verifier
from game.log.checkpoint import cosigned_at
from proof.public_log.audit.entries import moment
from proof.public_log.audit.memory import LAST_AT, RELEASE, Memory
from proof.public_log.audit.remote import RemoteLog, Unreadable

DAY = 24 * 60 * 60
COUNTED_AFTER = 5 * 60  # the site caches its counts for a while
COSIGNED_WITHIN = 60
LISTED = 20
# The page's names of endings that the log distinguishes.
COUNTED_AS = {"played": ("played",), "resigned": ("resigned",), "left": ("left", "flag"), "void": ("void",)}
PROGRAMS = ("verify.py", "verify.html", "bots.zip")


def unclosed_games(memory: Memory, days: float) -> Iterator[str]:
    """Yield timed games whose end is not in the log."""
    games = memory.left_open(int(clock.seconds() - days * DAY))
    for game, opened in islice(games, LISTED):
        yield f"Game {game} was opened at {moment(opened)} and never closed."
    if more := sum(1 for _ in games):
        yield f"So were {more} more."


def wrong_counts(log: RemoteLog, memory: Memory) -> Iterator[str]:
    """Check that the site's public counts include all endings in its log."""
    content = log.read_page("/fairness/endings.json")
    if content is None:
        yield "The site does not tell how its games ended: /fairness/endings.json is not there."
        return
    told = _parse_object(content)
    held = memory.count_endings(int(clock.seconds() - COUNTED_AFTER))
    for name, ways in COUNTED_AS.items():
        there, here = told.get(name), sum(held.get(way, 0) for way in ways)
        if type(there) is not int:
            yield f'The site does not tell how many games were "{name}".'
        elif there < here:
            yield f'The site counts {there} games as "{name}", and its log holds {here}.'


def other_programs(log: RemoteLog, memory: Memory) -> Iterator[str]:
    """Check that the site serves the verifiers of its newest logged release."""
    release = memory.recall(RELEASE)
    if release is None:
        yield "The log names no release."
        return
    named = json.loads(release)
    for name in [name for name in PROGRAMS if name in named]:
        content = log.read_page(f"/fairness/{name}")
        if content is None or sha256(content).hexdigest() != named[name]:
            yield f"/fairness/{name} is not the one of the release that the log names."


def other_files(log: RemoteLog, memory: Memory) -> Iterator[str]:
    """Check that each static file of the site is that of its newest logged release."""
    release = memory.recall(RELEASE)
    if release is None:
        return
    digest = json.loads(release)["files"]
    listing = log.read(f"release/{digest}")
    if sha256(listing).hexdigest() != digest:
        yield "The list of static files is not the one of the release that the log names."
        return
    for line in listing.decode().splitlines():
        wanted, _, name = line.partition("  ")
        content = log.read_page(f"/static/{name}")
        if content is None or sha256(content).hexdigest() != wanted:
            yield f"/static/{name} is not the one of the release that the log names."


def missing_cosignatures(note: str, memory: Memory, witnesses: Sequence[Verifier]) -> Iterator[str]:
    """Check that each witness has cosigned the checkpoint, after a grace period."""
    if clock.seconds() - int(memory.recall(LAST_AT) or 0) < COSIGNED_WITHIN:
        return
    for witness in witnesses:
        if cosigned_at(note, witness) is None:
            yield f"{witness.name} has not cosigned the checkpoint."


def _parse_object(content: bytes) -> dict[str, Any]:
    try:
        parsed = json.loads(content)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        raise Unreadable("/fairness/endings.json is not a JSON object.")
    return parsed
