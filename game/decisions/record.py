"""Reads the decisions of bots from a game's transcript and its decks."""

from collections.abc import Callable, Container, Iterator
from typing import NamedTuple

from game.bots.brain import Decision, Memory
from game.engine.cards import Card
from game.engine.notation import parse_move
from game.engine.play import act, start
from game.engine.state import Seat, State
from game.engine.transcript import parse_transcript


class MadeDecision(NamedTuple):
    """A decision of a bot, with the state and all events before it."""

    ply: int
    seat: Seat
    state: State
    memory: Memory
    move: Decision


def made_decisions(
    line: str, deck: Callable[[int], tuple[Card, ...]], bots: Container[Seat], memory: Memory = ()
) -> Iterator[MadeDecision]:
    """Yield each decision of a game's bots. `memory` is their memory at the start of the game.

    A move of the transcript may include its clock's charge, such as b5H/1200.
    """
    rules, words = parse_transcript(line)
    state = start(rules)
    for ply, word in enumerate(words):
        seat, move = parse_move(state.dealt, word.partition("/")[0], deck)
        if seat is not None and seat in bots and isinstance(move, Decision):
            yield MadeDecision(ply, seat, state, memory, move)
        state, events = act(state, seat, move)
        memory += events
