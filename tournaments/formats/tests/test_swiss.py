"""Rounds in step: nobody meets again where it can be helped, and those meet who are close in the order."""

import json
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.encounters import pair_of
from tournaments.formats.matching import best_matching
from tournaments.formats.swiss import Standing, SwissDraw, pair_in_step, parse_draw, sits_out, to_json

ROOT = bytes(32)


def draw(count: int, met=(), apart=(), games=None, leans=None) -> SwissDraw:
    """So many players, in the order of their numbers."""
    free = tuple(
        Standing(n, n, (games or {}).get(n, 3), (leans or {}).get(n, 0), False) for n in range(1, count + 1)
    )
    return SwissDraw("e", 1, free, tuple((*pair, 1) for pair in met), tuple(apart))


def pairs(found) -> set[tuple[int, int]]:
    return {pair_of(*table) for table in found}


def test_neighbours_in_the_order_meet():
    assert pairs(pair_in_step(draw(8), ROOT)) == {(1, 2), (3, 4), (5, 6), (7, 8)}


def test_who_has_met_meets_the_next_one():
    assert pairs(pair_in_step(draw(4, met=[(1, 2), (3, 4)]), ROOT)) == {(1, 3), (2, 4)}


def test_who_may_not_meet_never_does():
    assert (1, 2) not in pairs(pair_in_step(draw(4, apart=[(1, 2)]), ROOT))


def test_of_an_odd_number_who_has_most_games_sits_out_then_the_last():
    assert sits_out(draw(9), pair_in_step(draw(9), ROOT)) == [9]
    rested = draw(9, games={9: 2})
    assert sits_out(rested, pair_in_step(rested, ROOT)) == [8]
    busy = draw(9, games={4: 4})
    assert sits_out(busy, pair_in_step(busy, ROOT)) == [4]


def test_the_first_deal_goes_to_who_had_it_less_often():
    assert pair_in_step(draw(2, leans={1: 1, 2: -1}), ROOT) == ((2, 1),)


def test_two_who_are_alone_and_kept_apart_sit_out():
    assert pair_in_step(draw(2, apart=[(1, 2)]), ROOT) == ()


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
def test_nobody_is_at_two_tables_and_nobody_meets_again_where_all_could_meet_somebody_new(found):
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
def test_a_round_is_paired_again_from_what_is_kept_of_it(found):
    kept = parse_draw(json.loads(to_json(found)))
    assert kept == found
    assert pair_in_step(kept, ROOT) == pair_in_step(found, ROOT)
