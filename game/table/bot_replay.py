"""Replays the decisions of a game's bots from its row, which has all of their inputs on record."""

from collections.abc import Iterator
from functools import partial

from game.bots.brain import Decision, Memory
from game.bots.registry import choose
from game.decisions.record import MadeDecision, made_decisions
from game.decisions.repeating import Asked
from game.decisions.replayed import ReplayedDecision, replay
from game.decisions.stream import decision_stream
from game.engine.state import Seat, State
from game.engine.view import View, view
from game.engines import house
from game.table.record.ledger import GameRow
from game.table.shuffle.fairness import build_fairness
from rng.twister import Twister


def replay_decisions(row: GameRow) -> Iterator[ReplayedDecision]:
    """Replay every decision of a game's bots with the events they had seen at that point.

    A remote engine can't be replayed: it answers only when it polls for its own games.
    """
    for made in _decisions_of(row):
        brain = row.brain(made.seat)
        can_ask = house.can_ask_again(brain, view(made.state, made.seat))
        yield replay(made, partial(_decide, brain) if can_ask else None, _randomness_of(row, made.state))


def questions_of(row: GameRow) -> Iterator[Asked]:
    """Yield every brain decision of a game in a form that a worker can repeat. Engines are left out."""
    for _, seat, state, memory, move in _decisions_of(row):
        yield Asked(row.brain(seat), view(state, seat), memory, _randomness_of(row, state), move)


def _decisions_of(row: GameRow) -> Iterator[MadeDecision]:
    bots = [seat for seat in Seat if row.players[seat].brain]
    return made_decisions(row.transcript, build_fairness(row).deck, bots, row.remembered)


def _randomness_of(row: GameRow, state: State) -> Twister:
    return decision_stream(row.server_secrets.bot_stream, row.stream_name, state)


def _decide(brain: str, view: View, memory: Memory, randomness: Twister) -> Decision:
    if house.is_engine(brain):
        return house.decide(brain, view, memory, randomness).result()
    return choose(brain, view, memory, randomness)
