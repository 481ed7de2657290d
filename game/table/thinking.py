"""How a bot thinks: in a process apart, within its time, and never so that a game stops."""

import asyncio
import logging

from django.conf import settings

from game.bots import choose
from game.engine.cards import PIPS
from game.engine.events import Event
from game.engine.moves import Claim, Go, Move, Pass, Play, Throw
from game.engine.state import Phase
from game.engine.view import View
from game.runtime.cpu_budget import run_with_cpu_limit
from game.runtime.worker_pool import JobFailed, interactive
from game.table.metrics import BOT_FAULTS, BOT_SECONDS, BOTS_THINKING
from rng.twister import Twister

log = logging.getLogger(__name__)


async def choose_move(
    game: str, brain: str, view: View, memory: tuple[Event, ...], randomness: Twister
) -> Move:
    """The move of a bot; where its brain fails or is late, the simplest move there is."""
    thought = interactive().submit(
        run_with_cpu_limit, settings.BOT_BUDGET_MS / 1000, choose, brain, view, memory, randomness
    )
    try:
        with BOTS_THINKING.track_inprogress(), BOT_SECONDS.labels(brain).time():
            return await asyncio.wrap_future(thought)
    except JobFailed as fault:
        BOT_FAULTS.labels(brain).inc()
        log.error("game %s: %s failed to move, the simplest move stands in: %s", game, brain, fault)
        return fallback_move(view)


def fallback_move(view: View) -> Move:
    """A legal move that needs no thought: throw the highest two, play the lowest that fits, call nothing."""
    if view.phase is Phase.THROW:
        return Throw(tuple(sorted(view.hand, key=PIPS.__getitem__)[-2:]))
    if view.laid is not None:
        return Claim(view.laid.score.total) if view.phase is Phase.COUNT else Pass()
    return Play(min(view.playable)) if view.playable else Go()
