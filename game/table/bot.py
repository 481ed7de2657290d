"""The bot at a table.

It moves through `Table.act` like a person and chooses its moves in a worker process.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from django.conf import settings

from game.bots.brain import Decision, Memory
from game.bots.registry import choose
from game.decisions.fallback import fallback_move
from game.decisions.stream import decision_stream
from game.engine.events import Event
from game.engine.moves import Move
from game.engine.state import Seat, State
from game.engine.view import View, seats_to_move, view
from game.engines import house
from game.engines.remote import asking
from game.runtime.cpu_budget import run_with_cpu_limit
from game.runtime.metrics import BOT_FAULTS, BOT_SECONDS, BOTS_THINKING
from game.runtime.worker_pool import JobFailed, interactive
from game.table.bot_accounts import BOTS
from game.table.record.ledger import GameRow
from game.table.record.steps import Answer, Refused
from rng.twister import Twister

log = logging.getLogger(__name__)

for key in BOTS:
    BOT_SECONDS.labels(key)
    BOT_FAULTS.labels(key)  # creates the series: Prometheus needs a first value of 0

# Seconds. A retry gets twice the CPU time, after a pause that doubles too.
LONGEST_ANSWER = 8.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 30.0

Act = Callable[[Seat, int, Move], Awaitable[Answer]]


class BotPlayer:
    """The bot in one seat, with its memory of events.

    It references its table only while it chooses a move.
    """

    def __init__(self, row: GameRow, seat: Seat) -> None:
        self._row, self.seat = row, seat
        self.memory = row.remembered
        self.thinking_task: asyncio.Task[None] | None = None
        self._state: State | None = None
        self._has_failed = False

    def observe(self, events: Iterable[Event]) -> None:
        self.memory += tuple(events)

    def start_thinking(self, state: State, act: Act) -> None:
        """Start to choose a move if it is the bot's turn and no choice is running."""
        self._state = state
        if self._is_at_turn() and (self.thinking_task is None or self.thinking_task.done()):
            self.thinking_task = asyncio.create_task(self._play(act))

    def _is_at_turn(self) -> bool:
        return self._state is not None and self.seat in seats_to_move(self._state)

    async def _play(self, act: Act) -> None:
        """Move until it is the opponent's turn."""
        while self._state is not None and self._is_at_turn():
            state, ply = self._state, len(self._state.record)
            row, own_view = self._row, view(state, self.seat)
            randomness = decision_stream(row.server_secrets.bot_stream, row.stream_name, state)
            move = await choose_move(row, self.seat, own_view, self.memory, randomness, self._report)
            answer = await act(self.seat, ply, move)
            if isinstance(answer, Refused) and len(self._state.record) == ply:
                log.error("game %s: the bot's move was refused: %s", self._row.id, answer.says)
                return

    def _report(self, fault: JobFailed) -> None:
        """Log that the fallback move was played.

        Log an engine's failure once: an engine that is gone fails every time.
        """
        bot = self._row.players[self.seat].brain
        if not (self._has_failed and house.is_engine(bot)):
            message = "game %s: %s failed to move, the simplest move stands in: %s"
            log.error(message, self._row.id, bot, fault)
        self._has_failed = True


async def choose_move(
    row: GameRow,
    seat: Seat,
    view: View,
    memory: Memory,
    randomness: Twister,
    report: Callable[[JobFailed], None],
) -> Move:
    """Return a bot's move. If its brain fails or exceeds its time, return the fallback move.

    Tables with shared decks have no fallback, because there the same state must give the same move: the brain
    is retried with more time until it answers.
    """
    # Metrics and logs name the bot, not the brain that may have been drawn for it.
    bot, brain = row.players[seat].brain, row.brain(seat)
    seconds, pause = settings.BOT_BUDGET_MS / 1000, FIRST_PAUSE
    while True:
        try:
            with BOTS_THINKING.track_inprogress(), BOT_SECONDS.labels(bot).time():
                return await _decide(brain, seconds, view, memory, randomness)
        except JobFailed as fault:
            BOT_FAULTS.labels(bot).inc()
            if row.shared is None:
                report(fault)
                return fallback_move(view)
            log.warning("game %s: %s failed to move, will be retried: %s", row.id, bot, fault)
        await asyncio.sleep(pause)
        seconds, pause = min(2 * seconds, LONGEST_ANSWER), min(2 * pause, LONGEST_PAUSE)


async def _decide(brain: str, seconds: float, view: View, memory: Memory, randomness: Twister) -> Decision:
    """Run a brain in a worker process, a local engine in its own, or ask a remote engine."""
    if house.is_remote(brain):
        return await asking.decide(brain, view, memory, randomness)
    if house.is_engine(brain):
        return await asyncio.wrap_future(house.decide(brain, view, memory, randomness))
    job = interactive().submit(run_with_cpu_limit, seconds, choose, brain, view, memory, randomness)
    return await asyncio.wrap_future(job)
