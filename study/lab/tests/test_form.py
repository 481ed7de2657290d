"""The lab's form is parsed leniently, and faults are explained."""

import pytest

from game.engine.cards import cards
from study.lab import form as asked
from study.lab.form import InvalidInput, Position, parse_form

SIX = cards("5H 5S JD QC 9H TH")


@pytest.mark.parametrize(
    "text",
    [
        "5H 5S JD QC 9H TH",
        "5h5sjdqc9h10h",
        " 5h, 5s; jd/qc | 9 h - 10 H.",
        "5♥ 5♠ J♦ Q♣ 9♥️ 10♥",
        "5♡5♤j♢q♧9♡t♡",
    ],
)
def test_cards_are_read_however_they_are_written(text: str) -> None:
    assert asked.parse_six(text) == SIX


def test_one_is_an_ace() -> None:
    assert asked.parse_cards("1c 10c") == cards("AC TC")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Choose six cards."),
        ("5H 5S JD QC", "Two more cards, please."),
        ("5H 5S JD QC 9H", "One more card, please."),
        ("5H 5S JD QC 9H TH KC", "Enter six cards, not 7."),
        ("5H 5S JD QC 9H 5h", "You’ve entered the five of hearts twice."),
        ("AC AC", "You’ve entered the ace of clubs twice."),
        ("5H 5X JD", "“5X” isn’t a card. Write cards as 5H, 10D, AS."),
        ("<script>", "“<SCRIPT>” isn’t a card. Write cards as 5H, 10D, AS."),
        ("5H " * 200, "That’s more than a deck."),
    ],
)
def test_invalid_six_cards_are_explained(text: str, says: str) -> None:
    with pytest.raises(InvalidInput, match="^" + says.replace(".", r"\.") + "$"):
        asked.parse_six(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [("9H", "The nine of hearts is one of your six."), ("2C 2C", "You’ve entered the two of clubs twice.")],
)
def test_a_card_seen_elsewhere_is_none_of_the_six(text: str, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        asked.parse_seen(text, SIX)


def test_as_many_may_be_seen_as_leave_the_opponent_six_and_a_starter() -> None:
    others = " ".join(asked.RANKS[n >> 2] + asked.SUITS[n & 3] for n in range(52) if n not in SIX)
    most = others[: 3 * asked.MOST_SEEN]
    assert len(asked.parse_seen(most, SIX)) == 39
    with pytest.raises(InvalidInput, match="more than 39 other cards"):
        asked.parse_seen(others[: 3 * asked.MOST_SEEN + 2], SIX)


def test_a_form_makes_a_position() -> None:
    form = {
        "cards": "5H 5S JD QC 9H TH",
        "dealer": "0",
        "mine": " 57 ",
        "theirs": "",
        "target": "61",
        "seen": "as",
    }
    assert parse_form(form).position == Position(SIX, False, 57, 0, 61, cards("AS"))


def test_missing_fields_have_the_values_of_the_empty_form() -> None:
    assert parse_form({"cards": "5H 5S JD QC 9H TH"}).position == Position(SIX, True, 0, 0, 121)


def test_every_fault_is_shown_at_its_own_field() -> None:
    form = {"cards": "5H", "dealer": "maybe", "mine": "61", "theirs": "-1", "target": "61", "seen": "5H"}
    answer = parse_form(form)
    assert answer.position is None
    assert dict(answer.faults) == {
        "cards": "Five more cards, please.",
        "dealer": "Choose 1 or 0.",
        "mine": "Enter a score from 0 to 60.",
        "theirs": "Enter a score from 0 to 60.",
    }
    assert dict(parse_form({"target": "100"}).faults) == {
        "cards": "Choose six cards.",
        "target": "Choose 121 or 61.",
    }
