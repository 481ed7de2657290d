"""The brains: legal, blind to hidden cards, reproducible, and as good as they claim."""

from collections import deque
from functools import reduce
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribbage_site.tests.repetitions import only_in_proof, repetitions
from game.arena.figures import Figures, game_figures
from game.arena.meeting import Meeting, Outcome, play_pair
from game.bots import club
from game.bots.beginner import hasty_card, hasty_throw, lead
from game.bots.brain import ways_to_throw
from game.bots.crib_values import crib_value
from game.bots.intermediate import best_card, best_throw
from game.bots.novice import MISCOUNT, NOTICES, points_without_starter, tempting_card, tempting_throw
from game.bots.registry import BRAINS, choose
from game.engine.cards import card, cards, texts
from game.engine.moves import Deal, Play, Throw
from game.engine.play import act, legal, start
from game.engine.state import Phase, Rules, Seat
from game.engine.view import View, view
from tests.worlds.bots import decisions, game

# Of the brains with a part taken away one will do: they are put together in the same way.
EVERY_BRAIN = pytest.mark.parametrize("name", [*BRAINS, "halscrib-first"])
SEEDS = st.integers(0, 10**6)


def meet(one: str, other: str, pairs: int, seed: int) -> Outcome:
    """Play this many pairs of duplicate games."""
    played = [play_pair(Meeting(one, other, seed), pair) for pair in range(pairs)]
    return reduce(Outcome.merged_with, played)


def averages(name: str, games: int) -> dict[str, float]:
    """Return the averages of a deal over some games of a bot against itself."""
    over = [deque(game(name, seed), maxlen=1).pop() for seed in range(games)]
    return sum([figures for table in over for figures in game_figures(table.memory)], Figures()).means


def dealt(six: str) -> View:
    """The view of a pone who is dealt these six."""
    to_pone = cards(six)
    rest = [one for one in range(52) if one not in to_pone]
    deck = (*(one for pair in zip(to_pone, rest, strict=False) for one in pair), *rest[6:])
    state, _ = act(start(Rules(first_dealer=Seat.A)), None, Deal(1, deck))
    return view(state, Seat.B)


def thrown_by_intermediate(six: str, own_crib: bool) -> set[str]:
    return set(texts(best_throw(cards(six), own_crib)))


def kept_by_intermediate(six: str, own_crib: bool) -> set[str]:
    return set(six.split()) - thrown_by_intermediate(six, own_crib)


def played_by_intermediate(hand: str, pile: str = "") -> str:
    return texts([best_card(cards(hand), cards(pile))])[0]


def led_by(name: str, hand: str) -> str:
    """Return the card that a brain leads from four."""
    for _, table in decisions("intermediate", 1):
        state = table.state
        if state.phase is Phase.PLAY and not view(state, state.turn).pile:
            seen = view(state, state.turn)._replace(hand=cards(hand), playable=cards(hand))
            move = choose(name, seen, (), Random(1))
            assert isinstance(move, Play)
            return texts([move.card])[0]
    raise AssertionError("No card was led.")


class TestEveryBrain:
    @pytest.mark.slow
    @EVERY_BRAIN
    @given(seed=SEEDS)
    @settings(max_examples=repetitions(30, one_in=30), deadline=None)
    def test_only_ever_makes_a_legal_move(self, name: str, seed: int) -> None:
        for seat, table in decisions(name, seed):
            move = choose(name, view(table.state, seat), table.memory, Random(seed))
            assert move in {*legal(table.state, seat)} or (
                isinstance(move, Throw) and set(move.cards) < set(table.state.dealt[seat])
            )
            act(table.state, seat, move)

    @pytest.mark.slow
    @EVERY_BRAIN
    def test_plays_the_same_game_twice(self, name: str) -> None:
        first, again = ([table.state.record for table in game(name, seed=1)] for _ in range(2))
        assert first == again

    @EVERY_BRAIN
    def test_does_not_mind_the_order_in_which_six_cards_were_dealt(self, name: str) -> None:
        one, other = dealt("5H 5S JD KC 2H 7D"), dealt("7D KC 5H 2H 5S JD")
        assert choose(name, one, (), Random(5)) == choose(name, other, (), Random(5))

    def test_an_unknown_name_is_refused_with_a_sentence(self) -> None:
        with pytest.raises(ValueError, match="There is no bot called 'grandmaster'"):
            choose("grandmaster", dealt("5H 5S JD KC 2H 7D"), (), Random(1))

    @pytest.mark.parametrize("seat", [Seat.A, None])
    def test_a_seat_that_is_not_awaited_is_refused(self, seat: Seat | None) -> None:
        with pytest.raises(ValueError, match="does not wait"):
            choose("novice", view(start(Rules(first_dealer=Seat.A)), seat), (), Random(1))


class TestIntermediate:
    def test_keeps_three_fives_and_a_jack(self) -> None:
        assert kept_by_intermediate("5H 5C 5S JD 2C 9H", own_crib=False) == {"5H", "5C", "5S", "JD"}

    def test_keeps_a_double_run(self) -> None:
        assert kept_by_intermediate("7H 8C 8S 9D 2C KH", own_crib=False) == {"7H", "8C", "8S", "9D"}

    def test_throws_a_pair_to_its_own_crib_and_not_to_the_other(self) -> None:
        assert thrown_by_intermediate("3H 3C 7S 8D 9C KH", own_crib=True) == {"3H", "3C"}
        assert thrown_by_intermediate("3H 3C 7S 8D 9C KH", own_crib=False) == {"3C", "KH"}

    def test_never_gives_two_fives_away_for_an_equal_hand(self) -> None:
        assert not {"5H", "5C"} <= thrown_by_intermediate("5H 5C 2S 9D QC KH", own_crib=False)

    def test_takes_the_points_on_offer(self) -> None:
        assert played_by_intermediate("5H 9C KS", pile="TD") == "5H"
        assert played_by_intermediate("3H 4C KS", pile="2D AD") == "3H"

    def test_plays_its_lowest_where_nothing_scores(self) -> None:
        assert played_by_intermediate("8H 3C 8S KD") == "3C"
        assert played_by_intermediate("6H 3C", pile="KD 5C") == "3C"

    def test_asks_no_chance(self) -> None:
        for seat, table in decisions("intermediate", 1):
            seen = view(table.state, seat)
            assert len({choose("intermediate", seen, (), Random(seed)) for seed in range(3)}) == 1


class TestNovice:
    @given(seed=SEEDS)
    def test_never_gives_up_more_than_it_may_miscount(self, seed: int) -> None:
        chance = Random(seed)
        six = tuple(chance.sample(range(52), 6))
        thrown = tempting_throw(six, chance)
        kept = points_without_starter(tuple(one for one in six if one not in thrown))
        assert kept > max(points_without_starter(four) for four, _ in ways_to_throw(six)) - MISCOUNT

    def test_never_breaks_three_fives_and_a_jack(self) -> None:
        six = cards("5H 5C 5S JD 2C 9H")
        assert {tempting_throw(six, Random(seed)) for seed in range(50)} == {cards("2C 9H")}

    def test_hardly_ever_throws_two_fives(self) -> None:
        chance, fives, thrown = Random(1), cards("5C 5D"), 0
        rest = [one for one in range(52) if one not in fives]
        for _ in range(500):
            thrown += set(tempting_throw((*fives, *chance.sample(rest, 4)), chance)) == set(fives)
        assert thrown < 25

    def test_forgets_the_owner_of_the_crib(self) -> None:
        seen = dealt("5H 5S JD KC 2H 7D")
        assert seen.dealer is Seat.A
        dealing = seen._replace(dealer=Seat.B)
        assert choose("novice", seen, (), Random(5)) == choose("novice", dealing, (), Random(5))

    def test_overlooks_a_fifteen_now_and_then_but_never_a_pair_royal(self) -> None:
        fifteen = [tempting_card(cards("5H 9C"), cards("TD"), Random(seed)) for seed in range(200)]
        royal = [tempting_card(cards("8H 7C"), cards("8D 8C"), Random(seed)) for seed in range(200)]
        assert 100 < fifteen.count(card("5H")) < 200
        assert set(royal) == {card("8H")}


class TestIntermediate2:
    def test_leads_its_lowest_card_that_is_no_five(self) -> None:
        assert led_by("intermediate-2", "5H JC QS KD") == "KD"
        assert led_by("intermediate-2", "5H 3C QS KD") == "3C"

    def test_leads_a_five_if_it_has_no_other_card(self) -> None:
        assert led_by("intermediate-2", "5H 5C 5S 5D").startswith("5")

    def test_first_version_still_leads_fives_so_that_its_games_can_be_replayed(self) -> None:
        assert led_by("intermediate", "5H JC QS KD") == "5H"

    def test_differs_from_the_first_version_in_leads_only(self) -> None:
        for seed in range(5):
            for seat, table in decisions("intermediate", seed):
                seen = view(table.state, seat)
                both = {choose(name, seen, (), Random(1)) for name in ("intermediate", "intermediate-2")}
                assert len(both) == 1 or not seen.pile


class TestClub:
    def test_overlooks_less_than_novice(self) -> None:
        seen = {
            notices: sum(
                tempting_card(cards("5H 9C"), cards("TD"), Random(seed), notices) == card("5H")
                for seed in range(400)
            )
            for notices in (NOTICES, club.NOTICES)
        }
        assert seen[club.NOTICES] > seen[NOTICES] + 40

    def test_gives_up_at_most_four_points_of_a_hand(self) -> None:
        chance = Random(1)
        for _ in range(200):
            six = tuple(chance.sample(range(52), 6))
            thrown = tempting_throw(six, chance, club.MISCOUNT)
            kept = points_without_starter(tuple(one for one in six if one not in thrown))
            assert kept > max(points_without_starter(four) for four, _ in ways_to_throw(six)) - club.MISCOUNT


class TestBeginner:
    def test_leads_a_five_three_times_in_four(self) -> None:
        led = [lead(cards("5H JC QS KD"), Random(seed)) for seed in range(400)]
        assert 290 < led.count(card("5H")) < 350

    def test_misses_most_fifteens_in_the_play(self) -> None:
        made = [hasty_card(cards("5H 9C"), cards("TD"), Random(seed)) for seed in range(400)]
        assert 220 < made.count(card("5H")) < 280, "a quarter is seen, and half of the others come by chance"

    def test_breaks_pairs_that_novice_keeps(self) -> None:
        six, chance = cards("8H 8C 2S 4D JC KH"), Random(1)
        broken = {
            throw: sum(len({*cards("8H 8C")} & {*throw(six, chance)}) == 1 for _ in range(400))
            for throw in (hasty_throw, tempting_throw)
        }
        assert broken[hasty_throw] > broken[tempting_throw] + 20


class TestStrength:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("name", "other", "percent"),
        [
            ("beginner", "novice", 30),
            ("beginner-2", "novice", 30),
            ("club", "novice", 60),
            ("club", "intermediate", 42),
            ("novice-2", "intermediate-2", 30.6),
            ("club-2", "novice-2", 61),
            ("club-2", "intermediate-2", 39),
        ],
    )
    def test_new_levels_lie_where_they_should(self, name: str, other: str, percent: float) -> None:
        assert percent - 6 < meet(name, other, pairs=150, seed=7).games.percent < percent + 6

    @pytest.mark.slow
    def test_second_intermediate_beats_the_first(self) -> None:
        assert 50 < meet("intermediate-2", "intermediate", pairs=200, seed=7).games.percent < 57

    @pytest.mark.slow
    def test_intermediate_beats_novice_seven_times_in_ten(self) -> None:
        assert 65 < meet("intermediate", "novice", pairs=200, seed=7).games.percent < 75

    @pytest.mark.slow
    @pytest.mark.parametrize("name", ["novice", "intermediate", *only_in_proof("halscrib")])
    def test_plays_deals_as_people_know_them(self, name: str) -> None:
        seen = averages(name, games=40)
        assert 3.1 < seen["dealer_pegs"] < 3.8
        assert 1.9 < seen["pone_pegs"] < 2.7
        assert 7.4 < (seen["dealer_hand"] + seen["pone_hand"]) / 2 < 8.6
        assert 4.2 < seen["crib"] < 5.2
        assert 8.5 < seen["deals_per_game"] < 9.5

    def test_any_throw_brings_less_to_ones_own_crib_where_the_other_throws_to_spoil_it(self) -> None:
        every = [(one * 4, other * 4 + 1) for one in range(13) for other in range(one, 13)]
        assert len(every) == 91
        assert all(crib_value(two, own=True) < crib_value(two, own=False) for two in every)
        assert fmean(crib_value(two, own=True) for two in every) == pytest.approx(4.34, abs=0.2)
        assert crib_value(cards("KD 5C"), own=True) == 6.66
        assert crib_value(cards("2D 3C"), own=False) == 7.33
