"""The show: pone, dealer, crib; and the game over in the middle of it."""

from itertools import pairwise

import pytest

from game.engine.events import Counted, GameOver, Pegged
from game.engine.state import Counting, Phase, Seat
from tests.worlds.positions import DEALER, PONE, at, pegged_points, show


def counted(events):
    return [(event.seat, event.what) for event in events if isinstance(event, Counted)]


def test_pone_counts_first_then_the_dealer_then_the_crib():
    _, events = show(at("pone 10, dealer 10"))
    assert counted(events) == [(PONE, "hand"), (DEALER, "hand"), (DEALER, "crib")]


def test_the_crib_is_the_dealers():
    table = at("pone 1, dealer 1", pone="2H 4H 6H 8H 5H 5C", dealer="2C 4C 6C 8C 5D JS", starter="5S")
    _, events = show(table)
    assert [event.score.total for event in events if isinstance(event, Counted)][2] == 29
    assert [(event.seat, event.points) for event in events if isinstance(event, Pegged)][-1] == (DEALER, 29)


def test_the_crib_has_no_flush_of_four():
    table = at("pone 1, dealer 1", pone="2C 4C 6C 8C AH 3H", dealer="TC 4D 6S 8S 9H KH", starter="QS")
    _, events = show(table)
    assert [event.score.flush for event in events if isinstance(event, Counted)] == [4, 0, 0]


def test_every_count_is_followed_by_its_peg():
    _, events = show(at("pone 1, dealer 1", pone="5H 5C 6H 7C", dealer="TH JC QD KS", starter="5S"))
    for before, after in pairwise(events):
        if isinstance(before, Counted) and before.score.total:
            assert isinstance(after, Pegged)
            assert (after.seat, after.points, after.kind) == (before.seat, before.score.total, before.what)


def test_a_hand_of_nothing_is_counted_and_pegs_nothing():
    _, events = show(at("pone 1, dealer 1", pone="2H 4C 6D 8S", starter="TH"))
    assert counted(events)[0] == (PONE, "hand")
    assert not [event for event in events if isinstance(event, Pegged) and event.seat is PONE]


def test_pone_counts_first_and_can_win_before_a_better_dealer():
    table = at("pone 115, dealer 119", pone="4H 5H 6H 6S", dealer="5S 5C 5D JH", starter="KD")
    assert show(table)[0].winner is Seat.A


def test_hands_after_a_win_are_not_counted():
    table = at("pone 115, dealer 119", pone="4H 5H 6H 6S", dealer="5S 5C 5D JH", starter="KD")
    table, events = show(table)
    assert counted(events) == [(PONE, "hand")]
    assert len(table.show.counts) == 1
    assert isinstance(events[-1], GameOver)
    assert table.scores == (121, 119)


def test_the_dealer_can_win_with_the_hand_before_the_crib_is_turned():
    table, events = show(at("pone 100, dealer 119", dealer="5S 5C 5D JH", starter="KD", pone="2H 4C 6D 8S"))
    assert table.winner is DEALER
    assert counted(events)[-1] == (DEALER, "hand")


def test_the_dealer_can_win_with_the_crib():
    table = at("pone 100, dealer 119", pone="2H 4C 6D 8S 5H 5C", dealer="2C 4D 6S 8H 5D JS", starter="TH")
    table, events = show(table)
    assert table.winner is DEALER
    assert pegged_points(events)[-1] == ("crib", 2)


@pytest.mark.parametrize("counting", Counting)
def test_the_pile_and_the_count_are_cleared_for_the_show(counting):
    table, _ = show(at("pone 1, dealer 1", counting=counting))
    assert (table.pile, table.count, table.said_go) == ((), 0, None)


def test_after_the_show_the_next_deal_is_awaited():
    assert show(at("pone 1, dealer 1"))[0].phase is Phase.DEAL


def test_the_counts_stay_on_the_table_until_the_next_show():
    table, events = show(at("pone 1, dealer 1"))
    assert [count.score for count in table.show.counts] == [e.score for e in events if isinstance(e, Counted)]
