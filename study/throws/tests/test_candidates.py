"""Candidates for the discard of the day: close at the top, but not indifferent, and with disagreement."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.state import Rules
from study.review.judge.record import Record
from study.throws.candidates import (
    CLOSE,
    FIELD,
    MATTERS,
    OPEN,
    Candidate,
    different_throws,
    find_candidates,
    play_for_candidates,
    position_key,
    ranks_of,
    weigh_candidate,
)
from tests.worlds.positions import PONE, at, shuffled_deck
from tests.worlds.records import build_record


@pytest.fixture(scope="module")
def found() -> list[Candidate]:
    """Return all candidates of a few games."""
    return [one for seed in range(4) for one in find_candidates(build_record(seed))]


@pytest.mark.slow
def test_every_candidate_is_close_and_open_and_splits_the_field(found: list[Candidate]):
    assert len(found) >= 4
    for one in found:
        best, _, third, *_ = different_throws(one.lines)
        assert best.win - third.win <= CLOSE
        assert best.win - one.lines[-1].win >= MATTERS
        assert OPEN[0] <= best.win <= OPEN[1]
        assert len({ranks_of(one.bots[name]) for name in FIELD}) >= 3
        assert len(one.lines) == 15
        assert {*one.thrown} <= {*one.six}
        assert one.bots["master"] == one.bots["advanced"]


@pytest.mark.slow
def test_a_candidate_has_the_cards_and_the_score_of_the_game(found: list[Candidate]):
    record = build_record(0)
    told = [(one.six, one.dealer, one.mine, one.theirs) for one in find_candidates(record)]
    assert told
    assert all(0 <= mine < 121 and 0 <= theirs < 121 for _, _, mine, theirs in told)
    assert find_candidates(record) == find_candidates(record)


def test_a_game_to_61_has_none():
    assert find_candidates(build_record(1, Rules(61))) == []


def test_obvious_discard_is_no_candidate():
    state = at(pone="4H 5D 6S 6C KD KH", thrown=False)
    assert weigh_candidate(state, PONE, state.dealt[PONE][:2]) is None


@pytest.mark.slow
def test_bots_play_for_it_and_no_two_games_are_the_same():
    played = [play_for_candidates(7, number) for number in (0, 3, 6)]
    assert any(played)
    assert len({str(found) for found in played if found}) == sum(map(bool, played))


def renamed(one: Candidate, suits: tuple[int, ...]) -> Candidate:
    return one._replace(six=tuple(card & ~3 | suits[card & 3] for card in one.six))


@given(st.integers(0, 10_000), st.sampled_from([*permutations(range(4))]), st.integers(0, 120))
def test_renaming_suits_gives_the_same_position(seed: int, suits: tuple[int, ...], mine: int):
    one = Candidate(shuffled_deck(seed)[:6], True, mine, 3, (), (), {})
    assert position_key(one) == position_key(renamed(one, suits))
    assert len(position_key(one)) <= 48
    others = [
        one._replace(dealer=False),
        one._replace(mine=mine + 1),
        one._replace(six=shuffled_deck(seed)[1:7]),
    ]
    ranks = ranks_of(one.six)
    assert all(position_key(other) != position_key(one) for other in others[:2])
    assert ranks_of(others[2].six) == ranks or position_key(others[2]) != position_key(one)


def test_a_record_without_a_deal_has_none():
    record = build_record(3)
    assert find_candidates(Record(record.game, record.transcript.split(" #")[0], {})) == []
