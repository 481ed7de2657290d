"""The cut for deal, the cards every other one, the throw, the starter."""

import pytest

from game.engine.cards import CARDS_OF_A_DEAL, TEXTS, card, cards, text
from game.engine.events import CutForDeal, Dealt, StarterTurned, Thrown
from game.engine.moves import Deal, IllegalMove, Play, Throw
from game.engine.play import act, legal, start
from game.engine.state import Phase, Rules, Seat
from tests.worlds.positions import DEALER, PONE, at, pegged_points, show, shuffled_deck, stacked_deck, throw


def cut(turned: str):
    """The cut for deal from a deck with these cards on top."""
    top = cards(turned)
    return act(start(), None, Deal(0, (*top, *[one for one in range(52) if one not in top])))


@pytest.mark.parametrize(
    ("turned", "dealer"),
    [
        ("3H 9C", Seat.A),
        ("9C 3H", Seat.B),
        ("AH KD", Seat.A),
        ("2H AS", Seat.B),
        ("4C 3S", Seat.B),
        ("JS QC", Seat.A),
        ("KC QS", Seat.B),
    ],
)
def test_the_lower_card_deals_and_an_ace_is_low(turned, dealer):
    table, events = cut(turned)
    assert table.dealer is dealer
    assert events == (CutForDeal(cards(turned), dealer),)


def test_a_tie_is_cut_again():
    table, events = cut("7H 7C KH KC 4D 9S")
    assert table.dealer is Seat.A
    assert [event.dealer for event in events] == [None, None, Seat.A]
    assert table.cut == (cards("7H 7C"), cards("KH KC"), cards("4D 9S"))


def test_a_deck_of_ties_only_leaves_the_deal_to_the_first_seat():
    table, events = act(start(), None, Deal(0, tuple(range(52))))
    assert table.dealer is Seat.A
    assert len(table.cut) == 26
    assert events[-1].dealer is Seat.A


@pytest.mark.parametrize("dealer", Seat)
def test_a_first_dealer_that_is_named_needs_no_cut(dealer):
    table = start(Rules(first_dealer=dealer))
    assert table.phase is Phase.DEAL
    assert act(table, None, Deal(1, shuffled_deck(1)))[0].dealer is dealer


def test_the_winner_of_the_cut_deals_first():
    table, _ = cut("9C 3H")
    assert act(table, None, Deal(1, shuffled_deck(1)))[1] == (Dealt(1, Seat.B),)


def test_a_new_game_has_a_bare_table_and_its_representation_leaves_out_the_record():
    table = start(Rules(start=(0, 9)))
    assert (table.deal, table.count, table.pile, table.scores) == (0, 0, (), (0, 9))
    assert "count=0" in repr(table)
    assert "record=" not in repr(table)


def test_a_card_is_written_as_it_is_read():
    assert [text(card(written)) for written in TEXTS] == [*TEXTS]


def test_a_deal_takes_six_cards_for_each_and_the_starter():
    table, _ = act(start(Rules(first_dealer=DEALER)), None, Deal(1, shuffled_deck(3)))
    assert len({*table.dealt[PONE], *table.dealt[DEALER], table.upcard}) == CARDS_OF_A_DEAL == 13


def test_every_other_card_is_dealt_and_pone_gets_the_first():
    deck = shuffled_deck(3)
    table, _ = act(start(Rules(first_dealer=DEALER)), None, Deal(1, deck))
    assert table.dealt[PONE] == deck[0:12:2]
    assert table.dealt[DEALER] == deck[1:12:2]


def test_the_starter_is_the_thirteenth_card():
    deck = shuffled_deck(3)
    table, _ = act(start(Rules(first_dealer=DEALER)), None, Deal(1, deck))
    assert table.starter is None
    assert throw(table)[0].starter == deck[12]


def test_the_deal_alternates():
    table, _ = show(at("pone 1, dealer 1"))
    table, events = act(table, None, Deal(2, shuffled_deck(5)))
    assert events == (Dealt(2, PONE),)
    assert table.dealt[DEALER] == shuffled_deck(5)[0:12:2]


def test_a_discard_is_only_seen_to_be_made():
    table = at(thrown=False)
    assert act(table, PONE, Throw(table.dealt[PONE][:2]))[1] == (Thrown(PONE),)


@pytest.mark.parametrize("first", Seat)
def test_either_seat_may_throw_first(first):
    table = at(thrown=False)
    table, _ = act(table, first, Throw(table.dealt[first][:2]))
    assert table.phase is Phase.THROW
    table, events = act(table, first.other, Throw(table.dealt[first.other][:2]))
    assert table.phase is Phase.PLAY
    assert isinstance(events[1], StarterTurned)


def test_the_crib_is_the_same_in_either_order_of_discards():
    table = at(thrown=False)
    one, _ = act(table, PONE, Throw(table.dealt[PONE][:2]))
    other, _ = act(table, DEALER, Throw(table.dealt[DEALER][:2]))
    one, _ = act(one, DEALER, Throw(table.dealt[DEALER][:2]))
    other, _ = act(other, PONE, Throw(table.dealt[PONE][:2]))
    assert one.replace(record=()) == other.replace(record=())


def test_fifteen_throws_are_open():
    assert len(set(legal(at(thrown=False), PONE))) == 15


def test_four_cards_are_kept():
    table = at(pone="2H 4H 6H 8H KH KD")
    assert table.hands[PONE] == table.kept(PONE) == cards("2H 4H 6H 8H")


def test_a_jack_turned_is_two_for_his_nibs():
    table, events = throw(at(starter="JD", thrown=False))
    assert pegged_points(events) == [("nibs", 2)]
    assert table.scores == (0, 2)


def test_any_other_starter_pegs_nothing():
    assert pegged_points(throw(at(starter="QD", thrown=False))[1]) == []


REFUSED_THROWS = {
    "one card": ("2H", "two different cards"),
    "three cards": ("2H 3H 4H", "two different cards"),
    "one card twice": ("2H 2H", "two different cards"),
    "a card of the other": ("2H 2C", "You don’t have the two of clubs"),
}


@pytest.mark.parametrize(("thrown", "says"), REFUSED_THROWS.values(), ids=REFUSED_THROWS)
def test_a_throw_is_refused(thrown, says):
    table = at(pone="2H 3H 4H 5H 6H 7H", dealer="2C 3C 4C 5C 6C 7C", thrown=False)
    with pytest.raises(IllegalMove, match=says):
        act(table, PONE, Throw(cards(thrown)))


def test_a_discard_of_an_invalid_card_is_refused():
    with pytest.raises(IllegalMove, match="no card"):
        act(at(thrown=False), PONE, Throw((52, 53)))


def test_a_second_throw_is_refused():
    table = at(thrown=False)
    table, _ = act(table, PONE, Throw(table.dealt[PONE][:2]))
    with pytest.raises(IllegalMove, match="already thrown to the crib"):
        act(table, PONE, Throw(table.dealt[PONE][2:4]))


def test_a_throw_after_the_starter_is_refused():
    table = at()
    with pytest.raises(IllegalMove, match="can’t throw"):
        act(table, PONE, Throw(table.hands[PONE][:2]))


def test_a_card_played_before_the_throw_is_refused():
    table = at(thrown=False)
    with pytest.raises(IllegalMove, match="can’t play a card now"):
        act(table, PONE, Play(table.hands[PONE][0]))


REFUSED_DEALS = {
    "out of turn": (3, shuffled_deck(1), "Deal 1 is next, not deal 3"),
    "a card short": (1, shuffled_deck(1)[:51], "fifty-two different cards"),
    "a card twice": (1, (*shuffled_deck(1)[:51], shuffled_deck(1)[0]), "fifty-two different cards"),
    "a card too many": (1, (*shuffled_deck(1), 52), "fifty-two different cards"),
    "strange cards": (1, tuple(range(1, 53)), "fifty-two different cards"),
}


@pytest.mark.parametrize(("number", "deck", "says"), REFUSED_DEALS.values(), ids=REFUSED_DEALS)
def test_a_deal_is_refused(number, deck, says):
    with pytest.raises(IllegalMove, match=says):
        act(start(Rules(first_dealer=DEALER)), None, Deal(number, deck))


def test_a_deal_in_the_middle_of_another_is_refused():
    with pytest.raises(IllegalMove, match="still in play"):
        act(at(), None, Deal(2, stacked_deck()))


def test_a_seat_does_not_deal():
    with pytest.raises(IllegalMove, match="dealt by the table"):
        act(start(Rules(first_dealer=DEALER)), DEALER, Deal(1, shuffled_deck(1)))


def test_playing_an_invalid_card_is_refused():
    with pytest.raises(IllegalMove):
        act(at(pone="2H 3H 4H 5H"), None, Play(card("2H")))


def test_a_move_refused_leaves_the_very_same_state():
    table = at(thrown=False)
    before = dict(vars(table))
    with pytest.raises(IllegalMove):
        act(table, PONE, Throw((52, 53)))
    assert vars(table) == before


def test_a_state_cannot_be_changed():
    with pytest.raises(AttributeError):
        at().scores = (120, 0)
