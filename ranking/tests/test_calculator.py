"""The calculator of the rules page: its input, its refusals and its answer."""

import pytest

from ranking.rules.calculator import calculate
from ranking.rules.parsing import InvalidPoints, parse_opponent, parse_points

POINTS_WANTED = "Enter points as a whole number from 0 to 9999, such as 1700."
OPPONENT_WANTED = "Enter points from 0 to 9999, or a bot: novice, intermediate or advanced."


@pytest.mark.parametrize(
    ("own", "opponent", "level", "if_won", "if_lost"),
    [("1700", "1500", 2, 1713, 1671), (" 2125 ", "Novice", 4, 2126, 2084), ("10", "0", 1, 31, 0)],
)
def test_the_answer_is_the_points_after_either_result(
    own: str, opponent: str, level: int, if_won: int, if_lost: int
) -> None:
    calculator = calculate({"own": own, "opponent": opponent})
    assert (calculator.own, calculator.opponent) == (own, opponent)
    answer = calculator.answer
    assert answer is not None
    assert (answer.level, answer.if_won, answer.if_lost) == (level, if_won, if_lost)


def test_an_empty_form_shows_the_example() -> None:
    assert calculate({}) == calculate({"own": "1700", "opponent": "1500"})


@pytest.mark.parametrize(
    ("own", "opponent", "own_fault", "opponent_fault"),
    [
        ("many", "1500", POINTS_WANTED, ""),
        ("1500", "10000", "", OPPONENT_WANTED),
        ("-1", "expert", POINTS_WANTED, OPPONENT_WANTED),
    ],
)
def test_each_invalid_field_has_its_own_refusal(
    own: str, opponent: str, own_fault: str, opponent_fault: str
) -> None:
    calculator = calculate({"own": own, "opponent": opponent})
    assert (calculator.own, calculator.opponent) == (own, opponent)
    assert (calculator.own_fault, calculator.opponent_fault) == (own_fault, opponent_fault)
    assert calculator.answer is None


def test_points_are_a_whole_number_of_up_to_four_digits() -> None:
    assert (parse_points(" 1700 "), parse_points("0"), parse_points("9999")) == (1700, 0, 9999)
    for text in ("", "10000", "-1", "1.5", "１５００"):
        with pytest.raises(InvalidPoints) as refused:
            parse_points(text)
        assert str(refused.value) == POINTS_WANTED


def test_an_opponent_is_points_or_a_bot() -> None:
    assert (parse_opponent("1500"), parse_opponent(" Advanced ")) == (1500, "advanced")
    with pytest.raises(InvalidPoints) as refused:
        parse_opponent("toString")
    assert str(refused.value) == OPPONENT_WANTED
