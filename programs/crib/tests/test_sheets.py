"""Score sheets: reading reverses writing, every feature is read, and every fault has its place."""

import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from game.engine.cards import card, cards
from game.engine.state import Seat
from programs.crib.faults import CribFault, Place
from programs.crib.sheet.model import (
    ERRORS,
    MARKS,
    Discard,
    Entry,
    Lay,
    Points,
    Say,
    Score,
    Sheet,
    SheetDeal,
    Variation,
)
from programs.crib.sheet.parsing import DEEPEST, LONGEST_FILE, MOST_GAMES, parse_sheets
from programs.crib.sheet.tags import in_order
from programs.crib.sheet.tokens import tidy
from programs.crib.sheet.writing import WIDTH, write_sheet

letters = some.characters(exclude_categories=["Cs"]) | some.sampled_from(' {([])"\\;#\n')
lines = some.text(letters, max_size=60).map(lambda text: tidy(text.replace("}", "")))
values = some.text(letters, min_size=1, max_size=60).map(tidy).filter(bool)
seats = some.sampled_from(Seat)
deck_cards = some.integers(0, 51)
shown = some.none() | deck_cards
words = (
    some.builds(Lay, seats, shown)
    | some.builds(Discard, seats, some.tuples(shown, shown))
    | some.builds(Say, seats, some.sampled_from(["go", "pass", "resign", "flag", "left"]))
    | some.builds(Say, some.none(), some.sampled_from(["void", "unshown"]))
    | some.builds(Points, seats, some.sampled_from(["=", "+", *ERRORS]), some.integers(0, 99))
)
scores = some.builds(Score, some.tuples(some.integers(0, 999), some.integers(0, 999)))
marks = some.sampled_from(["", *MARKS])


def variations_of(entries):
    return some.builds(Variation, some.lists(entries, min_size=1, max_size=3).map(tuple), lines)


plain_entries = some.builds(Entry, words | scores, marks, lines)
entries = some.recursive(
    some.builds(Entry, words, marks, lines),
    lambda inner: some.builds(
        Entry, words, marks, lines, some.lists(variations_of(inner), max_size=2).map(tuple)
    ),
    max_leaves=4,
)
deals = some.builds(
    SheetDeal,
    some.integers(1, 999),
    some.none() | seats,
    some.tuples(*[some.just(()) | some.lists(shown, min_size=6, max_size=6).map(tuple)] * 2),
    some.just(()) | some.tuples(shown),
    lines,
    some.lists(entries | plain_entries, max_size=5).map(tuple),
)
tags = some.fixed_dictionaries(
    {},
    optional={
        "A": values,
        "B": values,
        "Date": some.sampled_from(["2026", "2026-11", "2026-11-26"]),
        "Rules": some.sampled_from(["121 auto", "181 muggins first=b", "61"]),
        "Table": values,
        "Z_9": values,
        "Result": some.sampled_from(["*", "a 121-90 1 played", "121-98"]),
    },
)
cuts = some.just(()) | some.permutations(range(52)).map(lambda deck: (*deck[:4],))
sheets = some.builds(
    Sheet, tags.map(in_order), lines, cuts, some.lists(entries, max_size=2).map(tuple),
    some.lists(deals, max_size=3).map(tuple),
)  # fmt: skip


def write_sheets(games: tuple[Sheet, ...]) -> str:
    return "\n".join(map(write_sheet, games))


@pytest.mark.slow
@settings(deadline=None)
@given(some.lists(sheets, min_size=1, max_size=3).map(tuple))
def test_reading_reverses_writing(games):
    text = write_sheets(games)
    assert parse_sheets(text) == games
    assert write_sheets(parse_sheets(text)) == text
    assert parse_sheets(text.replace("\n", "\r\n")) == games


@pytest.mark.slow
@settings(deadline=None)
@given(some.data())
def test_nothing_but_a_fault_is_raised(data):
    text = write_sheet(data.draw(sheets))
    at, end = sorted((data.draw(some.integers(0, len(text))), data.draw(some.integers(0, len(text)))))
    changed = text[:at] + data.draw(some.text(letters, max_size=8)) + text[end:]
    try:
        read = parse_sheets(changed)
    except CribFault:
        return
    assert parse_sheets(write_sheets(read)) == read


WRITTEN = """\
﻿[A "Ann"] ; as she signs
[Table "4"]
[Date "2026.11.??"]

{At the pub.} cut: 10D 4h
#1B  a: 5H 6d 10S x   up:J♥ {a good cut}
  a5H6D?! {both fives
  gone} (a10sx {safer} b4C (b5C $4)) b23 A10S! bxx a-go b<2 a>1 b#3 aR2 a=12 b+2 b-pass
30-7 {after one}
"""


def test_everything_that_people_write_is_read():
    (game,) = parse_sheets(WRITTEN.replace("b23 ", "").replace("\n", "\r\n"))
    assert game.tags == (("Date", "2026-11"), ("A", "Ann"), ("Table", "4"))
    assert game.comment == "as she signs At the pub."
    assert game.cut == cards("TD 4H")
    (deal,) = game.deals
    assert (deal.number, deal.dealer, deal.comment) == (1, Seat.B, "a good cut")
    assert deal.hands == ((*cards("5H 6D TS"), None, None, None), ())
    assert deal.starter == (card("JH"),)
    first = deal.entries[0]
    assert first.word == Discard(Seat.A, cards("5H 6D"))
    assert (first.mark, first.comment, first.at) == ("?!", "both fives gone", Place(7, 3))
    inner = Variation((Entry(Lay(Seat.B, card("5C")), "??"),))
    (variation,) = first.variations
    assert variation.entries == (
        Entry(Discard(Seat.A, (card("TS"), None)), "", "safer"),
        Entry(Lay(Seat.B, card("4C")), "", "", (inner,)),
    )
    assert [entry.word for entry in deal.entries[1:]] == [
        Lay(Seat.A, card("TS")), Discard(Seat.B, (None, None)), Say(Seat.A, "go"),
        Points(Seat.B, "<", 2), Points(Seat.A, ">", 1), Points(Seat.B, "#", 3), Points(Seat.A, "R", 2),
        Points(Seat.A, "=", 12), Points(Seat.B, "+", 2), Say(Seat.B, "pass"), Score((30, 7)),
    ]  # fmt: skip


def test_a_discard_by_places_is_read_where_the_hand_is_written():
    (game,) = parse_sheets("#1 b: 2C 3C 4C 5C 6C 7C b25")
    assert game.deals[0].entries[0].word == Discard(Seat.B, cards("3C 6C"))


def test_a_file_may_have_several_games():
    read = parse_sheets(
        '[A "Ann"]\n#1a 3-4\n[A "Bo"] {no moves}\n[Format "every-other/crib/2"][B "Cy"] -void'
    )
    assert [game.tags for game in read] == [(("A", "Ann"),), (("A", "Bo"),), (("B", "Cy"),)]


def test_written_lines_are_short():
    text = write_sheet(parse_sheets("#1a {" + "word " * 100 + "} " + "b5H {x} " * 50)[0])
    assert max(map(len, text.split("\n"))) <= WIDTH


FAULTS = [
    ("", "There’s no game here.", None),
    ('[A "Ann"', "This isn’t a tag: those look like [Date \"2026-11-26\"].", (1, 1)),
    ('[A "Ann"]\n [A "Bo"]', "The tag A is there twice.", (2, 2)),
    ('[Date "yesterday"]', "The tag Date can’t say “yesterday”.", (1, 1)),
    ('[Format "every-other/crib/3"]', "The tag Format can’t say “every-other/crib/3”.", (1, 1)),
    ('[Table ""]', "The tag Table can’t say “”.", (1, 1)),
    ("#1a {a comment\n\n", "This comment is never closed by }.", (1, 5)),
    ("#1a\na5H )", "There’s a ) here that closes nothing.", (2, 5)),
    ("#1a a5H ]", "There’s a ] here that closes nothing.", (1, 9)),
    ("#1a (b5H)", "A variation follows a move that it replaces.", (1, 5)),
    ("#1a a5H (b5H", "This variation is never closed by ), or goes beyond its deal.", (1, 9)),
    ("#1a a5H (b5H #2)", "This variation is never closed by ), or goes beyond its deal.", (1, 9)),
    ("#1a a5H ()", "This variation has no move.", (1, 9)),
    ("#1a a5H " + "(b5H " * 9, "Variations go at most 8 deep.", (1, 49)),
    ("#1c", "“#1c” isn’t a deal: those look like #3, or #3a if A deals.", (1, 1)),
    ("#0", "“#0” isn’t a deal: those look like #3, or #3a if A deals.", (1, 1)),
    ("#1\na: 5H 6H a: 7H", "“a:” has no place here.", (2, 10)),
    ("#1 up: b5H", "Cards are missing after “up:”.", (1, 4)),
    ("#1 up:5Z", "“5Z” isn’t a card: those are written 5H, TD, AS, or x if unknown.", (1, 4)),
    ("#1 a: 2C 3C 4C 5C 6C 7C 8C", "There are more cards here than 6.", (1, 25)),
    ("cut: 5H", "The cut for deal turns cards in pairs.", (1, 1)),
    ("cut: 5H 5H", "The cut for deal names different cards, and none unknown.", (1, 1)),
    ("#1a\r\na5H c5H", "“c5H” can’t be read.", (2, 5)),
    ("#1a a5H6H7H", "“a5H6H7H” can’t be read.", (1, 5)),
    ("#1a b14", "“b14” can’t be read.", (1, 5)),
    ("#1a " + "q" * 99, f"“{'q' * 40}…” can’t be read.", (1, 5)),
    ("\t-void 5H\u0000", "“5H?” can’t be read.", (1, 8)),
    ("[A \"x\"] -void " * (MOST_GAMES + 1), "A file has at most 200 games.", (1, 1 + 14 * MOST_GAMES)),
    ("x" * (LONGEST_FILE + 1), "This is too long for a game.", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says", "at"), FAULTS)
def test_every_fault_has_a_sentence_and_its_place(text, says, at):
    with pytest.raises(CribFault) as fault:
        parse_sheets(text)
    assert (str(fault.value), fault.value.at) == (says, at and Place(*at))


HOSTILE = {
    "comments": "#1a a5H " + "{a}(b5H)" * 100_000,
    "an open comment": "#1a " + "{" * 990_000,
    "open variations": "#1a a5H " + "(" * 990_000,
    "nested variations": "#1a " + "a5H (" * (DEEPEST + 1) * 20_000,
    "marks": "#1a a5H" + "!" * 990_000,
    "quotes": '[A "' + "\\" * 990_000,
    "tags": '[A "' * 240_000,
    "line ends": "\r\n" * 490_000 + "#",
    "cards": "#1a a" + "5H" * 490_000,
    "digits": "#" + "9" * 990_000,
    "moves": "#1a " + "a5H " * 240_000,
    "deals": "#1 " * 330_000,
    "signs": "﷽" * 990_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_megabyte_takes_linear_time(kind):
    def seconds(text):
        start = time.process_time()
        with suppress(CribFault):
            parse_sheets(text)
        return time.process_time() - start

    whole = HOSTILE[kind]
    part = min(seconds(whole[: len(whole) // 8]) for _ in range(2))
    assert seconds(whole) < 8 * 4 * part + 0.2
