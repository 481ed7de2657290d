"""Write a game as a .crib. Pure."""

from programs.crib.document import CribGame
from programs.crib.sheet.convert import sheet_of
from programs.crib.sheet.writing import write_sheet


def write_crib(game: CribGame) -> str:
    """Write a whole game as a .crib of format 2."""
    return write_sheet(sheet_of(game))
