import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.strength.rating import (
    DRIFT,
    GAME_VARIANCE,
    GAMES_KEPT,
    PAIR,
    PEOPLE,
    SCALE,
    SHOWN_WITHIN,
    Anchor,
    History,
    Meeting,
    Strength,
)

BOT, FRIEND = 7, 8


def history(*meetings: Meeting) -> History:
    its = History()
    for meeting in meetings:
        its.add(meeting)
    return its


def test_games_with_a_bot_are_weighed_against_the_prior():
    its = history(*[Meeting(BOT, 0.2, 0.1)] * 30).strength
    by_games = 1 / (GAME_VARIANCE / 30 + PAIR)
    precision = by_games + 1 / (PEOPLE + SCALE)
    assert its.strength == pytest.approx(0.3 * by_games / precision)
    assert its.variance == pytest.approx(1 / precision + DRIFT * 30 / 3)
    assert its.games == 30


def test_an_anchored_opponent_counts_by_their_own_games_with_bots():
    friend = history(*[Meeting(BOT, -0.2, 0.1)] * 60)
    prior = 1 / (PEOPLE + SCALE)
    weight = prior / (prior + friend.anchor.precision)
    variance = GAME_VARIANCE / 50 + PAIR + weight**2 * PEOPLE + (1 - weight) ** 2 / friend.anchor.precision
    # The joint covariance of both errors, inverted by hand.
    own, theirs, both = PEOPLE + SCALE, variance + weight**2 * SCALE, weight * SCALE
    seen = 0.15 + friend.anchor.strength
    its = history(*[Meeting(FRIEND, 0.15, friend.anchor)] * 50).strength
    determinant = own * theirs - both**2
    precision = (own + theirs - 2 * both) / determinant
    assert its.strength == pytest.approx(seen * (own - both) / determinant / precision)
    assert its.variance == pytest.approx(1 / precision + DRIFT * 50 / 3)


def test_games_among_people_alone_say_nothing_of_the_scale_of_the_bots():
    meetings = [Meeting(FRIEND + number % 40, 0.1, Anchor()) for number in range(400)]
    its = history(*meetings).strength
    assert its.variance >= SCALE
    assert its.margin > 100 * SHOWN_WITHIN
    assert not its.is_shown


@pytest.mark.parametrize("puppets", [1, 26, 300])
def test_wins_over_puppets_without_games_with_bots_never_place_a_player(puppets: int):
    assert not history(*[Meeting(number, 0.7, Anchor()) for number in range(puppets)]).strength.is_shown


def test_any_number_of_puppets_weighs_less_than_twelve_games_with_bots():
    honest = [Meeting(BOT, -0.1, 0.0)] * 100
    farmed = [Meeting(number, 0.7, Anchor()) for number in range(100, 300)]
    with_puppets, before = history(*honest, *farmed).strength, history(*honest).strength
    with_wins = history(*honest, *[Meeting(BOT, 0.7, 0.0)] * 12).strength
    assert before.strength < with_puppets.strength < with_wins.strength


def test_the_newest_games_alone_are_counted():
    kept = [Meeting(BOT, 0.1, 0.0)] * GAMES_KEPT
    both = history(*[Meeting(BOT, -0.4, 0.0)] * 50, *kept)
    assert both.strength == history(*kept).strength._replace(games=GAMES_KEPT + 50)


@given(st.lists(st.tuples(st.integers(1, 5), st.floats(-2, 2), st.booleans()), max_size=100))
def test_a_game_never_makes_the_estimate_wider_than_the_prior_and_its_drift(
    games: list[tuple[int, float, bool]],
):
    meetings = [Meeting(at, result, Anchor(0.1, 50.0) if person else 0.0) for at, result, person in games]
    its = history(*meetings).strength
    assert 0 < its.variance <= (PEOPLE + SCALE) * (1 + 1e-9) + DRIFT * len(games) / 3
    assert history(*meetings).strength == its


def test_the_percentage_is_the_share_won_against_an_average_player():
    its = Strength(0.041, (0.023 / 1.96) ** 2, 100)
    assert (round(its.percent, 1), round(its.margin, 1)) == (54.1, 2.3)
    assert its.is_shown
    assert not its._replace(games=19).is_shown
