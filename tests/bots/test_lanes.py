"""The play in lanes: every point by the rules, and a player with good habits."""

from random import Random

import numpy as np
import pytest

from game.bots.lanes import (
    FULL_HANDS,
    HANDS,
    NOT_HELD,
    Lanes,
    Pegs,
    Policy,
    hand_numbers,
    hands,
    play_out,
    sensible_policy,
)
from game.bots.piles import NO_RANK, RANKS, piles
from game.engine.cards import Card, card, cards
from game.engine.events import Pegged
from game.engine.moves import Go, Play
from game.engine.play import act, legal
from game.engine.state import NO_CARDS, Phase, Rules, Seat, State

EIGHT_LOW = 28  # aces to sevens: piles of many cards and long runs


def ranks(text: str) -> list[int]:
    held = [one >> 2 for one in cards(text)]
    return held + [NO_RANK] * (4 - len(held))


def number(text: str) -> int:
    return int(hand_numbers(np.array([ranks(text)]))[0])


def chance_policy(seed: int) -> Policy:
    """Any card that fits, at random: foolish play tests the rules best."""
    sane = sensible_policy()
    chance = np.array([Random(seed).random() for _ in range(HANDS * 8)], dtype=np.float32)
    fits = np.where(sane.worth > -50, 0, sane.worth)
    return Policy(fits.astype(np.float32), chance.reshape(2 * HANDS, 4))


def begin(held: tuple[tuple[Card, ...], tuple[Card, ...]]) -> State:
    """The play about to begin; seat A leads."""
    rest = tuple(one for one in range(52) if one not in held[0] + held[1])
    return State(
        Rules(first_dealer=Seat.B),
        Phase.PLAY,
        deal=1,
        dealer=Seat.B,
        dealt=(held[0] + rest[:2], held[1] + rest[2:4]),
        hands=held,
        throws=(rest[:2], rest[2:4]),
        upcard=rest[4],
        turn=Seat.A,
    )


def cards_of_lane(pegs: Pegs, lane: int) -> list[tuple[int, int, int]]:
    """Seat, rank and points of each card that was played in a lane."""
    rows = zip(*(row[:, lane].tolist() for row in pegs), strict=True)
    return [row for row in rows if row[1] != NO_RANK]


def by_the_rules(state: State, story: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """The same cards played at a real table, and what they score there."""
    found: list[tuple[int, int, int]] = []
    for seat, rank, _ in story:
        points = 0
        while legal(state, state.turn) == (Go(),):
            state, events = act(state, state.turn, Go())
            assert found
            last = found.pop()
            found.append((*last[:2], last[2] + sum(e.points for e in events if isinstance(e, Pegged))))
        assert state.turn == seat
        one = next(held for held in state.hands[state.turn] if held >> 2 == rank)
        state, events = act(state, state.turn, Play(one))
        points = sum(e.points for e in events if isinstance(e, Pegged) and e.kind in ("play", "go", "last"))
        found.append((seat, rank, points))
    assert state.hands == NO_CARDS
    return found


def test_a_hand_without_a_rank_is_what_is_left_of_it():
    without = hands().without_rank[:, number("2H 5D 5S KC")]
    assert without[card("5C") >> 2] == number("2H 5D KC")
    assert without[card("KD") >> 2] == number("2H 5D 5S")
    assert without[card("3C") >> 2] == NOT_HELD


class TestRules:
    @pytest.mark.slow
    @pytest.mark.parametrize("deck", [52, EIGHT_LOW])
    def test_every_point_is_that_of_the_rules(self, deck: int) -> None:
        chance, deals = Random(deck), 250
        dealt = [chance.sample(range(deck), 8) for _ in range(deals)]
        a, b = (hand_numbers(np.array(dealt)[:, half] >> 2) for half in (slice(4), slice(4, 8)))
        pegs = play_out(Lanes.from_first_card(a, b), chance_policy(1))
        for lane, eight in enumerate(dealt):
            story = cards_of_lane(pegs, lane)
            assert len(story) == 8
            assert by_the_rules(begin((tuple(eight[:4]), tuple(eight[4:]))), story) == story

    def test_a_deal_taken_up_midway_goes_on_as_it_would_have(self) -> None:
        chance = Random(5)
        dealt = np.array([chance.sample(range(EIGHT_LOW), 8) for _ in range(200)]) >> 2
        whole = play_out(Lanes.from_first_card(hand_numbers(dealt[:, :4]), hand_numbers(dealt[:, 4:])))
        held, piled, recent = dealt.copy(), np.zeros(200, int), np.zeros(200, int)
        for lane in range(200):
            for step in range(2):
                seat, rank = whole.seat[step, lane], whole.rank[step, lane]
                half = held[lane, 4 * seat : 4 * seat + 4]
                half[half.tolist().index(rank)] = NO_RANK
                piled[lane] = piles().after[piled[lane], rank]
                recent[lane] = recent[lane] << 4 | rank + 1
        numbers = np.stack([hand_numbers(held[:, :4]), hand_numbers(held[:, 4:])])
        rest = play_out(Lanes(numbers, whole.seat[2].astype(int), piled, recent))
        assert rest.points.tolist() == whole.points[2:].tolist()

    def test_first_cards_are_played_as_told(self) -> None:
        a, b = np.full(4, number("AH 4H 8C KD")), np.full(4, number("5H 6H 7C QD"))
        pegs = play_out(Lanes.from_first_card(a, b), first=np.arange(4))
        assert pegs.rank[0].tolist() == [0, 3, 7, 12]

    def test_a_run_of_seven_counts_seven(self) -> None:
        story = [(0, 0, 0), (1, 2, 0), (0, 4, 0), (1, 6, 0), (0, 1, 0), (1, 3, 0), (0, 5, 7)]
        deck = cards("AH 5H 2H 6H"), cards("3H 7H 4H KC")
        recent, pile = 0, piles().number(rank for _, rank, _ in story[:-1])
        for _, rank, _ in story[:-1]:
            recent = recent << 4 | rank + 1
        numbers = np.array([[number("6H")], [number("KC")]])
        pegs = play_out(Lanes(numbers, np.array([0]), np.array([pile]), np.array([recent])))
        assert cards_of_lane(pegs, 0) == [(0, 5, 8), (1, 12, 1)]  # no player can go on at twenty-eight
        assert by_the_rules(begin(deck), [*story, (1, 12, 1)])[-2:] == [(0, 5, 8), (1, 12, 1)]


class TestNumbers:
    def test_every_hand_has_a_number_of_its_own_and_full_ones_come_first(self) -> None:
        assert hand_numbers(hands().slots).tolist() == list(range(HANDS))
        assert (hands().card_count == 4).nonzero()[0].tolist() == list(range(FULL_HANDS))

    def test_piles_alike_for_all_that_follows_share_a_number(self) -> None:
        def pile(text: str) -> int:
            return piles().number([one >> 2 for one in cards(text)])

        assert pile("KH 5C") == pile("QD 5S")
        assert pile("2H 5C") != pile("5C 2H")
        assert pile("KH JC AD TH") == pile("5H 6C TD KH")


class TestHabits:
    def played(self, hand: str, pile: str, theirs: int = 4) -> int:
        on = piles().number(one >> 2 for one in cards(pile))
        values = sensible_policy().values(np.array([number(hand)]), np.array([on]), np.array([theirs]))
        return int(hands().slots[number(hand)][values.argmax()])

    @pytest.mark.parametrize(
        ("hand", "pile", "card_played"),
        [
            ("5H 5C TS JD", "", "TS"),  # never a five to lead
            ("3H 8C 8S KD", "", "8C"),  # from a pair
            ("5H 9C KS", "TD", "5H"),  # points on offer
            ("3H 4C KS", "2D AD", "3H"),
            ("AH 2C", "4D", "2C"),  # not five
            ("6H 3C", "KD 5C", "3C"),  # not twenty-one
        ],
    )
    def test_plays_as_good_players_do(self, hand: str, pile: str, card_played: str) -> None:
        assert self.played(hand, pile) == card(card_played) >> 2

    def test_every_card_that_does_not_fit_is_worth_least(self) -> None:
        assert sensible_policy().worth[:, piles().number([9, 10, 11]), 2:RANKS].max() == -99
