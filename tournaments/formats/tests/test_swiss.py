"""Simultaneous rounds: new opponents where possible, otherwise players close in the standings."""

import json
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.encounters import pair_of
from tournaments.formats.matching import best_matching
from tournaments.formats.swiss import Standing, SwissDraw, pair_in_step, parse_draw, sits_out, to_json

ROOT = bytes(32)


def draw(count: int, met=(), apart=(), games=None, leans=None) -> SwissDraw:
    """Return a draw of so many players, in the order of their numbers."""
    free = tuple(
        Standing(n, n, (games or {}).get(n, 3), (leans or {}).get(n, 0), False) for n in range(1, count + 1)
    )
    return SwissDraw("e", 1, free, tuple((*pair, 1) for pair in met), tuple(apart))


def pairs(found) -> set[tuple[int, int]]:
    return {pair_of(*table) for table in found}


def test_neighbours_in_the_order_meet():
    assert pairs(pair_in_step(draw(8), ROOT)) == {(1, 2), (3, 4), (5, 6), (7, 8)}


def test_players_who_have_met_meet_the_next_one():
    assert pairs(pair_in_step(draw(4, met=[(1, 2), (3, 4)]), ROOT)) == {(1, 3), (2, 4)}


def test_blocked_players_never_meet():
    assert (1, 2) not in pairs(pair_in_step(draw(4, apart=[(1, 2)]), ROOT))


def test_of_an_odd_number_the_player_with_most_games_sits_out_then_the_last():
    assert sits_out(draw(9), pair_in_step(draw(9), ROOT)) == [9]
    rested = draw(9, games={9: 2})
    assert sits_out(rested, pair_in_step(rested, ROOT)) == [8]
    busy = draw(9, games={4: 4})
    assert sits_out(busy, pair_in_step(busy, ROOT)) == [4]


def test_the_player_with_most_games_sits_out_even_if_all_others_have_to_meet_a_third_time():
    met = tuple((*pair, 2) for pair in ((1, 3), (1, 4), (2, 3), (2, 4)))
    five = replace(draw(5, apart=[(1, 2)], games={5: 4}), met=met)
    assert sits_out(five, pair_in_step(five, ROOT)) == [5]


def test_first_deal_goes_to_the_player_with_fewer():
    assert pair_in_step(draw(2, leans={1: 1, 2: -1}), ROOT) == ((2, 1),)


def test_two_blocked_players_alone_sit_out():
    assert pair_in_step(draw(2, apart=[(1, 2)]), ROOT) == ()


def test_a_draw_made_long_ago_comes_out_the_same():
    """A stored result, in which lots alone decide: a change of the outcome requires a new version."""
    level = SwissDraw("e", 1, tuple(Standing(n, 1, 3, 0, False) for n in range(1, 7)))
    assert pair_in_step(level, ROOT) == ((1, 3), (5, 2), (4, 6))


def test_a_draw_of_another_version_is_refused():
    kept = json.loads(to_json(draw(2)))
    with pytest.raises(ValueError, match="not a draw of swiss/1"):
        parse_draw({**kept, "version": "swiss/2"})


@st.composite
def draws(strategy) -> SwissDraw:
    count = strategy(st.integers(2, 12))
    every = list(combinations(range(1, count + 1), 2))
    some = st.lists(st.sampled_from(every), unique=True)
    games = {n: strategy(st.integers(0, 2)) for n in range(1, count + 1)}
    return draw(
        count, met=strategy(some), apart=strategy(st.lists(st.sampled_from(every), max_size=2)), games=games
    )


@given(draws())
@settings(deadline=None)
def test_no_player_is_at_two_tables_and_new_opponents_meet_if_possible(found):
    tables = pair_in_step(found, ROOT)
    seated = [player for table in tables for player in table]
    assert len(seated) == len(set(seated))
    assert not pairs(tables) & {*found.apart}
    met = {(one, other) for one, other, _ in found.met}
    if len(found.free) % 2 == 0:
        new = {pair: 0 for pair in combinations(range(len(found.free)), 2)
               if (pair[0] + 1, pair[1] + 1) not in met | {*found.apart}}  # fmt: skip
        if 2 * len(best_matching(len(found.free), new)) == len(found.free):
            assert not pairs(tables) & met


@given(draws())
@settings(deadline=None)
def test_stored_round_is_paired_again_with_the_same_result(found):
    kept = parse_draw(json.loads(to_json(found)))
    assert kept == found
    assert pair_in_step(kept, ROOT) == pair_in_step(found, ROOT)
