"""A game's tokens, moves that arrive late, and the moves that the clock makes."""

import pytest

from game.engine.cards import card
from game.engine.moves import Call, Claim, Deal, Flag, Go, Move, Pass, Play, Resign, Throw, Void
from game.engine.play import act, start
from game.engine.state import Counting, Phase, Rules, Seat, State
from game.table.clocks.time_control import TIME_CONTROLS, Banks
from game.table.record.steps import MoveTiming, Step, classify_move, parse_steps, timeout_move
from tests.worlds.positions import DEALER, PONE, at, count, play, show, shuffled_deck, throw
from tests.worlds.tables import plain_move

FULL = Banks.full(TIME_CONTROLS["quick"])


def deck(number: int) -> tuple[int, ...]:
    return shuffled_deck(number)


def opened() -> State:
    """Return a state after the first deal; pone sits at A."""
    return act(start(Rules(first_dealer=DEALER)), None, Deal(1, deck(1)))[0]


def thrown() -> State:
    return throw(opened())[0]


def in_the_second_deal() -> State:
    state = thrown()
    while state.phase is Phase.PLAY:
        state, _ = act(state, state.turn, plain_move(state, state.turn))
    return act(state, None, Deal(2, deck(2)))[0]


def test_a_token_includes_the_charge():
    state = opened()
    step = Step.apply(state, PONE, Throw(state.dealt[PONE][:2]), 1200)
    assert step.token == "a12/1200"


def test_a_token_without_a_charge_is_the_move_alone():
    state = opened()
    assert Step.apply(state, PONE, Throw(state.dealt[PONE][:2])).token == "a12"


def test_tokens_parse_back_to_the_same_steps():
    first = Step.apply(start(Rules(first_dealer=DEALER)), None, Deal(1, deck(1)))
    second = Step.apply(first.state, PONE, Throw(first.state.dealt[PONE][2:4]), 700)
    assert parse_steps(start(Rules(first_dealer=DEALER)), [first.token, second.token], deck) == [
        first,
        second,
    ]


# Moves for a given ply.


def test_a_move_that_answers_the_last_ply_fits():
    state = thrown()
    assert classify_move(state, PONE, 3, plain_move(state, PONE), deck) is MoveTiming.FITS


def test_a_card_played_before_the_other_has_thrown_is_stale():
    """Regression: with two processes, a seat that had discarded could play on before it saw the starter."""
    state = opened()
    state, _ = act(state, PONE, Throw(state.dealt[PONE][4:]))
    state, _ = act(state, DEALER, Throw(state.dealt[DEALER][4:]))
    assert classify_move(state, PONE, 2, plain_move(state, PONE), deck) is MoveTiming.STALE
    assert classify_move(state, PONE, 2, Resign(), deck) is MoveTiming.FITS


def test_a_throw_fits_though_the_other_has_thrown_since():
    state = opened()
    state, _ = act(state, DEALER, Throw(state.dealt[DEALER][4:]))
    assert classify_move(state, PONE, 1, Throw(state.dealt[PONE][4:]), deck) is MoveTiming.FITS


def test_a_resent_discard_is_acknowledged():
    state = thrown()
    assert classify_move(state, PONE, 1, Throw(state.dealt[PONE][4:]), deck) is MoveTiming.STANDS


def test_a_resent_discard_is_acknowledged_in_any_card_order():
    state = thrown()
    assert classify_move(state, PONE, 1, Throw(state.dealt[PONE][:3:-1]), deck) is MoveTiming.STANDS


def test_the_resent_second_discard_is_acknowledged_for_the_ply_before_the_first():
    state = thrown()
    assert classify_move(state, DEALER, 1, Throw(state.dealt[DEALER][4:]), deck) is MoveTiming.STANDS


def test_another_throw_after_ones_own_is_stale():
    state = thrown()
    assert classify_move(state, PONE, 1, Throw(state.dealt[PONE][:2]), deck) is MoveTiming.STALE


def test_a_throw_of_cards_that_were_never_dealt_is_stale():
    state = thrown()
    strange = [one for one in range(52) if one not in state.dealt[PONE]]
    assert classify_move(state, PONE, 1, Throw(tuple(strange[:2])), deck) is MoveTiming.STALE


def test_a_resent_discard_of_an_earlier_deal_is_acknowledged():
    state, before = in_the_second_deal(), opened()
    assert classify_move(state, PONE, 1, Throw(before.dealt[PONE][4:]), deck) is MoveTiming.STANDS


def test_a_throw_of_cards_of_this_deal_in_an_earlier_one_is_stale():
    state = in_the_second_deal()
    assert classify_move(state, PONE, 1, Throw(state.dealt[PONE][4:]), deck) is MoveTiming.STALE


def test_a_resent_card_is_acknowledged_after_the_opponents_answer():
    state = thrown()
    mine = plain_move(state, PONE)
    state, _ = act(state, PONE, mine)
    state, _ = act(state, DEALER, plain_move(state, DEALER))
    assert classify_move(state, PONE, 3, mine, deck) is MoveTiming.STANDS


def test_another_card_for_a_ply_that_is_answered_is_stale():
    state = thrown()
    other = Play(state.hands[PONE][1])
    state, _ = act(state, PONE, plain_move(state, PONE))
    assert classify_move(state, PONE, 3, other, deck) is MoveTiming.STALE


def test_a_card_for_a_ply_that_the_other_has_answered_is_stale():
    state = thrown()
    state, _ = act(state, PONE, plain_move(state, PONE))
    assert classify_move(state, DEALER, 3, plain_move(state, DEALER), deck) is MoveTiming.STALE


def test_a_throw_after_the_crib_is_full_and_a_card_played_is_stale():
    state = thrown()
    state, _ = act(state, PONE, plain_move(state, PONE))
    assert classify_move(state, DEALER, 3, Throw(state.dealt[DEALER][:2]), deck) is MoveTiming.STALE


@pytest.mark.parametrize(
    ("resent", "found"),
    [(Call(2), MoveTiming.STANDS), (Call(3), MoveTiming.STALE), (Pass(), MoveTiming.STALE)],
)
def test_a_resent_call_is_acknowledged_and_another_is_stale(resent: Move, found: MoveTiming):
    state, _ = show(at(pone="5H 5C TD KS", starter="QH", counting=Counting.MUGGINS))
    ply = len(state.record) + 1
    state, _ = count(state, "10 +2")
    assert classify_move(state, DEALER, ply, resent, deck) is found


def test_a_resent_go_is_acknowledged():
    state, _ = play(at(pone="TH TC TD 9S", dealer="KH QC 8D 7S"), "TH KH TC")
    ply = len(state.record)
    state, _ = act(state, DEALER, Go())
    assert classify_move(state, DEALER, ply, Go(), deck) is MoveTiming.STANDS


def test_a_move_after_ones_own_flag_is_overdue():
    state = thrown()
    mine = plain_move(state, PONE)
    state, _ = act(state, PONE, Flag())
    assert classify_move(state, PONE, 3, mine, deck) is MoveTiming.OVERDUE


def test_a_move_after_the_others_flag_is_stale():
    state = thrown()
    state, _ = act(state, PONE, Flag())
    assert classify_move(state, DEALER, 3, Resign(), deck) is MoveTiming.STALE


def test_a_throw_into_a_void_game_is_overdue():
    state = opened()
    mine = Throw(state.dealt[PONE][4:])
    state, _ = act(state, None, Void())
    assert classify_move(state, PONE, 1, mine, deck) is MoveTiming.OVERDUE


def test_a_resent_move_from_before_the_flag_is_acknowledged():
    state = thrown()
    mine = plain_move(state, PONE)
    state, _ = act(state, PONE, mine)
    state, _ = act(state, DEALER, plain_move(state, DEALER))
    state, _ = act(state, PONE, Flag())
    assert classify_move(state, PONE, 3, mine, deck) is MoveTiming.STANDS


# The moves that the clock makes.


def test_before_the_first_throw_the_game_is_void():
    assert timeout_move(opened(), FULL) == (None, Void())


def test_before_the_cut_the_game_is_void():
    assert timeout_move(start(), FULL) == (None, Void())


@pytest.mark.parametrize("seat", Seat)
def test_before_the_cut_the_only_seat_without_a_secret_loses_by_flag(seat: Seat):
    assert timeout_move(start(), FULL, (seat,)) == (seat, Flag())
    act(start(), *timeout_move(start(), FULL, (seat,)))


@pytest.mark.parametrize("seat", Seat)
def test_if_a_player_may_stay_away_the_game_is_void_instead(seat: Seat):
    assert timeout_move(start(), FULL, (seat,), may_stay_away=True) == (None, Void())


def test_without_both_secrets_the_game_is_void():
    assert timeout_move(start(), FULL, tuple(Seat)) == (None, Void())


def test_once_one_has_thrown_the_flag_of_the_other_falls():
    state = opened()
    state, _ = act(state, PONE, Throw(state.dealt[PONE][4:]))
    assert timeout_move(state, FULL) == (DEALER, Flag())


def test_in_a_later_deal_the_flag_with_less_on_it_falls():
    banks = FULL._replace(left=(90_000, 40_000))
    assert timeout_move(in_the_second_deal(), banks) == (DEALER, Flag())


def test_in_the_play_the_flag_of_the_seat_to_move_falls():
    assert timeout_move(thrown(), FULL) == (PONE, Flag())


def test_while_a_hand_is_counted_the_counters_flag_falls():
    state, _ = show(at(counting=Counting.MUGGINS))
    assert timeout_move(state, FULL) == (PONE, Flag())


def test_a_late_muggins_call_becomes_a_pass():
    state, _ = show(at(pone="5H 5C TD KS", starter="QH", counting=Counting.MUGGINS))
    state, _ = act(state, PONE, Claim(3))
    assert timeout_move(state, FULL) == (DEALER, Pass())


def test_the_clocks_move_is_one_the_rules_allow():
    for state in (opened(), thrown(), in_the_second_deal()):
        act(state, *timeout_move(state, FULL))


def test_a_move_with_a_card_not_held_fits_and_is_left_to_the_rules():
    assert classify_move(thrown(), Seat.A, 3, Play(card("AS")), deck) is MoveTiming.FITS
