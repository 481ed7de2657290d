"""The courses of pegging are those that the rules of the game allow, move by move."""

from collections.abc import Iterator
from random import Random

import pytest

from game.engine.events import Pegged
from game.engine.moves import Deal, Go, Play, Throw
from game.engine.play import act, playable, start
from game.engine.state import Counting, Phase, Rules, Seat, State
from game.engine.tally import IN_PLAY
from study.review.judge.habit import cards_by_habit
from study.review.judge.steady_play import HABIT, Pegs, Ways, ways_from

DEALS = 60


def before_the_first_card(seed: int) -> State:
    """Return a deal with both discards made, far from the end of the game."""
    chance = Random(seed)
    state = start(Rules(counting=Counting.MANUAL, first_dealer=Seat(seed % 2)))
    state, _ = act(state, None, Deal(1, tuple(chance.sample(range(52), 52))))
    for seat in Seat:
        state, _ = act(state, seat, Throw(tuple(chance.sample(state.dealt[seat], 2))))
    return state.replace(scores=(0, 0))


def by_the_rules(state: State) -> Ways:
    """Return the courses, found with the rules of the game."""
    ways: Ways = {}
    for weight, pegs in one_by_one(state):
        ways[pegs] = ways.get(pegs, 0) + weight
    return ways


def one_by_one(state: State, weight: float = 1.0, before: Pegs = ()) -> Iterator[tuple[float, Pegs]]:
    if state.phase is not Phase.PLAY:
        yield weight, before
        return
    assert state.turn is not None
    for share, move in choices(state, state.turn):
        after, events = act(state, state.turn, move)
        pegged = [
            -event.points if event.seat is state.dealer else event.points
            for event in events
            if isinstance(event, Pegged) and event.kind in IN_PLAY
        ]
        yield from one_by_one(after, weight * share, (*before, *pegged))


def choices(state: State, seat: Seat) -> list[tuple[float, Play | Go]]:
    hand = state.hands[seat]
    fitting = playable(hand, state.count)
    if not fitting:
        return [(1.0, Go())]
    plays = [Play(card) for _, card in cards_by_habit(fitting, hand, state.pile)]
    return [(HABIT, plays[0]), (1 - HABIT, plays[1])] if len(plays) > 1 else [(1.0, plays[0])]


@pytest.mark.parametrize("seed", range(DEALS))
def test_the_ways_are_those_of_the_rules_from_the_first_card_and_from_any_other(seed: int):
    chance, state = Random(seed), before_the_first_card(seed)
    while state.phase is Phase.PLAY:
        assert ways_from(state) == pytest.approx(by_the_rules(state))
        assert state.turn is not None
        fitting = playable(state.hands[state.turn], state.count)
        # Any card, not only the habitual one: players surprise.
        state, _ = act(state, state.turn, Play(chance.choice(fitting)) if fitting else Go())


def total(ways: Ways) -> float:
    return sum(ways.values())


@pytest.mark.parametrize("seed", range(10))
def test_the_ways_are_all_there_are(seed: int):
    assert total(ways_from(before_the_first_card(seed))) == 1
