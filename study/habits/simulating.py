"""Simulate games of bots, and of people who err as Novice and Club do, with any parameters."""

from collections.abc import Iterator
from functools import partial

from game.arena.chance import Chance
from game.bots.brain import Brain, Decision, Memory, Stream
from game.bots.novice import tempting_card, tempting_throw
from game.bots.registry import choose
from game.engine.events import Event
from game.engine.moves import Deal, Go, Play, Throw
from game.engine.play import act, start
from game.engine.state import Phase, Rules, Seat
from game.engine.view import View, seats_to_move, view
from study.habits.measure import Made, Shown, observe


def brain_named(name: str) -> Brain:
    """Return a brain by its name."""
    return partial(choose, name)


def erring_player(miscount: float, notices: float) -> Brain:
    """Return a player who errs as Novice and Club do, with these parameters."""

    def decide(own_view: View, memory: Memory, stream: Stream) -> Decision:
        if own_view.phase is Phase.THROW:
            return Throw(tempting_throw(own_view.hand, stream, miscount))
        if own_view.must_go:
            return Go()
        return Play(tempting_card(own_view.playable, own_view.pile, stream, notices))

    return decide


def play(brains: tuple[Brain, Brain], chance: Chance) -> Iterator[Made]:
    """Play a game, and yield the moves of its seats."""
    state, memory, decks = start(Rules()), tuple[Event, ...](), chance.decks()
    streams = (chance.stream("seat a"), chance.stream("seat b"))
    while not state.is_over:
        waiting = seats_to_move(state)
        seat: Seat | None = waiting[0] if waiting else None
        if seat is None:
            number = 0 if state.phase is Phase.CUT else state.deal + 1
            state, events = act(state, None, Deal(number, next(decks)))
        else:
            move = brains[seat](view(state, seat), memory, streams[seat])
            yield Made(state, seat, move)
            state, events = act(state, seat, move)
        memory += events


def simulate(brain: Brain, games: int, seed: int) -> list[Shown]:
    """Return what a brain shows in so many games against itself. Each seat of a game is a sample."""
    shown: list[Shown] = []
    for number in range(games):
        both = (Shown(), Shown())
        observe(both, play((brain, brain), Chance(seed, number)))
        shown += both
    return shown
