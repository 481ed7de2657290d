import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.strength.rating import DRIFT, GAME_VARIANCE, PRIOR, Strength, after_game, of_bot


def test_equal_newcomers_move_alike_and_are_surer_of_both():
    one, other = after_game(Strength(), Strength(), 1.0)
    assert one.strength == -other.strength > 0
    assert one.variance == other.variance < PRIOR
    assert (one.games, other.games) == (1, 1)


def test_it_is_the_filter_on_paper():
    one, other = Strength(0.05, 0.003, 7), Strength(-0.02, 0.001, 90)
    v_i, v_j = 0.003 + DRIFT, 0.001 + DRIFT
    k = 1 / (v_i + v_j + GAME_VARIANCE)
    e = (0.9 - 0.5) - (0.05 - -0.02)
    after_one, after_other = after_game(one, other, 0.9)
    assert after_one == Strength(0.05 + v_i * k * e, v_i - v_i * v_i * k, 8)
    assert after_other == Strength(-0.02 - v_j * k * e, v_j - v_j * v_j * k, 91)


def test_a_bot_stays_what_it_is():
    one, bot = after_game(Strength(), of_bot("advanced"), 1.0)
    assert bot == of_bot("advanced")
    assert one.strength > after_game(Strength(), of_bot("novice"), 1.0)[0].strength


def test_a_result_as_expected_moves_nobody():
    one, other = after_game(Strength(0.1), Strength(0.0), 0.6)
    assert one.strength == pytest.approx(0.1)
    assert other.strength == pytest.approx(0.0)


@given(st.lists(st.floats(-2, 3), max_size=300))
def test_the_variance_stays_between_nothing_and_the_prior(results):
    one, other = Strength(), Strength()
    for adjusted in results:
        one, other = after_game(one, other, adjusted)
        assert 0 < one.variance <= PRIOR + DRIFT


def test_what_is_shown_is_the_share_won_against_an_average_player():
    its = Strength(0.041, (0.023 / 1.96) ** 2, 100)
    assert (round(its.percent, 1), round(its.margin, 1)) == (54.1, 2.3)
    assert its.is_shown
    assert not Strength(games=19).is_shown
