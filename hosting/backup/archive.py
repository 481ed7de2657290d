"""The backup file: the dump of the database's own tools, and a manifest that describes it."""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import msgspec
from msgspec import Struct

FORMAT = 1
DATA, MANIFEST = "data", "manifest.json"
CHUNK_SIZE = 1 << 20
COMPRESS_LEVEL = 1  # zlib's fastest


class BackupError(Exception):
    """The backup or restore did nothing, for the reason in this message."""


class Contents(Struct, frozen=True):
    """The contents of the database, all read at one instant."""

    database: str  # postgresql or sqlite
    tool: str  # the tool that wrote the dump, and its version
    migrations: list[tuple[str, str]]
    tables: dict[str, int]  # rows
    keys: dict[str, int]  # number of secrets sealed under each key, by key id; never the keys themselves
    live: int  # games in progress


class Manifest(Struct, frozen=True):
    """The description of a backup."""

    every_other_backup: int
    made_at: str
    contents: Contents
    bytes: int
    sha256: str


class HashingWriter:
    """A stream that hashes everything written to it."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out, self._sum, self.bytes = out, hashlib.sha256(), 0

    def write(self, piece: bytes) -> None:
        self._out.write(piece)
        self._sum.update(piece)
        self.bytes += len(piece)

    @property
    def sha256(self) -> str:
        return self._sum.hexdigest()


def write_archive(
    path: Path, made_at: str, dump: Callable[[HashingWriter], Contents], compression: int = ZIP_DEFLATED
) -> Manifest:
    """Write a file that only its owner may read. It gets its name only when it is complete and on disk."""
    if path.exists():
        raise BackupError(f"The file {path} exists already, and a backup overwrites nothing.")
    part = path.with_name(path.name + ".part")
    try:
        handle = os.open(part, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600)
        with os.fdopen(handle, "w+b") as out:
            with ZipFile(out, "w", compression, compresslevel=COMPRESS_LEVEL) as archive:
                with archive.open(DATA, "w", force_zip64=True) as entry:
                    data = HashingWriter(entry)
                    contents = dump(data)
                manifest = Manifest(FORMAT, made_at, contents, data.bytes, data.sha256)
                archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
            out.flush()
            os.fsync(out.fileno())
        part.rename(path)
    except OSError as fault:
        raise BackupError(f"{part} cannot be written: {fault.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)
    return manifest


@contextmanager
def open_archive(path: Path) -> Iterator[tuple[Manifest, ZipFile]]:
    """Open a backup and check its data against its manifest."""
    try:
        with ZipFile(path) as archive:
            manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
            if manifest.every_other_backup != FORMAT:
                raise BackupError(
                    f"{path} was made by a newer version of Every Other, which is needed to read it."
                )
            with archive.open(DATA) as data:
                if hashlib.file_digest(data, "sha256").hexdigest() != manifest.sha256:  # type: ignore[arg-type]
                    raise BackupError(f"{path} is damaged: its data does not match its checksum.")
            yield manifest, archive
    except OSError as fault:
        raise BackupError(f"{path} cannot be read: {fault.strerror}.") from None
    except (BadZipFile, KeyError, EOFError, msgspec.DecodeError):
        raise BackupError(f"{path} is damaged, or is no backup of Every Other.") from None


def read_chunks(data: IO[bytes]) -> Iterator[bytes]:
    """Yield the whole content of a stream in chunks."""
    while piece := data.read(CHUNK_SIZE):
        yield piece
