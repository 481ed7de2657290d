"""Within a few holes of the end, a review predicts results that the shipped table does not."""

from itertools import pairwise
from math import sqrt

import pytest

from game.bots.advice import win_chance
from game.engine.state import Phase, Rules, Seat, State
from study.review.calibration.last_deals import Needs, play_deal
from study.review.judge.last_deals import NEAR, PER_TEN_THOUSAND
from study.review.judge.win_chances import chance_before_deal, win_table

# Not the seed of the table.
SEED, DEALS = 1999, 40
NOISE = 100  # ten-thousandths, from a few hundred deals per cell
# The dealer can peg the last holes, and pone needs a few more.
CELLS = [Needs(dealer, pone) for dealer in (2, 3, 4) for pone in (3, 4, 5)]


def predicted(needs: Needs) -> float:
    """Return the dealer's chance in a review."""
    state = State(Rules(), Phase.DEAL, scores=(121 - needs.dealer, 121 - needs.pone))
    return chance_before_deal(state, Seat.A)


def shipped(needs: Needs) -> float:
    return win_chance(121 - needs.dealer, 121 - needs.pone, dealer=True)


@pytest.mark.slow
def test_dealer_who_needs_a_few_holes_wins_as_often_as_predicted() -> None:
    won = mean = before = variance = 0.0
    for cell in CELLS:
        for number in range(DEALS):
            after = play_deal(cell, SEED, number)
            # If the deal did not decide the game, the prediction of the next deal stands for its result.
            won += (
                float(after.dealer == 0) if not all(after) else 1 - predicted(Needs(after.pone, after.dealer))
            )
        mean += DEALS * predicted(cell)
        before += DEALS * shipped(cell)
        variance += DEALS * predicted(cell) * (1 - predicted(cell))
    assert abs(won - mean) < 2 * sqrt(variance)
    assert won - before > 2 * sqrt(variance), "the shipped table tells the dealer too little"


@pytest.mark.slow
def test_a_deal_is_the_same_from_the_same_seed() -> None:
    cell = Needs(10, 9)
    assert [play_deal(cell, 5, n) for n in range(3)] == [play_deal(cell, 5, n) for n in range(3)]


def test_further_away_the_shipped_table_is_followed() -> None:
    for cell in (Needs(NEAR + 1, 5), Needs(5, NEAR + 1), Needs(60, 70)):
        assert predicted(cell) == pytest.approx(shipped(cell))


def test_a_game_to_61_ends_as_one_to_121() -> None:
    assert win_table(61)[58, 57] == win_table(121)[118, 117] == pytest.approx(PER_TEN_THOUSAND[2][3] / 10_000)


def test_more_points_to_go_are_not_better() -> None:
    rows = [*PER_TEN_THOUSAND, *[column[::-1] for column in zip(*PER_TEN_THOUSAND, strict=True)]]
    rises = [later - earlier for row in rows for earlier, later in pairwise(row)]
    assert min(rises) > -NOISE
