"""Repeats the decisions of a game's bots: they come out the same, for all they depend on is on record."""

from collections.abc import Iterator
from typing import NamedTuple

from game.bots import Decision, Memory, choose
from game.engine.moves import Move
from game.engine.play import start
from game.engine.state import Seat, State
from game.engine.transcript import parse_transcript
from game.engine.view import View, view
from game.engines import house
from game.runtime.repeating import Asked, normalize
from game.table.bot import fallback_move
from game.table.decision_stream import decision_stream
from game.table.record.ledger import GameRow
from game.table.shuffle.fairness import replay_row
from rng.twister import Twister


class ReplayedDecision(NamedTuple):
    """One move of a bot as it was made, and as its brain makes it now: None where it fails.

    Nobody can ask an engine that runs elsewhere: it answers those who play it, when it polls.
    """

    ply: int
    deal: int
    seat: Seat
    original: Move
    repeated: Move | None
    fallback: Move  # what is played where a brain has no answer
    was_asked: bool = True

    @property
    def is_same(self) -> bool:
        return self.original == self.repeated

    @property
    def differs(self) -> bool:
        return self.was_asked and not self.is_same


def replay_decisions(row: GameRow) -> Iterator[ReplayedDecision]:
    """Every decision of a game's bots, repeated with what they had seen of the game by then."""
    for ply, seat, state, memory, move in _decisions_of(row):
        own_view = view(state, seat)
        can_ask = house.can_ask_again(row.brain(seat), own_view)
        repeated = _choose_again(row, seat, state, memory) if can_ask else None
        original, fallback = normalize(move), normalize(fallback_move(own_view))
        yield ReplayedDecision(ply, state.deal, seat, original, repeated, fallback, can_ask)


def questions_of(row: GameRow) -> Iterator[Asked]:
    """Every decision of a game's brains as a worker can repeat it; engines are no brains."""
    for _, seat, state, memory, move in _decisions_of(row):
        yield Asked(row.brain(seat), view(state, seat), memory, _randomness_of(row, state), move)


def _decisions_of(row: GameRow) -> Iterator[tuple[int, Seat, State, Memory, Decision]]:
    """Every decision of a game's bots, with its ply, and the state and all events before it."""
    state, memory = start(parse_transcript(row.transcript)[0]), row.remembered
    for ply, step in enumerate(replay_row(row)):
        seat = step.seat
        if seat is not None and row.players[seat].brain and isinstance(step.move, Decision):
            yield ply, seat, state, memory, step.move
        state = step.state
        memory += step.events


def _randomness_of(row: GameRow, state: State) -> Twister:
    return decision_stream(row.server_secrets.bot_stream, row.stream_name, state)


def _choose_again(row: GameRow, seat: Seat, state: State, memory: Memory) -> Move | None:
    try:
        return normalize(_decide(row.brain(seat), view(state, seat), memory, _randomness_of(row, state)))
    except Exception:  # a brain that fails here must not keep the next decision from being repeated
        return None


def _decide(brain: str, view: View, memory: Memory, randomness: Twister) -> Decision:
    if house.is_engine(brain):
        return house.decide(brain, view, memory, randomness).result()
    return choose(brain, view, memory, randomness)
