"""`manage.py exchange`, as people and programs use it."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def run(*args: str) -> str:
    out = StringIO()
    call_command("exchange", *args, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("own", "opponent", "win", "loss"),
    [("1700", "1500", 13, 29), ("1250", "1850", 41, 2), ("2499", "novice", 1, 41), ("2500", "Novice", 0, 0)],
)
def test_a_program_gets_json(own: str, opponent: str, win: int, loss: int) -> None:
    answer = json.loads(run(own, opponent, "--json"))
    assert (answer["win"], answer["loss"]) == (win, loss)
    assert answer.keys() == {"win", "loss", "why"}
    assert answer["why"]


def test_the_text_output_shows_the_points_after_either_result() -> None:
    output = run("1700", "1500")
    assert "+13" in output
    assert "1713" in output
    assert "-29" in output
    assert "1671" in output


@pytest.mark.parametrize(
    ("own", "opponent", "sentence"),
    [
        ("many", "1500", "Enter points as a whole number from 0 to 9999"),
        ("-5", "1500", "Enter points as a whole number from 0 to 9999"),
        ("10000", "1500", "Enter points as a whole number from 0 to 9999"),
        ("1５00", "1500", "Enter points as a whole number from 0 to 9999"),
        ("1500", "expert", "or a bot: novice, intermediate or advanced"),
        ("1500", "", "or a bot: novice, intermediate or advanced"),
    ],
)
def test_invalid_exchange_arguments_are_refused_with_a_message(
    own: str, opponent: str, sentence: str
) -> None:
    with pytest.raises(CommandError, match=sentence) as refused:
        run(own, opponent)
    assert refused.value.returncode == 2


def test_the_average_change_is_shown_for_a_share_of_wins() -> None:
    assert "With 31.8% of the games won, a game brings +11.7 on average." in run(
        "1500", "intermediate", "--wins", "31.8"
    )
    assert json.loads(run("1500", "intermediate", "--wins", "31.8", "--json"))["average"] == 11.7
