"""The log's folder: every file is written atomically, and the checkpoint last."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

from game.log.checkpoint import Checkpoint
from game.log.merkle import leaf_hash
from game.log.tiles import ENTRIES, Tile, TiledTree, new_bundles, new_tiles, split_entries, tiles_in

CHECKPOINT_FILE = "checkpoint"
KEY_FILE = "key"
TILE_PATH = r"tile/(?:entries|0|[1-9]|[1-5][0-9]|6[0-3])/(?:x[0-9]{3}/){0,5}[0-9]{3}(?:\.p/[1-9][0-9]{0,2})?"
RELEASE_PATH = r"release/[0-9a-f]{64}"
PUBLIC_PATH = re.compile(rf"{CHECKPOINT_FILE}|{KEY_FILE}|{TILE_PATH}|{RELEASE_PATH}")


class LogFolder:
    """The files of a log, as served under /log/."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @contextmanager
    def locked(self) -> Iterator[bool]:
        """Keep other processes of this machine from writing. Yield False if one already writes."""
        self.root.mkdir(parents=True, exist_ok=True)
        with (self.root / ".lock").open("w") as lock:
            try:
                flock(lock, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True

    def read_checkpoint(self) -> str | None:
        """Return the note of the latest checkpoint; None if the log has not begun."""
        try:
            return (self.root / CHECKPOINT_FILE).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None

    def read_file(self, path: str) -> bytes | None:
        """Return a file by its public path; None if there is no such file."""
        if not PUBLIC_PATH.fullmatch(path):
            return None
        try:
            return (self.root / path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def read_tile(self, tile: Tile) -> bytes:
        """Return a tile, or the fuller one that has replaced it."""
        for each in (tile, tile.whole):
            if (found := self.read_file(each.path)) is not None:
                return found
        raise FileNotFoundError(f"The log lacks {tile.path}.")

    def read_entries(self, first: int, end: int) -> Iterator[bytes]:
        """Yield the entries from a number up to another."""
        for tile in tiles_in(ENTRIES, end, first):
            begin = tile.index * 256
            entries = split_entries(self.read_tile(tile))
            yield from entries[max(first - begin, 0) : end - begin]

    def append(self, published: Checkpoint, entries: Sequence[bytes]) -> Checkpoint:
        """Write the tiles that entries extend, and return the log's new state."""
        size = published.size
        new = [*new_tiles(self.read_tile, size, [leaf_hash(entry) for entry in entries])]
        for tile, content in (*new, *new_bundles(self.read_tile, size, entries)):
            self.write_file(tile.path, content)
        grown = size + len(entries)
        self._delete_partial_tiles(size, grown)
        return Checkpoint(published.origin, grown, TiledTree(self.read_tile, grown).root)

    def write_file(self, path: str, content: bytes) -> None:
        """Write a file durably and atomically. Several processes may write the same file."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        new = target.with_name(f".{target.name}.{os.getpid()}.new")
        with new.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        new.rename(target)

    def _delete_partial_tiles(self, size: int, grown: int) -> None:
        """Delete partial tiles that have long been full.

        Readers of an older checkpoint find the full ones.
        """
        for level in (0, ENTRIES):
            for tile in tiles_in(level, grown - grown % 256, max(size - 256, 0)):
                parts = self.root / f"{tile.whole.path}.p"
                if tile.index < grown // 256 - 1 and parts.is_dir():
                    for part in parts.iterdir():
                        part.unlink()
                    parts.rmdir()
