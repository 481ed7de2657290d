"""The checksums of a dump: a signed note that `sha256sum --check` can read."""

import re
from datetime import date
from typing import NamedTuple

from common.formats.signed_note import NoteError, Signer, split_note

FORMAT = "every-other/dump/1"
LICENSE = "CC0-1.0"
NAME_PATTERN = r"every-other-[0-9]{4}-[0-9]{2}\.(?:ndjson\.zst|parquet)"
_TEXT = re.compile(
    rf"# {FORMAT}\n# site (?P<site>\S+)\n# month (?P<month>[0-9]{{4}}-[0-9]{{2}})\n"
    rf"# games (?P<games>[0-9]+)\n# license {LICENSE}\n(?P<files>(?:[0-9a-f]{{64}}  {NAME_PATTERN}\n)+)"
)


class DumpFile(NamedTuple):
    """A file of a dump and its SHA-256."""

    name: str
    sha256: str


class Sums(NamedTuple):
    """The signed statement about a month: the number of games, and the files."""

    site: str
    month: date
    games: int
    files: tuple[DumpFile, ...]


def dump_name(month: date, *, of_samples: bool = False) -> str:
    """Return the file name of a month without its ending. The site serves no files of sample games."""
    return f"{'sample-games' if of_samples else 'every-other'}-{month:%Y-%m}"


def sign_sums(sums: Sums, signer: Signer) -> str:
    """Return the checksums as a signed note. sha256sum treats all other lines as comments."""
    files = "".join(f"{file.sha256}  {file.name}\n" for file in sums.files)
    return signer.sign(
        f"# {FORMAT}\n# site {sums.site}\n# month {sums.month:%Y-%m}\n# games {sums.games}\n"
        f"# license {LICENSE}\n{files}"
    )


def parse_sums(note: str) -> Sums:
    """Return the checksums of a note. Raise NoteError if it has none. The signature is not checked."""
    match = _TEXT.fullmatch(split_note(note)[0])
    if match is None:
        raise NoteError("This note has no checksums of a dump.")
    files = [line.split("  ") for line in match["files"].splitlines()]
    return Sums(
        match["site"],
        date.fromisoformat(f"{match['month']}-01"),
        int(match["games"]),
        tuple(DumpFile(name, digest) for digest, name in files),
    )
