from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.arena.chance import Chance
from game.arena.game import positions
from game.bots.tables.multisets import DEALER, PONE
from game.engine.cards import cards
from game.engine.moves import Resign
from game.engine.play import FULL_DECK, act
from game.engine.state import Rules, Seat
from study.strength.luck.chances import after_deal, slope
from study.strength.luck.deals import DealtCards, dealt_cards
from study.strength.luck.luck import (
    luck_of_deal,
    luck_of_first_deal,
    luck_of_game,
    luck_of_six,
    luck_of_starter,
)
from study.strength.luck.points import mean_points, points_of_six

SCORES = st.integers(0, 120)
SEATS = st.sampled_from([*Seat])
TWELVE = st.permutations(range(52)).map(lambda deck: (tuple(deck[:6]), tuple(deck[6:12])))


@st.composite
def deals(draw: st.DrawFn) -> DealtCards:
    """Draw a deal with both discards made, at any score, before the starter is turned."""
    sixes = draw(TWELVE)
    throws = tuple([tuple(draw(st.permutations(six))[:2]) for six in sixes])
    return DealtCards(1, draw(SEATS), (draw(SCORES), draw(SCORES)), sixes, throws)


@pytest.mark.slow
@given(deals())
def test_over_all_starters_the_luck_of_the_cut_is_nothing(deal):
    unseen = FULL_DECK.difference(*deal.sixes)
    assert len(unseen) == 40
    assert sum(luck_of_starter(deal, starter) for starter in unseen) == 0


@given(deals(), SEATS)
def test_the_luck_of_a_hand_is_its_points_above_the_mean_by_the_slope_of_the_win_table(deal, seat):
    role = DEALER if seat is deal.dealer else PONE
    own = points_of_six(role, deal.sixes[seat]) - mean_points(role)
    pone, dealer = deal.scores[deal.dealer.other], deal.scores[deal.dealer]
    sign = 1 if seat is Seat.A else -1
    assert luck_of_six(deal, seat) == sign * slope(role, pone, dealer) * own


@pytest.mark.slow
@given(deals())
def test_the_luck_of_the_other_seat_is_the_same_in_a_mirror(deal):
    deal = replace(deal, starter=min(FULL_DECK.difference(*deal.sixes)))
    mirrored = replace(
        deal,
        dealer=deal.dealer.other,
        scores=deal.scores[::-1],
        sixes=deal.sixes[::-1],
        throws=deal.throws[::-1],
    )
    here, there = luck_of_deal(deal), luck_of_deal(mirrored)
    assert (here.sixes[0], here.sixes[1], here.starter) == (-there.sixes[1], -there.sixes[0], -there.starter)


def test_the_cut_for_deal_helps_one_as_it_hurts_the_other():
    assert luck_of_first_deal(Seat.A) == -luck_of_first_deal(Seat.B)
    assert 0.04 < luck_of_first_deal(Seat.A) < 0.08


def test_named_first_dealer_is_no_luck():
    deal = DealtCards(1, Seat.A, (0, 0), (cards("2S 3S 4S 9D TD KD"), cards("2H 3H 4H 9C TC KC")))
    named, cut = (luck_of_game((deal,), was_named) for was_named in (True, False))
    assert named.first_deal == 0
    assert cut.total - named.total == luck_of_first_deal(Seat.A)


@pytest.mark.parametrize("role", [PONE, DEALER])
@pytest.mark.parametrize("scores", [(0, 0), (60, 60), (100, 95), (80, 110)])
def test_a_point_more_never_hurts(role, scores):
    assert slope(role, *scores) > 0


def test_point_in_a_hand_is_worth_most_near_the_end_if_it_still_counts():
    assert slope(PONE, 110, 110) > slope(PONE, 0, 0) > slope(PONE, 0, 100)


def test_his_heels_win_at_once():
    """The dealer at 119 pegs two for the jack, before pone at 120 has played a card."""
    deal = DealtCards(
        9,
        Seat.B,
        (120, 119),
        (cards("2S 3S 4S 9D TD KD"), cards("2H 3H 4H 9C TC KC")),
        (cards("TD KD"), cards("TC KC")),
    )
    others = [luck_of_starter(deal, starter) for starter in sorted(FULL_DECK.difference(*deal.sixes))]
    assert luck_of_starter(deal, cards("JS")[0]) == min(others) < 0


def test_pone_counts_first():
    assert after_deal()[121, 121] == after_deal()[121, 0] > after_deal()[120, 121] == 0


class TestGames:
    def play(self, number, rules=None):
        return [table.state for table in positions(("novice", "novice"), rules or Rules(), Chance(1, number))]

    def test_every_deal_of_a_game_is_found_with_its_scores_and_its_starter(self):
        states = self.play(0)
        found = dealt_cards(states)
        assert [deal.number for deal in found] == [*range(1, states[-1].deal + 1)]
        assert all(deal.starter is not None for deal in found)
        assert found[0].scores == (0, 0)

    def test_a_game_resigned_before_the_cut_has_no_luck_of_that_cut(self):
        states = self.play(0)
        at = next(n for n, state in enumerate(states) if state.deal == 2)
        over, _ = act(states[at], Seat.B, Resign())
        *_, last = dealt_cards([*states[: at + 1], over])
        assert last.number == 2
        assert last.starter is None
        assert luck_of_deal(last).starter == 0
        assert luck_of_deal(last).total == sum(luck_of_deal(last).sixes)

    def test_the_adjusted_results_of_both_seats_make_one_game(self):
        states = self.play(3)
        luck = luck_of_game(dealt_cards(states), first_dealer_was_named=False)
        assert luck.adjusted(Seat.A) == 1 + luck.adjusted(Seat.B)
        assert luck.adjusted(Seat.A) == 1 - luck.total
