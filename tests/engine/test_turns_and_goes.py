"""Turns, the go, thirty-one, the last card."""

import pytest

from game.engine.cards import card, cards
from game.engine.events import NewCount, Played, SaidGo
from game.engine.moves import Go, IllegalMove, Play
from game.engine.play import act, legal
from game.engine.state import Phase
from tests.worlds.positions import DEALER, PONE, at, pegged_points, play


def test_pone_leads():
    assert at().turn is PONE


def test_the_seats_take_turns():
    table, _ = play(at(pone="2H 3H 4H 9H", dealer="2C 3C 8C 9C"), "2H")
    assert table.turn is DEALER


def test_a_pair_is_pegged_by_the_player_of_the_second_card():
    table, events = play(at(pone="2H 3H 4H 9H", dealer="2C 3C 8C 9C"), "2H 2C")
    assert pegged_points(events) == [("play", 2)]
    assert table.scores == (0, 2)


def test_a_card_past_thirty_one_is_refused():
    table, _ = play(at(pone="TH JH 2H AH", dealer="TC QC KC 3C"), "TH TC JH")
    with pytest.raises(IllegalMove, match="past thirty-one"):
        play(table, "QC")


def test_a_card_that_makes_thirty_two_is_refused():
    table, _ = play(at(pone="TH JH 2H AH", dealer="TC 2C KC 3C"), "TH TC JH")
    with pytest.raises(IllegalMove, match="past thirty-one"):
        play(table, "2C")


def test_a_card_played_is_an_event_with_its_count():
    _, events = play(at(pone="TH JH 2H AH", dealer="TC QC KC 3C"), "TH 3C")
    assert events == (Played(DEALER, card("3C"), 13),)


def test_the_play_goes_on_until_both_hands_are_empty():
    table, _ = play(at(pone="TH JH QH KH", dealer="9C AC AD 2C"), "TH 9C JH AC go AD QH 2C")
    assert (table.hands[DEALER], table.phase, table.turn) == ((), Phase.PLAY, PONE)


def test_a_go_is_refused_while_a_card_fits():
    table, _ = play(at(pone="TH JH 2H AH", dealer="TC QC 2C AC"), "TH TC JH")
    with pytest.raises(IllegalMove, match="a card you can play"):
        play(table, "go")


def test_a_player_without_a_playable_card_must_say_go():
    table, _ = play(at(pone="TH JH 2H AH", dealer="TC QC KC 3C"), "TH TC JH")
    assert legal(table, DEALER) == (Go(),)


def test_after_a_go_the_other_plays_on_alone():
    table, events = play(at(pone="TH JH AH 9H", dealer="TC QC KC 3C"), "TH TC 9H go")
    assert table.turn is PONE
    assert events == (SaidGo(DEALER),)


def test_after_a_go_the_same_player_continues_as_long_as_a_card_fits():
    table, _ = play(at(pone="9H AH AD 8H", dealer="TC QC KC JC"), "9H TC 8H go AH")
    assert (table.turn, table.count) == (PONE, 28)
    table, events = play(table, "AD")
    assert pegged_points(events) == [("play", 2), ("go", 1)]


def test_after_two_goes_the_player_of_the_last_card_pegs_one():
    table, events = play(at(pone="TH JH KH 9H", dealer="TC QC KC 3C"), "TH TC 9H go")
    assert pegged_points(events) == [("go", 1)]
    assert table.scores == (1, 2)


def test_after_a_go_the_other_leads_the_new_count():
    table, events = play(at(pone="TH JH KH 9H", dealer="TC QC KC 3C"), "TH TC 9H go")
    assert events[-1] == NewCount(DEALER)
    assert (table.turn, table.count, table.pile) == (DEALER, 0, ())


def test_the_go_of_a_player_who_played_on_is_theirs_and_the_other_leads():
    _, events = play(at(pone="9H AH TH 8H", dealer="TC QC KC JC"), "9H TC 8H go AH")
    assert pegged_points(events) == [("go", 1)]
    assert events[-1] == NewCount(DEALER)


def test_thirty_one_is_two_and_not_also_a_go():
    table, events = play(at(pone="TH AH 4H 9H", dealer="TC QC 2C 3C"), "TH TC AH QC")
    assert pegged_points(events) == [("play", 2)]
    assert table.scores == (0, 4)


def test_after_thirty_one_the_other_leads_the_new_count():
    table, events = play(at(pone="TH AH 4H 9H", dealer="TC QC 2C 3C"), "TH TC AH QC")
    assert events[-1] == NewCount(PONE)
    assert (table.turn, table.count, table.pile) == (PONE, 0, ())


def test_thirty_one_after_a_go_is_two_and_no_go():
    table, events = play(at(pone="9H 4H TH 8H", dealer="TC QC KC JC"), "9H TC 8H go 4H")
    assert pegged_points(events) == [("play", 2)]
    assert table.turn is DEALER


def test_a_pair_does_not_reach_back_over_a_new_count():
    _, events = play(at(pone="TH JH KH 9H", dealer="TC QC KC 3C"), "TH TC 9H go QC KH")
    assert pegged_points(events) == []


def test_an_empty_hand_says_no_go():
    """The pone is out of cards, so the dealer plays on, alone, to the last card."""
    start = at(pone="AH 2H 3H 4H", dealer="9C TC QC KC")
    table, events = play(start, "AH 9C 2H TC 3H")
    assert table.turn is DEALER
    table, events = play(table, "go 4H")
    assert table.turn is DEALER
    assert table.hands[PONE] == ()
    assert pegged_points(events) == [("go", 1)]
    assert events[-1] == NewCount(DEALER)
    _, events = play(table, "QC KC")
    assert pegged_points(events)[0] == ("last", 1)


def test_a_seat_without_cards_leaves_the_lead_to_the_other():
    start = at(pone="9H 8H AH 4H", dealer="TC QC KC JC")
    table, events = play(start, "9H TC 8H go AH QC 4H KC")
    assert table.hands[PONE] == ()
    assert pegged_points(events) == [("go", 1)]
    assert events[-1] == NewCount(DEALER)


def test_the_last_card_pegs_one():
    _, events = play(at(pone="2H 4H 6H 8H", dealer="2C 4C 6C KC"), "2H 4C 4H 6C 6H 2C go 8H KC")
    assert pegged_points(events)[0] == ("last", 1)


def test_a_last_card_that_makes_thirty_one_is_two_and_not_also_the_last():
    _, events = play(at(pone="9H TH 2H AD", dealer="TC QC KC JC"), "9H QC TH go 2H TC AD KC JC")
    assert pegged_points(events)[0] == ("play", 2)
    assert pegged_points(events)[1][0] == "hand"


def test_after_the_last_card_comes_the_show():
    table, _ = play(at(pone="2H 4H 6H 8H", dealer="2C 4C 6C KC"), "2H 4C 4H 6C 6H 2C go 8H KC")
    assert table.phase is Phase.DEAL
    assert [count.what for count in table.show.counts] == ["hand", "hand", "crib"]


def test_a_card_not_held_is_refused():
    with pytest.raises(IllegalMove, match="You don’t have the king of hearts"):
        act(at(pone="2H 4H 6H 8H", dealer="KH 4C 6C KC"), PONE, Play(cards("KH")[0]))


def test_a_card_played_is_held_no_more():
    table, _ = play(at(pone="2H 4H 6H 8H", dealer="2C 4C 6C KC"), "2H 2C")
    with pytest.raises(IllegalMove, match="You don’t have the two of hearts"):
        act(table, PONE, Play(cards("2H")[0]))


def test_playing_out_of_turn_is_refused():
    with pytest.raises(IllegalMove, match="not your turn"):
        act(at(dealer="2C 4C 6C KC"), DEALER, Play(cards("2C")[0]))


def test_a_go_out_of_turn_is_refused():
    with pytest.raises(IllegalMove, match="not your turn"):
        act(at(), DEALER, Go())
