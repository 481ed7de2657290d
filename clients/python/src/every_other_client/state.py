"""Persistent data: a secret and a seed for each running game, in a file that only its owner may read."""

import json
import os
import re
import secrets
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from every_other_client.wire import Json


@dataclass(frozen=True, slots=True)
class Kept:
    """The data of a game that a restart needs.

    secret: of this seat, for the shuffle; it is revealed to everyone.
    seed: of the brain's random choices; it is never revealed.
    promised: the values that the server had shown when the secret was revealed.
    receipts: of the server, signed.
    """

    secret: bytes
    seed: bytes
    promised: Json
    receipts: tuple[str, ...]


class State:
    """The state file. It is always replaced as a whole, so that it is never half written.

    Without a path the state is in memory, and a game that is interrupted cannot be continued.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path, self._lock = path, threading.Lock()
        self._games: dict[str, Json] = {}
        if path is not None and path.exists():
            self._games = json.loads(path.read_text())["games"]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that were running when the file was last written."""
        with self._lock:
            return (*self._games,)

    def game(self, game: str) -> Kept:
        """Return the data of a game. Draw and write them for a new one."""
        with self._lock:
            if game not in self._games:
                drawn = {"secret": secrets.token_hex(32), "seed": secrets.token_hex(32), "promised": {}}
                self._games[game] = drawn
                self._write()
            kept = self._games[game]
            secret, seed = (bytes.fromhex(kept[name]) for name in ("secret", "seed"))
            return Kept(secret, seed, {**kept["promised"]}, (*kept.get("receipts", ()),))

    def promise(self, game: str, promised: Json) -> None:
        """Store the values that the server has shown, before the secret is revealed."""
        self._store(game, "promised", {**promised})

    def sign(self, game: str, receipts: list[str]) -> None:
        """Store the receipts that the server has signed."""
        self._store(game, "receipts", [*receipts])

    def accuse(self, game: str, case: Json) -> Path | None:
        """Write the evidence against a server next to the state file. Return its path."""
        if self.path is None or not re.fullmatch("[0-9A-Za-z_-]{1,16}", game):
            return None
        path = self.path.with_name(f"case-{game}.json")
        _replace(path, case)
        return path

    def forget(self, game: str) -> None:
        """Remove a game that is over."""
        with self._lock:
            if self._games.pop(game, None) is not None:
                self._write()

    def _store(self, game: str, name: str, value: Any) -> None:
        with self._lock:
            if game in self._games and self._games[game].get(name) != value:
                self._games[game][name] = value
                self._write()

    def _write(self) -> None:
        if self.path is not None:
            _replace(self.path, {"games": self._games})


def _replace(path: Path, content: Json) -> None:
    """Write a file that only its owner may read, wholly or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(number, "w") as file:
        json.dump(content, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(name, path)
