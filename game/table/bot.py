"""The bot at a table: it moves as a person would, and thinks elsewhere."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from game.engine.events import Event
from game.engine.moves import Move
from game.engine.state import Phase, Seat, State
from game.engine.view import awaited, view
from game.table.answers import Answer, Refused
from game.table.ledger import Row
from game.table.thinking import think
from rng.twister import Twister, stream

log = logging.getLogger(__name__)

Act = Callable[[Seat, int, Move], Awaitable[Answer]]


def chance(secret: bytes, game: str, state: State) -> Twister:
    """What a bot leaves to chance: its own for every decision, and the same whichever seat throws first."""
    thrown = sum(map(bool, state.throws)) if state.phase is Phase.THROW else 0
    return stream(secret, game, str(len(state.record) - thrown))


class Bot:
    """A brain in a seat, which remembers what it heard; it holds on to its table only while it thinks."""

    def __init__(self, row: Row, seat: Seat) -> None:
        self._row, self.seat = row, seat
        self.heard: tuple[Event, ...] = ()
        self.thinking: asyncio.Task[None] | None = None
        self._state: State | None = None

    def hear(self, events: Iterable[Event]) -> None:
        self.heard += tuple(events)

    def look(self, state: State, act: Act) -> None:
        """Begin to think, if it is the bot's turn and it does not think already."""
        self._state = state
        if self._at_turn() and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self._play(act))

    def _at_turn(self) -> bool:
        return self._state is not None and self.seat in awaited(self._state)

    async def _play(self, act: Act) -> None:
        """Its moves, until it is the other's turn."""
        while self._state is not None and self._at_turn():
            state, ply = self._state, len(self._state.record)
            row, seen = self._row, view(state, self.seat)
            left_open = chance(row.sealed.bot_stream, row.id, state)
            move = await think(row.id, row.sitters[self.seat].brain, seen, self.heard, left_open)
            answer = await act(self.seat, ply, move)
            if isinstance(answer, Refused) and len(self._state.record) == ply:
                log.error("game %s: the bot's move does not stand: %s", self._row.id, answer.says)
                return
