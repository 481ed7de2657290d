"""The sums of a dump: what `sha256sum --check` reads, as a note that the site has signed."""

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
    """A file of a dump, and its SHA-256."""

    name: str
    sha256: str


class Sums(NamedTuple):
    """What a site has signed of a month: how many games, in which files."""

    site: str
    month: date
    games: int
    files: tuple[DumpFile, ...]


def dump_name(month: date) -> str:
    """What the files of a month are called, before their endings."""
    return f"every-other-{month:%Y-%m}"


def sign_sums(sums: Sums, signer: Signer) -> str:
    """The sums as a signed note; to sha256sum all but the files are remarks."""
    files = "".join(f"{file.sha256}  {file.name}\n" for file in sums.files)
    return signer.sign(
        f"# {FORMAT}\n# site {sums.site}\n# month {sums.month:%Y-%m}\n# games {sums.games}\n"
        f"# license {LICENSE}\n{files}"
    )


def parse_sums(note: str) -> Sums:
    """The sums in a note; NoteError where it has none. Who signed it is not asked."""
    match = _TEXT.fullmatch(split_note(note)[0])
    if match is None:
        raise NoteError("This note has no sums of a dump.")
    files = [line.split("  ") for line in match["files"].splitlines()]
    return Sums(
        match["site"],
        date.fromisoformat(f"{match['month']}-01"),
        int(match["games"]),
        tuple(DumpFile(name, digest) for digest, name in files),
    )
