"""The auditor's findings about entries and tiles that an honest log never has."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from common import clock
from common.formats.signed_note import Signer
from game.log.announcing_keys import announcement
from game.log.checkpoint import Checkpoint, sign_checkpoint
from game.log.folder import CHECKPOINT_FILE, KEY_FILE, LogFolder
from game.log.merkle import EMPTY
from proof.public_log.audit.memory import Memory
from proof.public_log.audit.remote import RemoteLog
from proof.public_log.audit.tree import take_growth

SIGNER = Signer("cards.example/log", bytes(range(32)))
KEY = {"kind": "key", "signs": "log", "key": SIGNER.verifier_key}
OPEN = {"kind": "open", "game": "g1", "clock": "quick"}
CLOSE = {"kind": "close", "game": "g1", "digest": "0" * 64, "how": "played", "void": None}

FoundIn = Callable[..., list[str]]


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Write no request log: the test ignores it."""


@pytest.fixture
def found_in(folder: LogFolder, tmp_path: Path) -> Iterator[FoundIn]:
    """Write a log of these entries, optionally change a file of it, and audit it."""
    serve = partial(QuietHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        Thread(target=server.serve_forever).start()

        def audit(*entries: dict[str, Any], change: str = "", into: bytes = b"") -> list[str]:
            at = int(clock.seconds())
            bodies = [json.dumps({"at": at, **entry}).encode() for entry in entries]
            checkpoint = folder.append(Checkpoint(SIGNER.verifier.name, 0, EMPTY), bodies)
            folder.write_file(KEY_FILE, SIGNER.verifier_key.encode())
            folder.write_file(CHECKPOINT_FILE, sign_checkpoint(checkpoint, [SIGNER]).encode())
            if change:
                folder.write_file(change, into)
            memory = Memory()
            log = RemoteLog(f"http://127.0.0.1:{server.server_port}/log")
            take_growth(log, memory, None, lambda _: lambda: None)
            return memory.findings

        yield audit
        server.shutdown()


def test_nothing_is_found_in_an_honest_log(found_in: FoundIn) -> None:
    assert found_in(KEY, OPEN, CLOSE, {"kind": "of a later release"}) == []


@pytest.mark.parametrize(
    "change",
    [
        {"how": "eaten"},
        {"how": "played", "void": "unplayed"},
        {"how": "void", "void": None},
        {"how": "void", "void": "rain"},
        {"game": 7},
        {"at": "soon"},
    ],
)
def test_an_end_that_no_game_has_cannot_be_read(found_in: FoundIn, change: dict[str, Any]) -> None:
    assert found_in(KEY, OPEN, CLOSE | change) == ["Entry 2 cannot be read."]


def test_a_game_closed_before_it_was_opened_is_found(found_in: FoundIn) -> None:
    assert found_in(KEY, CLOSE, OPEN) == ["Entry 1 closes game g1, which was never opened."]


def test_a_key_that_the_log_does_not_name_is_found(found_in: FoundIn) -> None:
    (found,) = found_in(OPEN, CLOSE)
    assert found == f"The log does not name the key that signs it: {SIGNER.verifier_key}"


def test_a_key_leaf_for_nothing_known_cannot_be_read(found_in: FoundIn) -> None:
    assert found_in(KEY, KEY | {"signs": "cheques"}, KEY | {"key": "none"}) == [
        "Entry 1 cannot be read.",
        "Entry 2 names an invalid key.",
    ]


def test_a_tile_without_the_hashes_of_its_entries_is_found(found_in: FoundIn) -> None:
    (found,) = found_in(KEY, OPEN, CLOSE, change="tile/0/000.p/3", into=bytes(96))
    assert found == "tile/0/000.p/3 does not have the hashes of its entries."


# How a game is dealt.

OWN = OPEN | {"version": "cribfair/2", "source": None}
DECKS, ROOT = {"kind": "decks", "set": "d1"}, {"kind": "root", "set": "d1"}
OF_A_SET = OPEN | {"game": "g2", "version": "cribfair/3", "source": {"set": "d1", "round": 1}}
OF_A_GAME = OPEN | {"game": "g2", "version": "cribfair/3", "source": {"game": "g1"}}


def test_nothing_is_found_where_shared_decks_were_there_before(found_in: FoundIn) -> None:
    assert found_in(KEY, DECKS, ROOT, OF_A_SET, OWN, CLOSE, OF_A_GAME | {"game": "g3"}) == []


def test_a_game_of_decks_that_the_log_did_not_fix_before_is_found(found_in: FoundIn) -> None:
    says = "game g2 is dealt from decks d1, which no earlier entry fixes"
    assert found_in(KEY, DECKS, OF_A_SET, ROOT) == [f"Entry 2: {says}."]


@pytest.mark.parametrize("before", [(), (OWN,)])
def test_the_cards_of_a_game_that_did_not_end_before_are_found(
    found_in: FoundIn, before: tuple[dict[str, Any], ...]
) -> None:
    number = 1 + len(before)
    says = "game g2 is dealt the cards of game g1, which no earlier entry ends"
    assert found_in(KEY, *before, OF_A_GAME) == [f"Entry {number}: {says}."]


@pytest.mark.parametrize(
    "change",
    [{"source": None}, {"source": "d1"}, {"source": {}}, {"version": "cribfair/2"}, {"version": 3}],
)
def test_an_opening_without_a_true_source_cannot_be_read(found_in: FoundIn, change: dict[str, Any]) -> None:
    assert found_in(KEY, DECKS, ROOT, OF_A_SET | change) == ["Entry 3 cannot be read."]


def test_an_opening_that_does_not_say_how_it_is_dealt_is_found_a_day_later(found_in: FoundIn) -> None:
    now = int(clock.seconds())
    entries = [
        KEY | {"at": 0},
        OWN | {"at": 0},
        OPEN | {"game": "g2", "at": 60},
        OPEN | {"game": "g3", "at": now},
    ]
    assert found_in(*entries) == ["Entry 3 opens game g3, and does not say how it is dealt."]


# A new key.

NEXT = Signer("cards.example/log", bytes(reversed(range(32))))


def new_key(**more: Any) -> dict[str, Any]:
    before, key = SIGNER.verifier_key, NEXT.verifier_key
    signed = SIGNER.sign_bytes(announcement("log", key, before).encode()).hex()
    return {"kind": "key", "signs": "log", "key": key, "before": before, "announced": signed} | more


def test_a_new_key_that_the_one_before_announces_is_taken(found_in: FoundIn) -> None:
    assert found_in(KEY, OWN, new_key()) == []


def test_a_new_key_of_version_1_0_had_no_announcement(found_in: FoundIn) -> None:
    leaf = {name: value for name, value in new_key().items() if name not in ("before", "announced")}
    assert found_in(KEY, leaf, OWN) == []
    now = int(clock.seconds())
    late = [KEY | {"at": 0}, OWN | {"at": 0}, leaf | {"at": now}]
    assert found_in(*late) == [f"Entry 2 names a new key that no earlier one announces: {NEXT.verifier_key}"]


@pytest.mark.parametrize(
    "change", [{"announced": None}, {"announced": "00" * 64}, {"before": NEXT.verifier_key}, {"before": 7}]
)
def test_a_new_key_that_no_earlier_one_announces_is_found(found_in: FoundIn, change: dict[str, Any]) -> None:
    found = found_in(KEY, new_key(**change))
    assert found == [f"Entry 1 names a new key that no earlier one announces: {NEXT.verifier_key}"]


# The reason for a named first dealer.

REMATCH = OWN | {"game": "g2", "first_dealer_because": {"rematch_of": "g1"}}
NEXT_GAME = OWN | {"game": "g3", "first_dealer_because": {"alternates_with": "g1"}}
BY_EVENT = OWN | {"game": "g4", "first_dealer_because": {"event": "e1"}}


def test_nothing_is_found_where_the_game_before_was_there(found_in: FoundIn) -> None:
    assert found_in(KEY, OWN, CLOSE, REMATCH, NEXT_GAME, NEXT_GAME | {"game": "g5"}, BY_EVENT) == []


@pytest.mark.parametrize("opening", [REMATCH, NEXT_GAME])
def test_a_game_that_follows_one_which_is_not_there_is_found(
    found_in: FoundIn, opening: dict[str, Any]
) -> None:
    says = f"Entry 1: game {opening['game']} follows game g1, which no earlier entry opens."
    assert found_in(KEY, opening, OWN) == [says]


def test_two_rematches_of_one_game_are_found(found_in: FoundIn) -> None:
    says = "Entry 3: game g6 is a rematch of game g1, as game g2 was before."
    assert found_in(KEY, OWN, REMATCH, REMATCH | {"game": "g6"}) == [says]


@pytest.mark.parametrize(
    "because", [{}, None, "g1", {"won": "g1"}, {"event": 7}, {"event": "e", "rematch_of": "g1"}]
)
def test_no_reason_cannot_be_read(found_in: FoundIn, because: object) -> None:
    assert found_in(KEY, OWN | {"first_dealer_because": because}) == ["Entry 1 cannot be read."]
