"""HALSCRIB decides how much to dare: by the score, by the deal, and by whom a skunk threatens."""

import pytest

from game.bots.halscrib.strategy import Standing, Strategy, strategy_for_throw, strategy_in_play

OPTIMAL, RISKY, SAFE = Strategy.OPTIMAL, Strategy.RISKY, Strategy.SAFE


def as_dealer(mine: int, theirs: int, sure: int = 6, expected: float = 12.5, target: int = 121) -> Strategy:
    return strategy_for_throw(Standing(mine, theirs, True, target, sure, expected))


def as_pone(mine: int, theirs: int, sure: int = 6, expected: float = 8, target: int = 121) -> Strategy:
    return strategy_for_throw(Standing(mine, theirs, False, target, sure, expected))


class TestByTheScore:
    @pytest.mark.parametrize(
        ("ahead", "strategy"), [(0, OPTIMAL), (15, OPTIMAL), (-15, OPTIMAL), (16, SAFE), (-16, RISKY)]
    )
    def test_fifteen_points_are_within_reach_and_sixteen_are_not(
        self, ahead: int, strategy: Strategy
    ) -> None:
        assert strategy_in_play(ahead) is strategy
        assert as_dealer(40 + ahead, 40) is strategy
        assert as_pone(40 + ahead, 40) is strategy


class TestByTheDeal:
    def test_it_is_safe_where_four_cards_reach_game_as_they_stand(self) -> None:
        assert as_pone(111, 100, sure=10) is SAFE
        assert as_pone(111, 100, sure=9) is OPTIMAL

    def test_it_is_risky_where_the_opponent_counts_first_and_is_expected_out(self) -> None:
        assert as_dealer(105, 111) is RISKY
        assert as_dealer(105, 110) is OPTIMAL

    def test_who_counts_second_cannot_sit_on_a_hand_that_reaches_game(self) -> None:
        assert as_dealer(111, 111, sure=10) is RISKY

    def test_counting_first_it_saves_itself_from_a_skunk(self) -> None:
        assert as_pone(84, 105, sure=7) is SAFE
        assert as_pone(84, 105, sure=6) is RISKY

    def test_and_from_a_double_skunk(self) -> None:
        assert as_pone(54, 105, sure=7) is SAFE
        assert as_pone(54, 105, sure=6) is RISKY

    def test_it_does_not_hide_while_the_opponent_is_not_expected_out(self) -> None:
        assert as_pone(84, 104, sure=7) is RISKY

    def test_it_goes_for_the_skunk_that_the_opponent_should_escape(self) -> None:
        assert as_dealer(105, 81) is RISKY
        assert as_dealer(105, 80) is SAFE  # not expected to reach 91
        assert as_dealer(107, 91) is SAFE  # past it already
        assert as_dealer(104, 81) is SAFE  # game is not expected

    def test_in_a_game_to_61_there_is_one_skunk_and_its_line_is_31(self) -> None:
        assert as_pone(25, 45, sure=6, target=61) is SAFE
        assert as_pone(25, 45, sure=5, target=61) is RISKY
        assert as_dealer(45, 21, target=61) is RISKY
        assert as_dealer(45, 20, target=61) is SAFE
