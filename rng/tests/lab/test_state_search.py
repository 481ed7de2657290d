"""The generator of 1999: its deals, and how six cards reveal its state."""

import json
from typing import Any

import numpy as np
import pytest

from cribbage_site.tests.node import run_node
from rng.lab.borland import STATES, STEP, asf, fisher_yates, leap, scaled
from rng.lab.cards import PLACES
from rng.lab.state_search import DAY_MS, SearchResult, SeenCard, asf_card, filter_dealing, pointing_numbers
from rng.lab.state_search import search_all_states as everywhere
from rng.lab.state_search import search_by_clock as by_clock
from rng.twister import twister

STATE = 987_654_321
BESIDE = 1_708_605_333  # deals pone the same six, but another starter


def silent(pieces: int) -> Any:
    """Report no progress."""
    return lambda: None


def some_states(n: int) -> list[int]:
    """Return some states of the generator, the same in every run."""
    source = twister(bytes(64))
    return [source.getrandbits(32) for _ in range(n)]


def hand(seat: str, cards: tuple[int, ...], more: tuple[int, ...] = ()) -> list[SeenCard]:
    """Return the cards that a player sees of a deck."""
    return [SeenCard(place, cards[place]) for place in (*PLACES[seat], *more)]


def test_the_published_step() -> None:
    assert STEP.apply(12345) == 1655067934
    assert scaled(52, 1655067934) == 20


def test_a_leap_is_that_many_steps_and_back_again() -> None:
    ahead = STATE
    for _ in range(13):
        ahead = STEP.apply(ahead)
    assert leap(13).apply(STATE) == ahead
    assert leap(-13).apply(ahead) == STATE


def test_the_shuffle_as_published_never_leaves_the_last_card_where_it_was() -> None:
    assert all(asf(state).cards[51] != 51 for state in some_states(500))


def test_the_draw_of_an_unmoved_card_pointed_at_it() -> None:
    for state in some_states(50):
        cards = fisher_yates(state).cards
        for place in (place for place in range(52) if cards[place] >= place):
            assert leap(place + 1).apply(state) in pointing_numbers(SeenCard(place, cards[place]))


def test_the_numbers_pointing_from_a_place_partition_all_states() -> None:
    for place in range(52):
        ranges = [pointing_numbers(SeenCard(place, card)) for card in range(place, 52)]
        assert [one.stop for one in ranges] == [*[one.start for one in ranges[1:]], STATES]
        assert ranges[0].start == 0


def test_bulk_dealing_equals_dealing_one_by_one() -> None:
    states = some_states(2000)
    wanted = SeenCard(3, fisher_yates(states[0]).cards[3]), SeenCard(12, fisher_yates(states[0]).cards[12])
    one_by_one = [s for s in states if all(fisher_yates(s).cards[place] == card for place, card in wanted)]
    assert filter_dealing(np.array(states, np.uint32), wanted).tolist() == one_by_one


def test_a_place_of_the_published_shuffle_is_followed_back_to_its_card() -> None:
    states = some_states(40)
    found = [asf_card(np.array(states, np.uint32), place).tolist() for place in range(52)]
    assert list(zip(*found, strict=True)) == [asf(state).cards for state in states]


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["pone", "dealer"])
def test_six_cards_and_the_starter_determine_the_state(seat: str) -> None:
    cards = fisher_yates(STATE).cards
    found = everywhere(hand(seat, cards, more=(12,)), silent)
    assert found.states == (STATE,)
    assert [one.card for one in found.left][:2] == [one.card for one in hand(seat, cards)[:2]]
    assert abs(found.left[0].states - STATES / (52 - (seat == "dealer"))) < 1


def test_a_clock_that_is_known_to_100_seconds_leaves_one_deck_for_four_cards() -> None:
    at = 14 * 3_600_000 + 187_123
    known = hand("pone", asf(at).cards)[:4]
    found = by_clock(known, range(at - 100_000, at + 100_001), silent)
    assert found == SearchResult(200_001, found.left, 1, (at,))


def test_the_clock_goes_round_at_midnight() -> None:
    known = hand("dealer", asf(5).cards)
    assert by_clock(known, range(DAY_MS - 100, DAY_MS + 100), silent).states == (5,)


@pytest.mark.slow
def test_browser_and_server_find_the_same() -> None:
    states = some_states(200)
    cards = fisher_yates(STATE).cards
    known = hand("pone", cards)
    places = [(place, card) for place in range(13) for card in range(place, 52)]
    times = [(at, hand(seat, asf(at).cards)) for at in (5, 40_000_000) for seat in PLACES]
    given = {
        "states": states,
        "places": places,
        "seen": [one._asdict() for one in known],
        "times": [
            {"seen": [one._asdict() for one in seen], "from": (at - 20_000) % DAY_MS, "count": 40_001}
            for at, seen in times
        ],
    }
    answer = json.loads(run_node("rng/lab", "tests/parity.js", stdin=json.dumps(given)))
    assert answer["clockDecks"] == [list(asf(state).cards) for state in states]
    for (at, seen), found in zip(times, answer["byClock"], strict=True):
        ours = by_clock(seen, range(DAY_MS + at - 20_000, DAY_MS + at + 20_001), silent)
        assert found == [[one.states for one in ours.left], list(ours.states)]
    assert answer["decks"] == [[list(deck.cards), deck.next_state] for deck in map(fisher_yates, states)]
    numbers = [pointing_numbers(SeenCard(*one)) for one in places]
    assert answer["numbers"] == [[one.start, len(one)] for one in numbers]
    found = everywhere(known, silent)
    assert found.states == (BESIDE, STATE)
    assert answer["search"] == [[*one] for one in found.left] + [found.match_count, list(found.states)]
