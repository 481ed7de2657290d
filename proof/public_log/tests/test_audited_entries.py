"""What the auditor says of entries and tiles that an honest log never has."""

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
        """No test reads it."""


@pytest.fixture
def found_in(folder: LogFolder, tmp_path: Path) -> Iterator[FoundIn]:
    """Writes a log of these entries, changes a file of it where asked to, and audits it."""
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
        "Entry 2 names a key that is none.",
    ]


def test_a_tile_without_the_hashes_of_its_entries_is_found(found_in: FoundIn) -> None:
    (found,) = found_in(KEY, OPEN, CLOSE, change="tile/0/000.p/3", into=bytes(96))
    assert found == "tile/0/000.p/3 does not have the hashes of its entries."
