"""The distance between settings, and pairing."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.lobby.pairing import (
    FAR,
    MAX_DISTANCE,
    GameSettings,
    WaitingSeek,
    accepted_distance,
    agreed_settings,
    max_points_gap,
    pairs,
    points_gap,
    ranked_opponents,
    settings_distance,
)

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
PLAIN = GameSettings(121, "auto", "quick")
RATED = GameSettings(121, "auto", "quick", rated=True)

# With leading zeros: seeks of one age are in the order of their ids, which are text.
ids = (f"seek{n:09}" for n in count())

casual = st.builds(
    GameSettings,
    st.sampled_from([121, 61]),
    st.sampled_from(["auto", "manual", "muggins"]),
    st.sampled_from(["none", "quick", "standard", "relaxed"]),
)
rated = st.builds(
    GameSettings,
    st.just(121),
    st.sampled_from(["auto", "muggins"]),
    st.sampled_from(["quick", "standard", "relaxed"]),
    st.just(True),
)
settings = casual | rated
moments = st.integers(0, 60).map(lambda ago: NOON - timedelta(seconds=ago))
waits = st.builds(
    WaitingSeek,
    st.builds(lambda: next(ids)),
    st.integers(1, 6),
    settings,
    st.booleans(),
    moments,
    st.integers(0, 3000),
)


def seek(player: int, asks: GameSettings = PLAIN, quick: bool = False, waited: float = 0) -> WaitingSeek:
    return WaitingSeek(next(ids), player, asks, quick, NOON - timedelta(seconds=waited))


def for_points(player: int, points: int, waited: float = 0) -> WaitingSeek:
    return WaitingSeek(next(ids), player, RATED, False, NOON - timedelta(seconds=waited), points)


def met(
    *waiting: WaitingSeek, apart: frozenset[frozenset[int]] = frozenset()
) -> list[tuple[int, int, GameSettings]]:
    return [(elder.player, younger.player, terms) for elder, younger, terms in pairs(waiting, NOON, apart)]


@pytest.mark.parametrize(
    ("other", "apart"),
    [
        (GameSettings(121, "auto", "quick"), 0),
        (GameSettings(61, "auto", "quick"), 1),
        (GameSettings(121, "auto", "standard"), 1),
        (GameSettings(121, "manual", "quick"), 2),
        (GameSettings(121, "muggins", "quick"), 3),
        (GameSettings(61, "manual", "standard"), 4),
    ],
)
def test_a_shorter_game_is_a_small_step_and_manual_counting_a_bigger_one(other: GameSettings, apart: int):
    assert settings_distance(PLAIN, other) == apart


def test_a_relaxed_game_is_near_one_without_a_clock_and_far_from_a_live_one():
    relaxed = GameSettings(clock="relaxed")
    assert settings_distance(relaxed, GameSettings(clock="none")) == 1
    assert settings_distance(relaxed, GameSettings(clock="standard")) >= FAR


def test_a_rated_game_is_far_from_a_casual_one():
    assert settings_distance(PLAIN, GameSettings(121, "auto", "quick", rated=True)) >= FAR


@given(settings, settings, settings)
def test_distance_is_a_distance(one: GameSettings, other: GameSettings, third: GameSettings):
    assert settings_distance(one, other) == settings_distance(other, one)
    assert (settings_distance(one, other) == 0) == (one == other)
    assert settings_distance(one, third) <= settings_distance(one, other) + settings_distance(other, third)


@given(waits, st.integers(-10, 100), st.integers(0, 100))
def test_a_window_never_narrows_and_never_goes_too_far(one: WaitingSeek, at: int, longer: int):
    now = NOON + timedelta(seconds=at)
    assert (
        0
        <= accepted_distance(one, now)
        <= accepted_distance(one, now + timedelta(seconds=longer))
        <= MAX_DISTANCE
        < FAR
    )


@pytest.mark.parametrize(("waited", "wide"), [(0, 0), (4.9, 0), (5, 1), (10, 2), (15, 3), (300, 3)])
def test_a_quick_seek_widens_every_five_seconds(waited: float, wide: int):
    assert accepted_distance(seek(1, quick=True, waited=waited), NOON) == wide


def test_a_seek_with_chosen_settings_never_widens():
    assert accepted_distance(seek(1, waited=300), NOON) == 0


def test_equal_seeks_match_at_once_oldest_first():
    assert met(seek(1, waited=3), seek(2, waited=9), seek(3, waited=6)) == [(2, 3, PLAIN)]


SHORT = GameSettings(61, "auto", "quick")


def test_a_quick_seek_adopts_chosen_settings_in_any_order():
    assert met(seek(1, SHORT, waited=60), seek(2, quick=True, waited=5)) == [(1, 2, SHORT)]
    assert met(seek(1, quick=True, waited=60), seek(2, SHORT)) == [(1, 2, SHORT)]


def test_of_two_quick_seeks_the_elder_sets_the_terms():
    assert met(seek(1, SHORT, quick=True, waited=9), seek(2, quick=True, waited=6)) == [(1, 2, SHORT)]


def test_two_different_chosen_settings_do_not_match():
    assert met(seek(1, SHORT, waited=60), seek(2, waited=60)) == []


def test_blocked_players_match_others():
    apart = frozenset({frozenset({1, 2})})
    assert met(seek(1, waited=9), seek(2, waited=6), seek(3, waited=3), apart=apart) == [(1, 3, PLAIN)]


def test_for_points_the_nearest_meet_first():
    assert met(for_points(1, 1500, waited=9), for_points(2, 1600, waited=6), for_points(3, 1420)) == [
        (1, 3, RATED)
    ]


def test_distant_players_match_once_one_has_waited():
    for waited, gap_met in ((0, 150), (4.9, 150), (5, 200), (30, 450), (59.9, 700), (60, 3000)):
        assert met(for_points(1, 0, waited=waited), for_points(2, gap_met)) == [(1, 2, RATED)]
        if gap_met < 3000:
            assert met(for_points(1, 0, waited=waited), for_points(2, gap_met + 1)) == []


def test_casual_seeks_ignore_points():
    assert met(seek(1), replace(seek(2), points=2500)) == [(1, 2, PLAIN)]


@pytest.mark.slow
@given(waits, st.integers(-10, 100), st.integers(0, 100))
def test_a_reach_never_shrinks(one: WaitingSeek, at: int, longer: int):
    now = NOON + timedelta(seconds=at)
    assert 0 < max_points_gap(one, now) <= max_points_gap(one, now + timedelta(seconds=longer))


@given(waits, st.lists(waits, max_size=12))
def test_matching_is_symmetric(one: WaitingSeek, others: list[WaitingSeek]):
    for other, terms in ranked_opponents(one, others, NOON):
        assert ranked_opponents(other, [one], NOON) == [(one, terms)]


@pytest.mark.slow
@given(st.lists(waits, max_size=12), st.sets(st.frozensets(st.integers(1, 6), min_size=2, max_size=2)))
def test_each_player_gets_at_most_one_allowed_opponent_on_terms_of_either(
    waiting: list[WaitingSeek], apart: set[frozenset[int]]
):
    made = list(pairs(waiting, NOON, apart))
    players = [player for elder, younger, _ in made for player in (elder.player, younger.player)]
    assert len(players) == len(set(players))
    for elder, younger, terms in made:
        assert elder.since <= younger.since
        assert frozenset((elder.player, younger.player)) not in apart
        assert terms in (elder.settings, younger.settings)
        gave_way = younger if terms == elder.settings else elder
        assert settings_distance(gave_way.settings, terms) <= accepted_distance(gave_way, NOON)
        assert elder.settings.rated == younger.settings.rated
        assert points_gap(elder, younger) <= max_points_gap(elder, NOON)


@pytest.mark.slow
@given(st.lists(waits, max_size=12))
def test_no_nearer_opponent_is_left_over(waiting: list[WaitingSeek]):
    made = list(pairs(waiting, NOON))
    playing = {player for elder, younger, _ in made for player in (elder.player, younger.player)}
    for elder, younger, _ in made:
        left = [one for one in waiting if one.player not in playing and agreed_settings(elder, one, NOON)]
        assert all(points_gap(elder, younger) <= points_gap(elder, one) for one in left)


@pytest.mark.slow
@given(st.lists(waits, max_size=12))
def test_no_two_leftover_seeks_could_match(waiting: list[WaitingSeek]):
    playing = {
        player for elder, younger, _ in pairs(waiting, NOON) for player in (elder.player, younger.player)
    }
    left = [one for one in waiting if one.player not in playing]
    assert not any(
        agreed_settings(one, other, NOON) for one in left for other in left if one.player != other.player
    )
