"""Master: its model of an opponent, what it learns, and the best response to it."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.arena.chance import Chance
from game.arena.game import play_game
from game.bots.brain import Memory
from game.bots.building.pegger import fit, sensible_weights
from game.bots.lanes import hand_number, hands
from game.bots.master.best_response import Lanes, Search
from game.bots.master.learning import (
    Family,
    Seen,
    choices_in_deal,
    choices_seen,
    learnt_pegger,
    shipped_family,
)
from game.bots.master.pegger import CANNOT, WEIGHTS, Choices, Pegger, different_ranks, features
from game.bots.piles import EMPTY, piles
from game.bots.registry import choose
from game.bots.tables import pegger_weights
from game.engine.cards import cards, texts
from game.engine.events import Dealt, Played
from game.engine.moves import Deal, Play, Throw
from game.engine.pegging import peg_points
from game.engine.play import act, start
from game.engine.state import Rules, Seat, State
from game.engine.view import view

SEEDS = st.integers(0, 10**6)
NEVER = 1000


def new_opponent() -> Pegger:
    """An opponent of whom nothing has been seen."""
    return learnt_pegger(shipped_family(), ())


def random_choices(chance: Random, number: int) -> Choices:
    """So many choices, with two ranks that fit at least."""
    rows: list[tuple[int, int, int]] = []
    while len(rows) < number:
        hand = hand_number(sorted(chance.choices(range(13), k=chance.randint(2, 4))))
        pile = piles().number(chance.sample(range(9), chance.randint(0, 3)))
        if (different_ranks()[hand] <= piles().room[pile]).sum() > 1:
            rows.append((hand, pile, chance.randint(1, 4)))
    return Choices(*np.array(rows).T)


def drawn(pegger: Pegger, choices: Choices, seed: int) -> tuple[Seen, ...]:
    """Return the observed choices of a pegger."""
    reached = np.random.default_rng(seed).random(len(choices.hand))[:, None]
    slots = (pegger.chances(choices).cumsum(axis=1) < reached).sum(axis=1)
    return tuple([Seen(*map(int, row)) for row in zip(*choices, slots, strict=True)])


def mean_log_chance(pegger: Pegger, seen: Sequence[Seen]) -> float:
    """How well a pegger foretells what was seen."""
    hand, pile, theirs, slot = np.array(seen).T
    told = pegger.chances(Choices(hand, pile, theirs))[np.arange(len(slot)), slot]
    return float(np.log(told).mean())


def game_of(one: str, other: str, seed: int) -> Memory:
    return play_game((one, other), Rules(first_dealer=Seat.A), Chance(seed, pair=0)).memory


def games_of(one: str, other: str, games: int) -> Iterator[Memory]:
    for seed in range(games):
        yield game_of(one, other, seed)


class TestPegger:
    @pytest.mark.slow
    @given(SEEDS)
    @settings(max_examples=10, deadline=None)
    def test_its_tables_are_its_weights_added_up(self, seed: int):
        weights = np.random.default_rng(seed).normal(size=WEIGHTS).astype(np.float32)
        choices = random_choices(Random(seed), 50)
        x, fits = features(choices)
        expected = np.where(fits, x @ weights, CANNOT)
        assert Pegger.from_weights(weights).values(choices) == pytest.approx(expected, abs=1e-3)

    def test_only_plays_what_fits(self):
        choices = random_choices(Random(1), 200)
        fits = different_ranks()[choices.hand] <= piles().room[choices.pile][:, None]
        chances = new_opponent().chances(choices)
        assert (chances[~fits] < 1e-9).all()
        assert chances.sum(axis=1) == pytest.approx(1)

    def test_a_sensible_one_takes_fifteen(self):
        hand, pile = hand_number([4, 8, 11]), piles().number([9])
        chances = Pegger.from_weights(sensible_weights()).chances(
            Choices(*np.array([[hand, pile, 3]], dtype=np.int64).T)
        )
        assert chances[0].argmax() == 0

    @pytest.mark.slow
    def test_is_fitted_to_what_was_played(self):
        weights = sensible_weights()
        seen = drawn(Pegger.from_weights(weights), random_choices(Random(3), 4000), seed=3)
        fitted = fit(np.array(seen))
        assert fitted.surprise == pytest.approx(
            -mean_log_chance(Pegger.from_weights(weights), seen), abs=0.03
        )
        assert fitted.surprise < fitted.uniform - 0.1


class TestLearning:
    def test_against_an_unknown_opponent_it_is_nearly_as_good_as_master(self):
        assert shipped_family().most_likely(()) == pytest.approx([0.8, *[0] * 10])
        assert choices_seen((), Seat.A) == ()

    def test_only_cards_with_an_alternative_are_observed(self):
        one, other = cards("5H 6H TD KS"), cards("5C 5D 9C JH")
        order = cards("5H 5C 6H 5D TD 9C KS JH")
        played = tuple([(Seat.A if card in one else Seat.B, card) for card in order])
        assert set(order) == {*one, *other}
        seen = choices_in_deal(played, Seat.A)
        assert [piles().count[choice.pile] for choice in seen] == [0, 10, 21]
        assert [choice.theirs for choice in seen] == [4, 3, 2]
        assert [hands().slots[choice.hand][choice.slot] for choice in seen] == [4, 5, 9]

    def test_a_deal_that_was_broken_off_teaches_nothing(self):
        memory = (Dealt(1, Seat.A), Played(Seat.B, 3, 1), Played(Seat.A, 7, 3), Dealt(2, Seat.B))
        assert choices_seen(memory, Seat.A) == choices_seen(memory, Seat.B) == ()

    @pytest.mark.slow
    def test_a_greedy_player_is_detected(self):
        family = Family(sensible_weights())
        place = family.start + np.eye(11)[1] * 1.5
        greedy = family.pegger_at(place)
        seen = drawn(greedy, random_choices(Random(5), 240), seed=5)
        found = [family.most_likely(seen[:number]) for number in (0, 24, 240)]
        assert found[0][1] == 0
        assert found[0][1] < found[1][1] < found[2][1]
        unseen = drawn(greedy, random_choices(Random(6), 1000), seed=6)
        told = [mean_log_chance(family.pegger_at(one), unseen) for one in found]
        assert told == sorted(told)
        assert told[-1] == pytest.approx(mean_log_chance(greedy, unseen), abs=0.02)

    def test_intermediate_is_known_better_after_every_few_deals(self):
        first, *later = [choices_seen(memory, Seat.A) for memory in games_of("intermediate", "novice", 4)]
        family = shipped_family()
        unseen = [seen for game in later for seen in game]
        told = [mean_log_chance(family.pegger_at(family.most_likely(first[:n])), unseen) for n in (0, 8, 16)]
        assert told == sorted(told)
        assert told[-1] > told[0] + 0.2

    @pytest.mark.slow
    def test_the_shipped_weights_predict_play_that_no_bot_of_theirs_made(self):
        assert pegger_weights().shape == (WEIGHTS,)
        games = games_of("advanced", "intermediate", 4)
        seen = [choice for memory in games for choice in choices_seen(memory, Seat.A)]
        uniform = Pegger.from_weights(np.zeros(WEIGHTS, np.float32))
        assert mean_log_chance(new_opponent(), seen) > mean_log_chance(uniform, seen) + 0.1


def value_by_the_book(
    mine: tuple[int, ...], cases: dict[tuple[int, ...], float], pile: tuple[int, ...], pegger: Pegger
) -> dict[int, float]:
    """Return the value of each rank in points, by a plain recursion over all distinguishable hands."""

    def chances_of(hand: tuple[int, ...], on: tuple[int, ...], left: int) -> dict[int, float]:
        at = Choices(*np.array([[hand_number(hand), piles().number(on), left]], dtype=np.int64).T)
        chance = pegger.chances(at)[0]
        return {int(rank): float(chance[slot]) for slot, rank in enumerate(ranks_of(hand)) if rank < 13}

    def ranks_of(hand: tuple[int, ...]) -> list[int]:
        return different_ranks()[hand_number(hand)].tolist()

    def fits(rank: int, on: tuple[int, ...]) -> bool:
        return sum(min(one + 1, 10) for one in (*on, rank)) <= 31

    def without(hand: tuple[int, ...], rank: int) -> tuple[int, ...]:
        at = hand.index(rank)
        return hand[:at] + hand[at + 1 :]

    def after(hand, rank, other, on):
        """Points of a card, the pile then, and whether the other is next."""
        points = peg_points([one * 4 for one in on], rank * 4)
        on = (*on, rank)
        rest = without(hand, rank)
        if any(fits(one, on) for one in other):
            return points, on, True, "reply"
        if any(fits(one, on) for one in rest):
            return points, on, False, "goes on"
        is_31 = sum(min(one + 1, 10) for one in on) == 31
        return points + (not is_31), (), bool(other), "ends"

    def my_turn(mine, lanes, on) -> dict[int, float]:
        worth = {}
        for rank in {one for one in mine if fits(one, on)}:
            groups: dict = {}
            total = 0.0
            for theirs, weight in lanes:
                points, pile, passes, sign = after(mine, rank, theirs, on)
                total += weight * points
                groups.setdefault((pile, passes, sign), []).append((theirs, weight))
            for (pile, passes, _), group in groups.items():
                total += go_on(without(mine, rank), group, pile, not passes)
            worth[rank] = total
        return worth

    def go_on(mine, lanes, on, is_mine) -> float:
        if not mine and not lanes[0][0]:
            return 0.0
        if is_mine:
            return max(my_turn(mine, lanes, on).values())
        groups: dict = {}
        total = 0.0
        for theirs, weight in lanes:
            options = {one for one in theirs if fits(one, on)}
            chance = chances_of(theirs, on, len(mine)) if len(options) > 1 else dict.fromkeys(options, 1.0)
            for rank in options:
                points, pile, passes, sign = after(theirs, rank, mine, on)
                total -= weight * chance[rank] * points
                key = rank, pile, passes, sign
                groups.setdefault(key, []).append((without(theirs, rank), weight * chance[rank]))
        for (_, pile, passes, _), group in groups.items():
            total += go_on(mine, group, pile, passes)
        return total

    return my_turn(mine, list(cases.items()), pile)


class TestBestResponse:
    @pytest.mark.slow
    @given(SEEDS)
    @settings(max_examples=25, deadline=None)
    def test_equals_a_plain_recursion(self, seed: int):
        chance = Random(seed)
        mine = tuple(sorted(chance.sample([*range(13)] * 2, chance.randint(2, 3))))
        size = chance.randint(len(mine) - 1, len(mine))
        others = chance.sample(list(combinations_with_replacement(range(13), size)), 12)
        pile = tuple(chance.sample(range(7), chance.randint(0, 2)))
        # A pegger so undecided that no card of its own is left out as unlikely.
        pegger = Pegger.from_weights(0.1 * sensible_weights())
        weights = np.full(12, 1 / 12)
        for_points = Search(pegger, NEVER, NEVER, lambda case, my, their: (my - their).astype(float))
        for_nothing = Search(pegger, NEVER, NEVER, lambda case, my, their: np.zeros(len(case)))
        recent = 0
        for rank in pile:
            recent = recent << 4 | rank + 1
        held = np.array([hand_number(one) for one in others])
        start = Lanes.against(held, weights, hand_number(mine), piles().number(pile), recent)
        expected = value_by_the_book(mine, dict(zip(others, weights.tolist(), strict=True)), pile, pegger)
        worth, net = for_points.outcomes(start)
        # Where points decide nothing, they are what is looked for all the same.
        for found in (worth, net, for_nothing.outcomes(start).net):
            assert {rank: found[rank] for rank in expected} == pytest.approx(expected, abs=1e-4)

    def test_no_player_wins_after_the_other_has(self):
        pegger = Pegger.from_weights(sensible_weights())
        search = Search(pegger, 2, 1, lambda case, my, their: np.full(len(case), 0.5))
        queen_and_ten = Lanes.against(
            np.array([hand_number([4])]), np.ones(1), hand_number([9, 11]), EMPTY, recent=0
        )
        worth = search.outcomes(queen_and_ten).worth
        assert worth[9] == worth[11] == 0  # either way the five makes fifteen first


def at_play(hand: str, other: str, *, mine: int, theirs: int) -> State:
    """Pone is to lead with these four, at this score."""
    pone, dealer = (*cards(hand), *cards("KC KD")), (*cards(other), *cards("QC QD"))
    rest = [one for one in range(52) if one not in {*pone, *dealer}]
    deck = (*[one for pair in zip(pone, dealer, strict=True) for one in pair], *rest)
    state, _ = act(start(Rules(first_dealer=Seat.A)), None, Deal(1, deck))
    state, _ = act(state, Seat.B, Throw(cards("KC KD")))
    state, _ = act(state, Seat.A, Throw(cards("QC QD")))
    return state.replace(scores=(theirs, mine))


class TestMaster:
    def test_takes_the_point_that_wins(self):
        state = at_play("8H 9H 3S 2C", "7D TD 6S JC", mine=119, theirs=119)
        for lead, reply in (("8H", "7D"), ("9H", "6S")):
            assert peg_points(cards(lead), cards(reply)[0]) == 2
        move = choose("master", view(state, Seat.B), (), Random(1))
        assert isinstance(move, Play)
        assert texts([move.card])[0] in ("3S", "2C")

    def test_throws_as_advanced_does(self):
        state, _ = act(start(Rules(first_dealer=Seat.A)), None, Deal(1, tuple(range(52))))
        seen = view(state, Seat.B)
        assert choose("master", seen, (), Random(1)) == choose("advanced", seen, (), Random(1))
