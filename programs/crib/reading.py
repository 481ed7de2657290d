"""Parse .crib files of both formats. Pure."""

from game.engine.i18n import gettext_noop
from programs.crib.document import CribGame
from programs.crib.faults import CribFault
from programs.crib.sheet.convert import crib_of, sheet_of
from programs.crib.sheet.model import Sheet
from programs.crib.sheet.parsing import TOO_LONG, parse_sheets, with_line_feeds
from programs.crib.sheet.playing import play_sheet
from programs.crib.version_1.reading import FIRST_LINE, parse_version_1

__all__ = ["LONGEST", "TOO_LONG", "CribFault", "parse_crib", "read_crib", "read_sheets"]

LONGEST = 20_000  # characters of one game; the longest of a hundred to 121 played at random had 2,530
NOT_UTF_8 = gettext_noop("A .crib is text in UTF-8, and this file isn’t.")


def read_crib(file: bytes) -> CribGame:
    """Parse a file with one whole game. Raise CribFault if it is not valid."""
    try:
        return parse_crib(file.decode())
    except UnicodeDecodeError:
        raise CribFault(NOT_UTF_8) from None


def parse_crib(text: str) -> CribGame:
    """Parse one whole game of either format. Raise CribFault if it is not valid.

    Comments, marks and variations are left out. `read_sheets` keeps them, and reads parts of games too.
    """
    if len(text) > LONGEST:
        raise CribFault(TOO_LONG)
    if is_version_1(text):
        return parse_version_1(text)
    sheets = parse_sheets(text)
    if len(sheets) > 1:
        raise CribFault(gettext_noop("This file has several games."))
    return crib_of(sheets[0], play_sheet(sheets[0]))


def read_sheets(text: str) -> tuple[Sheet, ...]:
    """Parse every game of a text of either format. Raise CribFault if it can't be read."""
    if is_version_1(text):
        return (sheet_of(parse_version_1(with_line_feeds(text).strip() + "\n")),)
    return parse_sheets(text)


def is_version_1(text: str) -> bool:
    """Return whether a text says that it is of format 1."""
    return text.lstrip("\ufeff \t\r\n").startswith(FIRST_LINE)
