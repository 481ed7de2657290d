"""Cheaters climb no further than allowed, and the record stays correct."""

import pytest
from django.core.management import CommandError, call_command

from bench.cheaters import strategies
from bench.cheaters.registry import STRATEGIES
from bench.cheaters.report import Gains
from bench.cheaters.run import run_campaign


def gains(*points: int, name: str = "ring") -> Gains:
    return Gains(name, "four accounts", "", points, games=9, unfinished=0)


@pytest.mark.slow
def test_throw_away_accounts_and_one_household_gain_next_to_nothing() -> None:
    # A minute is enough: the puppets' points are used up by their second game.
    gained, faults = run_campaign(1, ["puppets", "puppets-late", "one-place"], seconds=60, quiet=True)
    assert faults == 0
    assert {name: one.mean for name, one in gained.items()} == {
        "puppets": 0, "puppets-late": 40, "one-place": 0,
    }  # fmt: skip
    assert gained["puppets"].games > 5
    assert gained["puppets-late"].lists == ("gifts", "quick"), "the host sees it on the first day"


def test_gains_subtract_honest_play_and_allow_for_chance() -> None:
    honest = gains(100, 120, 80)
    assert gains(150, 170, 130).beyond(honest)[0] == 50
    assert not gains(150, 190, 130).is_beyond_goal(honest)
    assert gains(200, 200, 200).is_beyond_goal(None)


def test_a_few_hours_with_chance_give_no_result() -> None:
    honest = gains(0)
    for hours in (1, 9, 10):
        lucky = Gains("aborts", "", "honest", (200,) * hours, games=9, unfinished=0)
        assert lucky.is_beyond_goal(honest) == (hours == 10)


def test_every_strategy_has_a_function() -> None:
    assert [one.name for one in STRATEGIES.values() if not hasattr(strategies, one.function)] == []


def test_an_unknown_strategy_is_refused_with_the_known_ones() -> None:
    with pytest.raises(CommandError, match="There is no strategy 'bribes'; there are: honest-people"):
        call_command("cheaters", "--strategies", "bribes")
