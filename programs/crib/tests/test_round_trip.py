"""Reading reverses writing, in both formats; in format 1 each changed byte is an error or another game."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.engine.moves import Deal, Flag, Leave, Resign
from game.engine.play import act
from game.engine.state import Counting, Rules, Seat, State
from programs.crib.document import CribGame, Result, Side, shown_cards
from programs.crib.reading import CribFault, parse_crib, read_crib, read_sheets
from programs.crib.sheet.playing import play_sheet
from programs.crib.version_1.reading import parse_version_1
from programs.crib.version_1.writing import write_version_1
from programs.crib.writing import write_crib
from tests.worlds.positions import play_random_game

letters = some.characters(exclude_categories=["C", "Z"]) | some.sampled_from(' "\\]')
names = some.text(letters, min_size=1, max_size=100).filter(lambda name: name == name.strip())
sides = some.builds(
    Side, names, some.sampled_from(["", "novice", "halscrib"]), some.none() | some.integers(-900, 3000)
)
rules = some.builds(
    Rules,
    some.sampled_from([61, 121]),
    some.sampled_from(Counting),
    some.none() | some.sampled_from(Seat),
    some.sampled_from([(0, 0), (9, 0), (0, 12)]),
)


@some.composite
def games(draw: some.DrawFn) -> CribGame:
    """Draw a game played at random, to its end or until a seat resigns."""
    story = play_random_game(draw(rules), draw(some.integers(0, 10_000)))
    stop = draw(some.none() | some.integers(0, len(story) - 1))
    end = story[-1][0]
    if stop is not None and not story[stop][0].is_over:
        move = draw(some.sampled_from([Resign(), Flag(), Leave()]))
        before, story = story[stop][0], story[:stop]
        end, _ = act(before, draw(some.sampled_from(Seat)), move)
    return crib_of(
        story,
        end,
        sides=(draw(sides), draw(sides)),
        site=draw(some.sampled_from(["", "cards.example:8000"])),
        game=draw(some.sampled_from(["", "k3v9"])),
        event=draw(some.just("") | names),
        date=draw(some.sampled_from(["", "2026-11-26"])),
        rated=draw(some.none() | some.booleans()),
        clock=draw(some.sampled_from(["", "none", "quick"])),
    )


def crib_of(story: list, end: State, **headers: object) -> CribGame:
    moves = [move for _, _, move in story]
    return CribGame(
        rules=end.rules,
        result=Result.of(end),
        words=end.record,
        cards={
            move.number: shown_cards(move.number, move.deck, end) for move in moves if isinstance(move, Deal)
        },
        **headers,
    )


def short_game() -> CribGame:
    story = play_random_game(Rules(61), 7, plies=20)
    end, _ = act(story[-1][0], Seat.B, Resign())
    sides = Side("Ann", "", 1512), Side("Novice", "novice")
    return crib_of(story[:-1], end, sides=sides, date="2026-11-26")


@pytest.mark.slow
@given(games())
def test_reading_reverses_writing(game: CribGame):
    text = write_crib(game)
    assert parse_crib(text) == game
    assert write_crib(parse_crib(text)) == text
    (sheet,) = read_sheets(text)
    assert play_sheet(sheet).state.record == game.words


@pytest.mark.slow
@given(games())
def test_format_1_is_still_read(game: CribGame):
    text = write_version_1(game)
    assert parse_version_1(text) == parse_crib(text) == game
    assert read_sheets(text) == read_sheets(write_crib(game))


@given(some.data())
def test_a_changed_byte_is_an_error_or_another_game(data: some.DataObject):
    game = short_game()
    file = write_version_1(game).encode()
    at = data.draw(some.integers(0, len(file) - 1))
    byte = data.draw(some.integers(0, 255).filter(lambda byte: byte != file[at]))
    changed = file[:at] + bytes([byte]) + file[at + 1 :]
    try:
        read = read_crib(changed)
    except CribFault:
        return
    assert read != game
    assert write_version_1(read).encode() == changed


@pytest.mark.parametrize("change", ["drop", "double"])
def test_a_missing_or_extra_byte_is_an_error(change: str):
    game, chance = short_game(), Random(1)
    file = write_version_1(game).encode()
    for at in chance.sample(range(len(file)), 100):
        changed = file[:at] + (b"" if change == "drop" else file[at : at + 1] * 2) + file[at + 1 :]
        if changed == file:
            continue
        try:
            assert read_crib(changed) != game
        except CribFault:
            continue
