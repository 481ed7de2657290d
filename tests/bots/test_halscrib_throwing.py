"""HALSCRIB's seven ways to value a throw, from exact hands and cribs."""

from fractions import Fraction
from itertools import combinations

import pytest

from game.bots.brain import ways_to_throw
from game.bots.halscrib.cribs import crib_points
from game.bots.halscrib.plans import PAPER
from game.bots.halscrib.strategy import Strategy
from game.bots.halscrib.throwing import (
    STARTERS,
    VALUATIONS,
    WAYS,
    best_prospect,
    fifth_valuation,
    first_valuation,
    fourth_valuation,
    prospects,
    second_valuation,
    seventh_valuation,
    sixth_valuation,
    standing,
    third_valuation,
)
from game.engine.cards import Card, card, cards, texts
from game.engine.scoring import score_hand

OPTIMAL, RISKY, SAFE = Strategy.OPTIMAL, Strategy.RISKY, Strategy.SAFE
# With a jack and two of a suit, so that flushes and nobs are all in it.
SIX = cards("2C 3H 5S 8S 9D JS")
UNSEEN = tuple([one for one in range(52) if one not in SIX])


def crib_by_hand(thrown: tuple[Card, ...], starter: Card) -> int:
    others = [one for one in UNSEEN if one != starter]
    return sum(score_hand((*thrown, *two), starter, crib=True).total for two in combinations(others, 2))


def thrown(six: str, strategy: Strategy, dealer: bool) -> str:
    return " ".join(texts(best_prospect(prospects(cards(six)), strategy, dealer).thrown))


class TestACrib:
    @pytest.mark.parametrize("two", ["8S JS", "5S JS", "2C 9D"])
    @pytest.mark.parametrize("starter", ["4S", "JD", "8H"])
    def test_is_counted_over_all_that_may_fall_beside_the_throw(self, two: str, starter: str) -> None:
        points = crib_points((cards(two),), UNSEEN)
        assert points[0, UNSEEN.index(card(starter))] == crib_by_hand(cards(two), card(starter))

    def test_has_a_row_for_every_throw_and_a_column_for_every_starter(self) -> None:
        assert crib_points(tuple([two for _, two in ways_to_throw(SIX)]), UNSEEN).shape == (15, STARTERS)


class TestAProspect:
    def test_holds_hand_and_crib_in_exact_parts_of_a_point(self) -> None:
        throw = next(one for one in prospects(SIX) if one.thrown == cards("8S 9D"))
        hands = [score_hand(cards("2C 3H 5S JS"), starter).total for starter in UNSEEN]
        cribs = crib_points((throw.thrown,), UNSEEN)[0].tolist()
        assert Fraction(throw.as_it_stands, WAYS) == 4  # two fifteens: 5 J, 2 3 J
        assert Fraction(throw.best_hand, WAYS) == max(hands)
        assert Fraction(throw.expected_hand, WAYS) == Fraction(sum(hands), 46)
        assert Fraction(throw.least_crib, WAYS) == Fraction(min(cribs), 990)
        assert Fraction(throw.expected_crib, WAYS) == Fraction(sum(cribs), 46 * 990)
        assert Fraction(throw.greatest_crib, WAYS) == Fraction(max(cribs), 990)

    def test_has_the_seven_values_of_the_paper(self) -> None:
        throw = prospects(SIX)[0]._replace(
            as_it_stands=1,
            best_hand=200,
            expected_hand=100,
            least_crib=10,
            expected_crib=20,
            greatest_crib=30,
        )
        values = [
            value(throw)
            for value in (
                first_valuation,
                second_valuation,
                third_valuation,
                fourth_valuation,
                fifth_valuation,
                sixth_valuation,
                seventh_valuation,
            )
        ]
        assert values == [1, 190, 230, 80, 120, 70, 120]


class TestAThrow:
    def test_is_valued_by_strategy_and_deal_and_never_by_the_first(self) -> None:
        by_name = {how: valuation.value for how, valuation in VALUATIONS.items()}
        assert by_name == {
            (RISKY, False): second_valuation,
            (RISKY, True): third_valuation,
            (OPTIMAL, False): fourth_valuation,
            (OPTIMAL, True): fifth_valuation,
            (SAFE, False): sixth_valuation,
            (SAFE, True): seventh_valuation,
        }

    def test_differs_by_strategy(self) -> None:
        six = "4C 5H 7D 8D JS QH"
        assert thrown(six, OPTIMAL, dealer=False) == "4C QH"
        assert thrown(six, RISKY, dealer=False) == "4C 7D"
        assert thrown(six, SAFE, dealer=False) == "4C 8D"

    def test_keeps_three_fives_and_a_jack_whatever_the_strategy(self) -> None:
        for strategy, dealer in VALUATIONS:
            assert thrown("2C 5C 5H 5S 9H JD", strategy, dealer) == "2C 9H"

    def test_the_fifth_and_seventh_part_ways_between_equals(self) -> None:
        throws = prospects(cards("AC 2S 3D 5D JC JS"))
        optimal, safe = (best_prospect(throws, strategy, True) for strategy in (OPTIMAL, SAFE))
        assert fifth_valuation(optimal) == fifth_valuation(safe) == max(map(fifth_valuation, throws))
        assert optimal.best_hand > safe.best_hand
        assert optimal.as_it_stands <= safe.as_it_stands
        assert optimal != safe

    def test_goes_by_the_score(self) -> None:
        six = cards("4C 5H 7D 8D JS QH")
        throws = prospects(six)
        level, behind, ahead = (
            PAPER.throw(throws, standing(throws, dealer=False, mine=40 + lead, theirs=40, target=121))
            for lead in (0, -16, 16)
        )
        assert [" ".join(texts(two)) for two in (level, behind, ahead)] == ["4C QH", "4C 7D", "4C 8D"]

    def test_what_it_can_reach_is_the_best_four_as_they_stand(self) -> None:
        at = standing(prospects(cards("5H 5C 5S JD 2C 9H")), dealer=False, mine=0, theirs=0, target=121)
        assert at.sure == 14  # four fifteens and a pair royal
        assert at.expected > 14
