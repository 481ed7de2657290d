"""The ways of a play: the same that the rules of the game lead to, move by move."""

from collections.abc import Iterator
from random import Random

import pytest

from game.bots.tables.multisets import DEALER, PONE
from game.engine.events import Pegged
from game.engine.moves import Deal, Go, Play, Throw
from game.engine.play import act, playable, start
from game.engine.state import Counting, Phase, Rules, Seat, State
from game.engine.tally import IN_PLAY
from game.review.habit import habitual_card
from game.review.steady_play import HABIT, Pegs, Position, Ways, ways_to_play

DEALS = 60


def before_the_first_card(seed: int) -> State:
    """A deal with both throws made; nobody is near the end of the game."""
    chance = Random(seed)
    state = start(Rules(counting=Counting.MANUAL, first_dealer=Seat(seed % 2)))
    state, _ = act(state, None, Deal(1, tuple(chance.sample(range(52), 52))))
    for seat in Seat:
        state, _ = act(state, seat, Throw(tuple(chance.sample(state.dealt[seat], 2))))
    return state.replace(scores=(0, 0))


def by_the_rules(state: State, weight: float = 1.0, before: Pegs = ()) -> Iterator[tuple[float, Pegs]]:
    """The ways on, found with the rules of the game."""
    if state.phase is not Phase.PLAY:
        yield weight, before
        return
    assert state.turn is not None
    for share, move in choices(state, state.turn):
        after, events = act(state, state.turn, move)
        pegged = [
            (DEALER if event.seat is state.dealer else PONE, event.points)
            for event in events
            if isinstance(event, Pegged) and event.kind in IN_PLAY
        ]
        yield from by_the_rules(after, weight * share, (*before, *pegged))


def choices(state: State, seat: Seat) -> list[tuple[float, Play | Go]]:
    hand = state.hands[seat]
    fitting = playable(hand, state.count)
    if not fitting:
        return [(1.0, Go())]
    first = habitual_card(fitting, hand, state.pile)
    others = tuple(card for card in fitting if card >> 2 != first >> 2)
    if not others:
        return [(1.0, Play(first))]
    return [(HABIT, Play(first)), (1 - HABIT, Play(habitual_card(others, hand, state.pile)))]


@pytest.mark.parametrize("seed", range(DEALS))
def test_the_ways_are_those_of_the_rules_from_the_first_card_and_from_any_other(seed: int):
    chance, state = Random(seed), before_the_first_card(seed)
    while state.phase is Phase.PLAY:
        assert ways_to_play(Position.from_state(state)) == tuple(by_the_rules(state))
        assert state.turn is not None
        fitting = playable(state.hands[state.turn], state.count)
        # Any card, not the habitual one alone: players surprise.
        state, _ = act(state, state.turn, Play(chance.choice(fitting)) if fitting else Go())


def total(ways: Ways) -> float:
    return sum(weight for weight, _ in ways)


@pytest.mark.parametrize("seed", range(10))
def test_the_ways_are_all_there_are(seed: int):
    assert total(ways_to_play(Position.from_state(before_the_first_card(seed)))) == 1
