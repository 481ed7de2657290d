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
from game.runtime.cpu_budget import within
from game.runtime.worker_pool import NoAnswer, live
from game.table.metrics import BLANK, THINKING, THOUGHT
from rng.twister import Twister

log = logging.getLogger(__name__)


async def think(game: str, brain: str, view: View, memory: tuple[Event, ...], chance: Twister) -> Move:
    """The move of a bot; where its brain fails or is late, the simplest move there is."""
    thought = live().ask(within, settings.BOT_BUDGET_MS / 1000, choose, brain, view, memory, chance)
    try:
        with THINKING.track_inprogress(), THOUGHT.labels(brain).time():
            return await asyncio.wrap_future(thought)
    except NoAnswer as fault:
        BLANK.labels(brain).inc()
        log.error("game %s: %s failed to move, the simplest move stands in: %s", game, brain, fault)
        return simplest(view)


def simplest(view: View) -> Move:
    """A legal move that needs no thought: throw the highest two, play the lowest that fits, call nothing."""
    if view.phase is Phase.THROW:
        return Throw(tuple(sorted(view.hand, key=PIPS.__getitem__)[-2:]))
    if view.laid is not None:
        return Claim(view.laid.score.total) if view.phase is Phase.COUNT else Pass()
    return Play(min(view.playable)) if view.playable else Go()
