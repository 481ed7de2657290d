"""Changes of points: worked examples, and properties for all possible points."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.rules.points import BOTS, RULES, VERSION, Exchange, exchange, exchange_between_equals

EXAMPLES = json.loads(Path(__file__).with_name("rating_examples.json").read_text())

POINTS = st.integers(0, 4000)
OPPONENTS = POINTS | st.sampled_from(sorted(BOTS))


@pytest.mark.parametrize(("winner", "loser", "exchanged"), EXAMPLES["people"])
def test_worked_examples_between_people(winner: int, loser: int, exchanged: int):
    assert exchange(winner, loser).win == exchange(loser, winner).loss == exchanged


@pytest.mark.parametrize(("own", "bot", "win", "loss"), EXAMPLES["bots"])
def test_worked_examples_with_bots(own: int, bot: str, win: int, loss: int):
    assert (exchange(own, bot).win, exchange(own, bot).loss) == (win, loss)


@given(POINTS, POINTS)
def test_between_people_the_loser_pays_the_winners_gain_down_to_zero(winner: int, loser: int):
    assert exchange(loser, winner).loss == min(exchange(winner, loser).win, loser)


@given(POINTS, POINTS)
def test_between_people_a_win_is_worth_two_to_forty_one(own: int, opponent: int):
    assert 2 <= exchange(own, opponent).win <= 41


@given(POINTS, OPPONENTS)
def test_points_never_fall_below_zero(own: int, opponent: int | str):
    assert 0 <= exchange(own, opponent).loss <= min(own, 41)


@given(POINTS, POINTS, POINTS)
def test_the_better_the_opponent_the_more_a_win_is_worth_and_the_less_a_loss_costs(
    own: int, one: int, other: int
):
    weaker, stronger = exchange(own, min(one, other)), exchange(own, max(one, other))
    assert weaker.win <= stronger.win
    assert weaker.loss >= stronger.loss


@pytest.mark.parametrize(("bot", "least"), [("novice", 1), ("intermediate", 2), ("advanced", 4)])
def test_a_win_over_a_bot_is_worth_at_least(bot: str, least: int):
    assert min(exchange(own, bot).win or least for own in range(5000)) == least


@pytest.mark.parametrize(("bot", "gate"), [("novice", 2500), ("intermediate", 2750)])
def test_from_its_gate_on_a_bot_changes_nothing_either_way(bot: str, gate: int):
    before, behind = exchange(gate - 1, bot), exchange(gate, bot)
    assert before.win > 0
    assert before.loss > 0
    assert (behind.win, behind.loss) == (0, 0)


def test_advanced_has_no_gate():
    assert exchange(9000, "advanced").win == 4


def test_all_rules_so_far_are_on_record_and_the_newest_are_in_force():
    assert [*RULES] == [1, 2, 3]
    assert RULES[VERSION] is exchange


@pytest.mark.parametrize(
    ("own", "opponent", "why"),
    [
        (1500, 1500, "Equal points: you play for 21."),
        (1512, 1500, "A difference of up to 12 points counts as equal: you play for 21."),
        (
            1700,
            1500,
            "Your opponent has 200 fewer points: a win brings 8 less than 21, a loss costs 8 more.",
        ),
        (
            1250,
            1850,
            "Your opponent has 600 more points: a win brings 24 more than 21, a loss costs 24 less. "
            "A win brings at most 41. A loss costs at least 2.",
        ),
        (
            10,
            10,
            "Equal points: you play for 21. Points never go below 0.",
        ),
        (2500, "novice", "From 2500 points up, games against Novice don’t count."),
    ],
)
def test_an_exchange_has_an_explanation(own: int, opponent: int | str, why: str):
    assert exchange(own, opponent).why == why


@pytest.mark.parametrize(("own", "loss"), [(2600, 21), (5, 5)])
def test_a_head_start_makes_players_equals(own: int, loss: int):
    why = "The head start makes the game even: you play for 21."
    assert exchange_between_equals(own) == Exchange(21, loss, why)
