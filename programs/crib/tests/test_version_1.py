"""Files of format 1, written when it was the newest, are read for ever as the same games."""

from pathlib import Path

import pytest

from programs.crib.reading import parse_crib, read_sheets
from programs.crib.sheet.writing import write_sheet
from programs.crib.version_1.writing import write_version_1

FILES = sorted((Path(__file__).parent / "version_1").glob("*.crib"))


def test_files_of_several_kinds_are_kept():
    assert len(FILES) == 8


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_of_format_1_is_the_same_game(file: Path):
    text = file.read_text()
    game = parse_crib(text)
    assert write_version_1(game) == text
    [sheet] = read_sheets(text.replace("\n", "\r\n"))
    assert parse_crib(write_sheet(sheet)) == game
