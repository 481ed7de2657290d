"""The paper's further research: refilled matrices, and an opponent's habits learnt from its cards."""

from fractions import Fraction

import numpy as np
import pytest

from game.bots.brain import Memory
from game.bots.habits import PairFrequency
from game.bots.halscrib.adaptive import (
    adaptive_pair_rate,
    first_row_share,
    lead_likelihoods,
    lead_matrix,
    reply_matrix,
)
from game.bots.halscrib.matrix import Matrix, rows_against, solve
from game.bots.halscrib.mixing import Dilemma, find_dilemma
from game.bots.halscrib.opponent_habits import count_pair_leads, count_pair_replies
from game.bots.halscrib.playing import Position, number_of_hand, weigh
from game.engine.cards import cards
from game.engine.events import Dealt, Played
from game.engine.state import Seat

ME, THEM = Seat.A, Seat.B
SIMPLISTIC = ((4, -2), (-2, 2))
PROBABILISTIC = (
    (Fraction(40, 100), Fraction(-23, 100)),
    (Fraction(-25, 100), Fraction(24, 100)),
)


def deal(leads: Seat, leader: str, replier: str) -> Memory:
    """Return a deal's public events, with each side's cards in the order they are played."""
    pairs = zip(cards(leader), cards(replier), strict=True)
    sides = [(leads, one, leads.other, other) for one, other in pairs]
    played = [Played(seat, one, 0) for a, x, b, y in sides for seat, one in ((a, x), (b, y))]
    return (Dealt(1, leads.other), *played)


PAIRED_MY_LEAD = deal(ME, "9H KC 2D 4S", "9C 3D 8S QH")
LEFT_MY_LEAD = deal(ME, "9H KC 2D 4S", "3D 9C 8S QH")
LED_FROM_A_PAIR = deal(THEM, "7H 7C 2D KS", "AC 3D 8S QH")
LED_ANOTHER = deal(THEM, "2D 7H 7C KS", "AC 3D 8S QH")


def choice(pile: str, hand: str) -> Dilemma:
    seen = {*cards(pile), *cards(hand)}
    unseen = tuple([one for one in range(52) if one not in seen])
    at = Position(cards(pile), cards(hand), unseen, 4 - len(cards(pile)))
    found = find_dilemma(at, weigh(at), 0, THEM)
    assert found is not None
    return found


LEAD = choice("", "2C 2D 9H KS")
REPLY = choice("2S", "2H 3C 7H 8D")


class TestAMatrix:
    @pytest.mark.parametrize(
        ("matrix", "leads", "pairs"),
        [
            (SIMPLISTIC, Fraction(2, 5), Fraction(2, 5)),  # the paper's 40% and 40%
            (PROBABILISTIC, Fraction(7, 16), Fraction(47, 112)),  # its 44% and 42%
        ],
    )
    def test_of_the_paper_is_solved_as_the_paper_says(
        self, matrix: Matrix, leads: Fraction, pairs: Fraction
    ) -> None:
        exact: Matrix = tuple([tuple([Fraction(entry) for entry in row]) for row in matrix])
        solution = solve(exact)
        assert solution == (leads, pairs)
        assert len(set(rows_against(exact, solution.column))) == 1

    @pytest.mark.parametrize(
        ("matrix", "row", "column"),
        [(((3, 2), (1, 0)), 1, 0), (((0, 1), (2, 3)), 0, 1), (((2, 5), (1, 9)), 1, 1)],
    )
    def test_with_a_saddle_needs_no_mixing(self, matrix: Matrix, row: int, column: int) -> None:
        assert solve(matrix) == (row, column)

    def test_for_the_lead_is_filled_as_the_paper_signs_it(self) -> None:
        (pair_paired, pair_left), (other_paired, other_left) = lead_matrix(LEAD)
        assert pair_paired > pair_left
        assert other_paired < other_left

    def test_for_the_reply_fears_the_pair_royal(self) -> None:
        (paired_a_pair, paired_one), _ = reply_matrix(REPLY)
        assert paired_a_pair < paired_one - 1


class TestWatching:
    def test_counts_the_leads_that_were_paired_of_those_that_could_be(self) -> None:
        cannot = deal(ME, "9H KC 2D 4S", "3D 8C 8S QH")
        assert count_pair_replies((*PAIRED_MY_LEAD, *LEFT_MY_LEAD, *cannot), THEM) == PairFrequency(1, 2)

    def test_counts_the_leads_from_pairs_of_those_that_could_be(self) -> None:
        without_pair = deal(THEM, "2D 7H 9C KS", "AC 3D 8S QH")
        pairs_alone = deal(THEM, "7H 7C KC KS", "AC 3D 8S QH")
        memory = (*LED_FROM_A_PAIR, *LED_ANOTHER, *LED_ANOTHER, *without_pair, *pairs_alone)
        assert count_pair_leads(memory, THEM) == PairFrequency(1, 3)

    def test_does_not_count_its_own_ways(self) -> None:
        assert (
            count_pair_leads(PAIRED_MY_LEAD, THEM)
            == count_pair_replies(LED_FROM_A_PAIR, THEM)
            == PairFrequency()
        )

    def test_uses_earlier_games_and_skips_interrupted_deals(self) -> None:
        assert count_pair_replies(
            (*PAIRED_MY_LEAD[:5], *PAIRED_MY_LEAD, *LEFT_MY_LEAD[:-1]), THEM
        ) == PairFrequency(1, 1)


class TestAdapting:
    def test_begins_with_the_equilibrium(self) -> None:
        assert adaptive_pair_rate(LEAD, ()) == pytest.approx(solve(lead_matrix(LEAD)).row)
        assert adaptive_pair_rate(REPLY, ()) == pytest.approx(solve(reply_matrix(REPLY)).row)
        assert 0 < adaptive_pair_rate(LEAD, ()) < 1

    def test_leads_from_pairs_against_a_player_who_always_pairs_and_less_against_one_who_never_does(
        self,
    ) -> None:
        always = [adaptive_pair_rate(LEAD, PAIRED_MY_LEAD * deals) for deals in (0, 2, 10, 100)]
        never = [adaptive_pair_rate(LEAD, LEFT_MY_LEAD * deals) for deals in (0, 2, 10, 100)]
        assert always == sorted(always)
        assert always[-1] > 0.95
        assert never == sorted(never, reverse=True)
        assert never[-1] < 0.05

    def test_pairs_against_a_player_who_never_leads_from_a_pair_and_less_against_one_who_does(self) -> None:
        always = [adaptive_pair_rate(REPLY, LED_FROM_A_PAIR * deals) for deals in (0, 2, 10, 100)]
        never = [adaptive_pair_rate(REPLY, LED_ANOTHER * deals) for deals in (0, 2, 10, 100)]
        assert always == sorted(always, reverse=True)
        assert always[-1] < 0.05
        assert never == sorted(never)
        assert never[-1] > 0.95

    def test_is_half_sure_after_five_choices(self) -> None:
        assert first_row_share(SIMPLISTIC, PairFrequency(5, 5)) == pytest.approx((0.4 + 1) / 2)
        assert first_row_share(SIMPLISTIC, PairFrequency(0, 5)) == pytest.approx((0.4 + 0) / 2)

    def test_a_led_card_gives_information_about_its_hand(self) -> None:
        seven = 6
        pair_of_it, other_pair, no_pair = (
            number_of_hand(cards(hand)) for hand in ("7C 2D KS", "KH 2D KS", "2D 9H KS")
        )
        likely = lead_likelihoods(np.array([pair_of_it, other_pair, no_pair]), seven)
        assert likely.tolist() == [[1, 0, 1 / 4], [0, 1 / 2, 1 / 4]]
