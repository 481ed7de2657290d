"""SNAC: HALSCRIB's strategies fade into each other; far from every boundary it plays by the paper."""

from itertools import pairwise

import pytest

from game.bots.halscrib.plans import PAPER, REDUCED
from game.bots.halscrib.playing import Position, weigh
from game.bots.halscrib.snac import SMOOTH, by_score, by_standing, degree, escape
from game.bots.halscrib.strategy import Standing, Strategy
from game.bots.halscrib.throwing import best_prospect, prospects, standing
from game.engine.cards import cards

OPTIMAL, RISKY, SAFE = Strategy.OPTIMAL, Strategy.RISKY, Strategy.SAFE
SIX = cards("4C 5H 7D 8D JS QH")
STANDINGS = [
    Standing(mine, theirs, dealer, 121, 6, 10.0)
    for mine in range(0, 121, 12)
    for theirs in range(0, 121, 12)
    for dealer in (True, False)
]


def at_score(mine: int, theirs: int, dealer: bool = False) -> Standing:
    return standing(prospects(SIX), dealer=dealer, mine=mine, theirs=theirs, target=121)


class TestAClaim:
    def test_holds_by_half_at_its_boundary_and_the_more_the_further_beyond(self) -> None:
        assert degree(15.5, 16) == pytest.approx(0.5)
        degrees = [degree(points, 16) for points in range(-1000, 1000)]
        assert degrees == sorted(degrees)
        assert (degrees[0], degrees[-1]) == (0, 1)

    def test_that_a_skunk_is_escaped_is_none_once_its_line_is_passed(self) -> None:
        assert escape(91, 200, 121) == 0
        assert escape(80, 120, 121) > 0.99
        assert escape(50, 60.5, 121) == pytest.approx(0.5)


class TestTheCoefficients:
    def test_are_shares_of_one(self) -> None:
        for at in STANDINGS:
            for coefficients in (by_score(at.ahead), by_standing(at)):
                assert sum(coefficients.values()) == pytest.approx(1), at
                assert min(coefficients.values()) >= 0, at

    @pytest.mark.parametrize("strategy", Strategy)
    def test_have_no_cliff(self, strategy: Strategy) -> None:
        steps = [
            abs(by_score(one)[strategy] - by_score(other)[strategy])
            for one, other in pairwise(range(-60, 61))
        ]
        assert max(steps) < 0.1

    def test_are_the_papers_far_from_its_boundaries(self) -> None:
        assert by_score(0)[OPTIMAL] > 0.98
        assert by_score(-40)[RISKY] > 0.99
        assert by_score(40)[SAFE] > 0.99

    def test_a_special_case_takes_the_place_of_what_the_score_says(self) -> None:
        doomed = Standing(mine=100, theirs=118, dealer=True, target=121, sure=4, expected=9)
        assert by_standing(doomed)[RISKY] > 0.95


class TestThePlan:
    @pytest.mark.parametrize(("mine", "theirs"), [(40, 40), (20, 60), (60, 20)])
    @pytest.mark.parametrize("dealer", [True, False])
    def test_throws_as_the_paper_does_where_one_strategy_counts_alone(
        self, mine: int, theirs: int, dealer: bool
    ) -> None:
        at = at_score(mine, theirs, dealer)
        assert SMOOTH.throw(prospects(SIX), at) == PAPER.throw(prospects(SIX), at)

    def test_turns_a_throw_where_the_blend_does_and_not_at_sixteen(self) -> None:
        throws = prospects(SIX)
        turned = [
            behind
            for behind in range(40)
            if SMOOTH.throw(throws, at_score(40, 40 + behind)) != SMOOTH.throw(throws, at_score(40, 40))
        ]
        assert turned == list(range(turned[0], 40))
        assert turned[0] != 16

    def test_weighs_a_card_by_hope_and_fear_as_far_as_they_count(self) -> None:
        seen = {*cards("8D 5H"), *cards("5S QC")}
        here = Position(cards("8D 5H"), cards("5S QC"), tuple({*range(52)} - seen), 2)
        five, queen = cards("5S QC")
        weighed = weigh(here)
        assert [SMOOTH.card(weighed, ahead).card for ahead in (-40, 0, 40)] == [five, five, queen]


class TestAPartTakenAway:
    def throw(self, name: str, at: Standing) -> tuple[int, ...]:
        return REDUCED[name].throw(prospects(SIX), at)

    @pytest.mark.parametrize("strategy", Strategy)
    def test_a_plan_that_never_switches_goes_by_one_strategy(self, strategy: Strategy) -> None:
        for at in (at_score(40, 40), at_score(20, 60), at_score(60, 20)):
            assert self.throw(strategy.value, at) == best_prospect(prospects(SIX), strategy, False).thrown

    def test_without_a_strategy_it_is_optimal_in_its_place(self) -> None:
        optimal = best_prospect(prospects(SIX), OPTIMAL, False).thrown
        assert self.throw("never-risky", at_score(20, 60)) == optimal
        assert self.throw("never-safe", at_score(60, 20)) == optimal
        assert self.throw("never-risky", at_score(60, 20)) == PAPER.throw(prospects(SIX), at_score(60, 20))

    def test_score_and_deal_are_followed_apart(self) -> None:
        far_behind = at_score(20, 60)
        can_reach_game = at_score(117, 117)
        optimal, safe, risky = (
            best_prospect(prospects(SIX), each, False).thrown for each in (OPTIMAL, SAFE, RISKY)
        )
        assert (self.throw("by-score", far_behind), self.throw("by-deal", far_behind)) == (risky, optimal)
        assert (self.throw("by-score", can_reach_game), self.throw("by-deal", can_reach_game)) == (
            optimal,
            safe,
        )

    def test_by_the_first_it_keeps_the_best_four_as_they_lie(self) -> None:
        first = self.throw("first", at_score(40, 40))
        assert max(throw.as_it_stands for throw in prospects(SIX)) == next(
            throw.as_it_stands for throw in prospects(SIX) if throw.thrown == first
        )
