"""The bot at a table: it moves as a person would, and thinks elsewhere."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from game.engine.events import Event
from game.engine.moves import Move
from game.engine.state import Phase, Seat, State
from game.engine.view import seats_to_move, view
from game.table.answers import Answer, Refused
from game.table.ledger import GameRow
from game.table.thinking import choose_move
from rng.twister import Twister, stream

log = logging.getLogger(__name__)

Act = Callable[[Seat, int, Move], Awaitable[Answer]]


def decision_stream(secret: bytes, game: str, state: State) -> Twister:
    """What a bot leaves to chance: its own for every decision, and the same whichever seat throws first."""
    thrown = sum(map(bool, state.throws)) if state.phase is Phase.THROW else 0
    return stream(secret, game, str(len(state.record) - thrown))


class BotPlayer:
    """A brain in a seat, which remembers what it heard; it holds on to its table only while it thinks."""

    def __init__(self, row: GameRow, seat: Seat) -> None:
        self._row, self.seat = row, seat
        self.memory: tuple[Event, ...] = ()
        self.thinking_task: asyncio.Task[None] | None = None
        self._state: State | None = None

    def observe(self, events: Iterable[Event]) -> None:
        self.memory += tuple(events)

    def start_thinking(self, state: State, act: Act) -> None:
        """Begin to think, if it is the bot's turn and it does not think already."""
        self._state = state
        if self._is_at_turn() and (self.thinking_task is None or self.thinking_task.done()):
            self.thinking_task = asyncio.create_task(self._play(act))

    def _is_at_turn(self) -> bool:
        return self._state is not None and self.seat in seats_to_move(self._state)

    async def _play(self, act: Act) -> None:
        """Its moves, until it is the other's turn."""
        while self._state is not None and self._is_at_turn():
            state, ply = self._state, len(self._state.record)
            row, seen = self._row, view(state, self.seat)
            left_open = decision_stream(row.server_secrets.bot_stream, row.id, state)
            move = await choose_move(row.id, row.players[self.seat].brain, seen, self.memory, left_open)
            answer = await act(self.seat, ply, move)
            if isinstance(answer, Refused) and len(self._state.record) == ply:
                log.error("game %s: the bot's move does not stand: %s", self._row.id, answer.says)
                return
