"""HALSCRIB weighs a card: exactly, against every hand that the opponent may hold."""

from itertools import combinations

import pytest

from game.bots.brain import Memory
from game.bots.halscrib.playing import (
    Position,
    best_card,
    holdings,
    lowest_pips,
    play_out_cards,
    position,
    weigh,
)
from game.bots.halscrib.strategy import Strategy
from game.engine.cards import PIPS, Card, card, cards, texts
from game.engine.events import Dealt, Pegged
from game.engine.play import act, legal
from game.engine.state import Phase, Seat, State
from game.engine.view import view
from tests.worlds.positions import DEALER, PONE, at, play, shuffled_deck

OPTIMAL, RISKY, SAFE = Strategy.OPTIMAL, Strategy.RISKY, Strategy.SAFE


def before(pile: str, hand: str, held: int) -> Position:
    """A position in which nothing else was seen."""
    seen = {*cards(pile), *cards(hand)}
    return Position(cards(pile), cards(hand), tuple([one for one in range(52) if one not in seen]), held)


def chosen(position: Position) -> dict[Strategy, str]:
    weighed = weigh(position)
    return {strategy: texts([best_card(weighed, strategy).card])[0] for strategy in Strategy}


def pegged(table: State, first: Card) -> tuple[int, int]:
    """Return the points of pone and dealer from here on, if after this card neither has a choice."""
    points = [0, 0]
    move = next(move for move in legal(table, PONE) if getattr(move, "card", None) == first)
    while True:
        table, events = act(table, table.turn, move)
        for event in events:
            if isinstance(event, Pegged) and event.kind in ("play", "go", "last"):
                points[event.seat] += event.points
        if table.phase is not Phase.PLAY:
            return points[PONE], points[DEALER]
        (move,) = legal(table, table.turn)


def after_a_go() -> tuple[State, Memory]:
    """Pone is to play again at twenty-seven, with the events until then."""
    table = at(pone="9H 8C AS 2S", dealer="TD TC 9C KD")
    memory: Memory = ()
    for word in ("9H", "TD", "8C", "go"):
        table, events = play(table, word)
        memory += events
    return table, memory


class TestACard:
    @pytest.mark.parametrize("seed", range(12))
    def test_is_weighed_as_the_rules_peg_it(self, seed: int) -> None:
        deck = shuffled_deck(seed)
        hand, theirs, pile = deck[:2], deck[2], deck[3 : 3 + seed % 3]
        count = sum([PIPS[one] for one in pile])
        table = at().replace(hands=(hand, (theirs,)), pile=pile, count=count, turn=PONE)
        for move in legal(table, PONE):
            here = Position(pile, hand, (theirs,), 1)
            outcomes = play_out_cards(here, (move.card,), holdings(here)[0])
            assert (outcomes.mine[0, 0], outcomes.theirs[0, 0]) == pegged(table, move.card)

    def test_is_expected_to_bring_the_mean_over_all_hands_and_at_most_the_greatest(self) -> None:
        here = before("9S 4D", "7C 8H", 1)
        for weighed in weigh(here):
            each = [
                pegged(
                    at().replace(hands=((*here.hand,), (one,)), pile=here.pile, count=13, turn=PONE),
                    weighed.card,
                )
                for one in here.unseen
            ]
            net = [mine - theirs for mine, theirs in each]
            assert weighed.expected == pytest.approx(sum(net) / len(net))
            assert weighed.greatest_net == max(net)
            assert weighed.greatest_theirs == max(theirs for _, theirs in each)

    def test_hands_are_as_likely_as_the_unseen_cards_make_them(self) -> None:
        here = before("5H", "5C 5D KH", 3)._replace(unseen=cards("5S KC KD QS 2C"))
        theirs, ways = holdings(here)
        assert len(theirs) == len(
            {tuple(sorted(one >> 2 for one in hand)) for hand in combinations(here.unseen, 3)}
        )
        assert sorted(ways.tolist()) == [1] * 4 + [2] * 3

    def test_a_lead_from_a_pair_is_mostly_the_best(self) -> None:
        for hand in ("3H 3C 9D KS", "8H 8D 2C QS", "7S 7C KH QD"):
            assert chosen(before("", hand, 4))[OPTIMAL][0] == hand[0]


class TestAStrategy:
    def test_safe_leaves_the_opponent_the_least_it_can(self) -> None:
        here = before("8D 5H", "5S QC", 2)
        five, queen = weigh(here)
        assert five.expected > queen.expected
        assert five.greatest_theirs > queen.greatest_theirs
        assert chosen(here) == {OPTIMAL: "5S", RISKY: "5S", SAFE: "QC"}

    def test_risky_looks_for_the_greatest_net(self) -> None:
        here = before("3D", "9H QH AH", 2)
        assert chosen(here) == {OPTIMAL: "AH", RISKY: "QH", SAFE: "9H"}

    def test_of_equal_hopes_or_fears_the_better_expectation_decides(self) -> None:
        low, high = weigh(before("", "2H KS", 1))
        tied = (
            low._replace(greatest_net=3, greatest_theirs=2),
            high._replace(greatest_net=3, greatest_theirs=2),
        )
        better = max(tied, key=lambda weighed: weighed.expected)
        assert {best_card(tied, strategy) for strategy in Strategy} == {better}


class TestWhatIsKnown:
    def test_a_go_tells_that_every_card_left_is_too_high(self) -> None:
        table, memory = after_a_go()
        known = position(view(table, PONE), memory)
        assert lowest_pips(memory, DEALER) == 5
        assert min(PIPS[one] for one in known.unseen) == 5
        assert set(table.hands[DEALER]) <= set(known.unseen)
        assert known.held == 3

    def test_the_next_deal_begins_with_nothing_known(self) -> None:
        _, memory = after_a_go()
        assert lowest_pips((*memory, Dealt(2, PONE)), DEALER) == 1

    def test_its_own_throw_and_the_starter_are_seen(self) -> None:
        table = at(pone="9H 8C AS 2S 3S 4S", starter="KH")
        known = position(view(table, Seat.A), ())
        assert not {*cards("9H 8C AS 2S 3S 4S"), card("KH")} & set(known.unseen)
        assert len(known.unseen) == 45
