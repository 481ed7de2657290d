"""The folder of the dumps, which are served under /data/."""

import logging
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from common.formats.signed_note import NoteError
from programs.dumps.sums import NAME_PATTERN, Sums, parse_sums

log = logging.getLogger(__name__)

SUMS_ENDING = ".sha256"
PUBLIC_NAME = re.compile(rf"{NAME_PATTERN}|every-other-[0-9]{{4}}-[0-9]{{2}}\{SUMS_ENDING}")


class ListedFile(NamedTuple):
    """A file of a dump as the page lists it, with its size in bytes."""

    name: str
    sha256: str
    size: int


class Dump(NamedTuple):
    """The dump of a month as the page lists it."""

    month: date
    games: int
    sums_name: str
    made_at: float
    files: tuple[ListedFile, ...]


def find_file(name: str) -> Path | None:
    """Return a file of a dump by name, or None if there is none."""
    file: Path = settings.DUMPS_ROOT / name
    return file if PUBLIC_NAME.fullmatch(name) and file.is_file() else None


def write_sums(folder: Path, name: str, note: str) -> None:
    """Write the signed checksums of a dump atomically. A month is listed once it has them."""
    file = folder / f"{name}{SUMS_ENDING}"
    new = folder / f".{file.name}.new"
    new.write_text(note, encoding="utf-8")
    new.replace(file)


def load_dumps() -> list[Dump]:
    """Return all dumps, newest first."""
    return sorted(_listed(), key=lambda dump: dump.month, reverse=True)


def _listed() -> Iterator[Dump]:
    for file in settings.DUMPS_ROOT.glob(f"every-other-*{SUMS_ENDING}"):
        try:
            yield _describe(file, parse_sums(file.read_text(encoding="utf-8")))
        except (NoteError, OSError, UnicodeDecodeError):
            log.warning("%s: the dump cannot be read, so it is not listed", file)


def _describe(note: Path, sums: Sums) -> Dump:
    files = [ListedFile(name, sha256, (note.parent / name).stat().st_size) for name, sha256 in sums.files]
    return Dump(sums.month, sums.games, note.name, note.stat().st_mtime, tuple(files))
