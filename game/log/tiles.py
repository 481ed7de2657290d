"""The files of a log (https://c2sp.org/tlog-tiles): hashes in tiles of 256, and entries in bundles."""

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from game.log.merkle import HASH_LENGTH, node_hash, root_of, split

HEIGHT = 8
WIDTH = 1 << HEIGHT
ENTRIES: Final = "entries"

Level = int | Literal["entries"]


@dataclass(frozen=True, slots=True)
class Tile:
    """A run of hashes at one level of the tree, or of entries. Only the last has a `width` below 256."""

    level: Level
    index: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        partial = "" if self.width == WIDTH else f".p/{self.width}"
        return f"tile/{self.level}/{_path_of_number(self.index)}{partial}"

    @property
    def whole(self) -> "Tile":
        """Return the complete tile that this one becomes."""
        return replace(self, width=WIDTH)


ReadTile = Callable[[Tile], bytes]


def _path_of_number(number: int) -> str:
    """Return a number in groups of three digits: 1234067 is x001/x234/067."""
    rest, last = divmod(number, 1000)
    path = f"{last:03}"
    while rest:
        rest, group = divmod(rest, 1000)
        path = f"x{group:03}/{path}"
    return path


def tiles_in(level: Level, size: int, since: int = 0) -> Iterator[Tile]:
    """Yield the tiles of one level with leaves or nodes since a number, for a total size."""
    for index in range(since // WIDTH, -(-size // WIDTH)):
        yield Tile(level, index, min(WIDTH, size - index * WIDTH))


def new_tiles(read: ReadTile, size: int, leaves: Sequence[bytes]) -> Iterator[tuple[Tile, bytes]]:
    """Yield the tiles that change when leaves are added to a tree, with their new contents."""
    level, added = 0, list(leaves)
    while added:
        kept = read(Tile(level, size // WIDTH, size % WIDTH)) if size % WIDTH else b""
        row = split_hashes(kept) + added
        added = []
        for tile in tiles_in(level, size + len(row) - size % WIDTH, size):
            begin = tile.index * WIDTH - size + size % WIDTH
            hashes = row[begin : begin + tile.width]
            yield tile, b"".join(hashes)
            if tile.width == WIDTH:
                added.append(root_of(hashes))
        level, size = level + 1, size // WIDTH


def new_bundles(read: ReadTile, size: int, entries: Sequence[bytes]) -> Iterator[tuple[Tile, bytes]]:
    """Yield the bundles that change when entries are added to a log."""
    kept = split_entries(read(Tile(ENTRIES, size // WIDTH, size % WIDTH))) if size % WIDTH else []
    row = kept + list(entries)
    for tile in tiles_in(ENTRIES, size + len(entries), size):
        begin = tile.index * WIDTH - size + len(kept)
        yield tile, b"".join(pack_entry(entry) for entry in row[begin : begin + tile.width])


def pack_entry(entry: bytes) -> bytes:
    return struct.pack(">H", len(entry)) + entry


def split_entries(bundle: bytes) -> list[bytes]:
    """Return the entries of a bundle. Raise ValueError if it is invalid."""
    entries, at = [], 0
    while at < len(bundle):
        length = int.from_bytes(bundle[at : at + 2], "big")
        entry = bundle[at + 2 : at + 2 + length]
        if len(bundle) < at + 2 or len(entry) != length:
            raise ValueError("A bundle of entries is truncated.")
        entries.append(entry)
        at += 2 + length
    return entries


def split_hashes(tile: bytes) -> list[bytes]:
    """Return the hashes of a tile. Raise ValueError if it is invalid."""
    if len(tile) % HASH_LENGTH:
        raise ValueError("A tile of hashes is truncated.")
    return [tile[at : at + HASH_LENGTH] for at in range(0, len(tile), HASH_LENGTH)]


class TiledTree:
    """A tree of a given size, read from tiles and cached."""

    def __init__(self, read: ReadTile, size: int) -> None:
        self._read, self._size = read, size
        self._tiles: dict[Tile, list[bytes]] = {}

    @cached_property
    def root(self) -> bytes:
        return self.hash_of(0, self._size) if self._size else root_of([])

    def leaf(self, index: int) -> bytes:
        """Return the hash of one leaf."""
        return self._hashes(0, index, 1)[0]

    def hash_of(self, low: int, high: int) -> bytes:
        """Return the hash over some leaves, as proofs need it: the first ones are a complete subtree."""
        count = high - low
        if count & (count - 1) == 0:
            level, rest = divmod(count.bit_length() - 1, HEIGHT)
            return root_of(self._hashes(level, low >> HEIGHT * level, 1 << rest))
        middle = low + split(count)
        return node_hash(self.hash_of(low, middle), self.hash_of(middle, high))

    def _hashes(self, level: int, first: int, count: int) -> list[bytes]:
        index, begin = divmod(first, WIDTH)
        tile = Tile(level, index, min(WIDTH, (self._size >> HEIGHT * level) - index * WIDTH))
        if tile not in self._tiles:
            hashes = split_hashes(self._read(tile))
            if len(hashes) < tile.width:
                raise ValueError(f"{tile.path} has too few hashes.")
            self._tiles[tile] = hashes
        return self._tiles[tile][begin : begin + count]
