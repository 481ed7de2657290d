"""crib.md shows the game of docs/reference/a-transcript.json, and its table lists every header."""

import json
import re
from pathlib import Path

import pytest

from game.engine.cards import texts
from game.engine.state import Seat
from game.engine.transcript import header
from programs.crib.reading import REQUIRED, VALUES, parse_crib

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE = (DOCS / "reference" / "crib.md").read_text()


def test_the_documented_game_is_that_of_the_documented_transcript():
    example = re.search(r"```crib\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    game = parse_crib(example[1])
    transcript = json.loads((DOCS / "reference" / "a-transcript.json").read_text())
    assert " ".join((header(game.rules), *game.words)) == transcript["line"]
    assert game.game == transcript["game"]
    for deal in transcript["deals"]:
        cards = texts(game.cards[deal["number"]])
        assert deal["deck"][: len(cards)] == [*cards]


def test_every_header_is_documented_in_its_order():
    rows = re.findall(r"(?m)^\| (`[A-Z]\w*`(?:, `[A-Z]\w*`)*) \|.*?\| ([^|]*)\|$", PAGE)
    named = [name for cells, _ in rows for name in re.findall(r"`(\w+)`", cells)]
    assert sorted(named) == sorted(VALUES)
    always = {name for cells, when in rows if "always" in when for name in re.findall(r"`(\w+)`", cells)}
    assert always == {"Format", *REQUIRED}


GAMES = sorted((DOCS / "explanation" / "beginner").glob("*.crib"))


@pytest.mark.parametrize("file", GAMES, ids=[file.stem for file in GAMES])
def test_annotated_game_of_beginner_is_a_whole_game_and_its_notes_are_about_its_moves(file: Path):
    game = parse_crib(file.read_text())
    assert game.sides[Seat.A].name == "Beginner"
    lines = file.with_suffix(".txt").read_text().splitlines()
    plain = [line for line in lines if line and not line.startswith("  ")]
    assert plain == [line for line in file.read_text().splitlines() if line]
    moves: list[str] = []
    for line in lines[:-1]:
        if line.startswith("  "):
            assert line.partition(":")[0].strip() in moves, line
        else:
            moves = line.split()


def test_five_games_of_beginner_are_annotated():
    assert len(GAMES) == 5
