"""Cheaters climb no further than they may, and whatever they try the record stays right."""

import pytest
from django.core.management import CommandError, call_command

from bench.cheaters.report import Gains
from bench.cheaters.run import run_campaign


def gains(*points: int, name: str = "ring") -> Gains:
    return Gains(name, "four accounts", "", points, games=9, unfinished=0)


@pytest.mark.slow
@pytest.mark.slow
def test_throw_away_accounts_and_one_household_gain_next_to_nothing() -> None:
    # A minute of the hour: what puppets bring is used up by their second game.
    gained, faults = run_campaign(1, ["puppets", "puppets-late", "one-place"], seconds=60, quiet=True)
    assert faults == 0
    assert {name: one.mean for name, one in gained.items()} == {
        "puppets": 0, "puppets-late": 40, "one-place": 0,
    }  # fmt: skip
    assert gained["puppets"].games > 5
    assert gained["puppets-late"].lists == ("gifts", "quick"), "the host sees it on the first day"


def test_what_honest_play_brings_is_taken_off_and_chance_is_allowed_for() -> None:
    honest = gains(100, 120, 80)
    assert gains(150, 170, 130).beyond(honest)[0] == 50
    assert not gains(150, 190, 130).is_beyond_goal(honest)
    assert gains(200, 200, 200).is_beyond_goal(None)


def test_of_a_few_hours_in_which_chance_has_a_part_nothing_is_said() -> None:
    honest = gains(0)
    for hours in (1, 9, 10):
        lucky = Gains("aborts", "", "honest", (200,) * hours, games=9, unfinished=0)
        assert lucky.is_beyond_goal(honest) == (hours == 10)


def test_a_strategy_that_there_is_not_is_named_with_those_there_are() -> None:
    with pytest.raises(CommandError, match="There is no strategy 'bribes'; there are: honest-people"):
        call_command("cheaters", "--strategies", "bribes")
