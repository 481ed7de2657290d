"""crib.md shows the game of docs/reference/a-transcript.json, and its tables list what can be written."""

import json
import re
from pathlib import Path

import pytest

from game.engine.cards import texts
from game.engine.state import Seat
from game.engine.transcript import header
from programs.crib.reading import parse_crib, read_sheets
from programs.crib.sheet.model import ERRORS, MARKS
from programs.crib.sheet.playing import play_sheet
from programs.crib.sheet.tags import KNOWN
from programs.crib.writing import write_crib

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE = (DOCS / "reference" / "crib.md").read_text()
WHOLE, PART = re.findall(r"```crib\n(.*?)```", PAGE, re.DOTALL)


def test_the_documented_game_is_that_of_the_documented_transcript():
    game = parse_crib(WHOLE)
    assert write_crib(game) == WHOLE
    transcript = json.loads((DOCS / "reference" / "a-transcript.json").read_text())
    assert " ".join((header(game.rules), *game.words)) == transcript["line"]
    assert game.game == transcript["game"]
    for deal in transcript["deals"]:
        cards = texts(game.cards[deal["number"]])
        assert deal["deck"][: len(cards)] == [*cards]


def test_the_documented_part_of_a_game_can_be_played():
    (sheet,) = read_sheets(PART)
    assert play_sheet(sheet).state.scores == (40, 39)


def test_every_tag_is_documented_in_its_order():
    rows = re.findall(r"(?m)^\| (`[A-Z]\w*`(?:, `[A-Z]\w*`)*) \|", PAGE)
    named = [name for cells in rows for name in re.findall(r"`(\w+)`", cells)]
    assert sorted(named) == sorted(KNOWN)


def test_every_mark_and_error_is_documented():
    for mark in MARKS:
        assert f"`{mark}`" in PAGE
    for error in ERRORS:
        assert f"`a{error}2`" in PAGE


GAMES = sorted((DOCS / "explanation" / "beginner").glob("*.crib"))


@pytest.mark.parametrize("file", GAMES, ids=[file.stem for file in GAMES])
def test_annotated_game_of_beginner_is_whole_and_has_notes_about_its_moves(file: Path):
    text = file.read_text()
    assert parse_crib(text).sides[Seat.A].name == "Beginner"
    (sheet,) = read_sheets(text)
    assert sheet.comment
    assert sum(bool(entry.comment) for entry in sheet.entries()) >= 6


def test_five_games_of_beginner_are_annotated():
    assert len(GAMES) == 5
