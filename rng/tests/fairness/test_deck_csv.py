"""Parsing of users' decks in this site's format, and errors for lines that are not decks."""

import numpy as np
import pytest

from rng.bulk import decks
from rng.deal import card_text
from rng.fairness.deck_csv import BATCH_SIZE, InvalidDeck, parse_decks

SHUFFLED = decks(bytes(64), 3)
HEADING = "game,number,at," + ",".join(f"c{place}" for place in range(1, 53))
NUMBERS = [",".join(map(str, deck)) for deck in SHUFFLED.tolist()]
NAMES = [",".join(map(card_text, deck)) for deck in SHUFFLED.tolist()]


@pytest.mark.parametrize(
    "lines",
    [
        [HEADING, *(f"game,{n},2026-06-15T12:00:00Z,{deck}" for n, deck in enumerate(NUMBERS))],
        NAMES,
        [NAMES[0].lower(), "", NUMBERS[1], NAMES[2].replace(",", " , ")],
    ],
    ids=["a download", "names alone", "anyhow"],
)
def test_the_last_52_columns_are_a_deck(lines: list[str]) -> None:
    assert np.concatenate(list(parse_decks(lines))).tolist() == SHUFFLED.tolist()


def test_many_decks_come_in_batches() -> None:
    sizes = [len(batch) for batch in parse_decks(NUMBERS[:1] * (BATCH_SIZE + 2))]
    assert sizes == [BATCH_SIZE, 2]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (NAMES[0].replace("5H", "1H"), "Line 2 is no deck: '1H' is no card"),
        (NUMBERS[0].replace("51", "52"), "Line 2 is no deck: '52' is no card"),
        (NAMES[0].replace("5H", "AS"), "Line 2 is no deck: AS is in it twice"),
        ("5H,5S,JD", "Line 2 is no deck: it has 3 columns, and a deck takes 52"),
        (HEADING, "Line 2 is no deck: 'c1' is no card"),
    ],
)
def test_an_invalid_deck_is_reported_with_its_line(line: str, says: str) -> None:
    with pytest.raises(InvalidDeck, match=says):
        list(parse_decks([NAMES[1], line]))
