"""A hint at a casual game against a bot: made of what the seat sees and has heard, and of nothing else."""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Future

from django.utils.translation import gettext

from common.refusal import Refusal
from game.advice.wire import line_json
from game.bots.advice import CardLine, ThrowLine, weigh_cards, weigh_throws
from game.bots.brain import Memory
from game.engine.state import Phase, Seat, State
from game.engine.view import View, view
from game.lobby.rated import require_no_rated_game
from game.models import Player
from game.runtime import worker_pool
from game.runtime.cpu_budget import run_with_cpu_limit
from game.table.ledger import on_the_database_thread
from game.table.record import Refused
from game.table.table import Table
from game.table.wire import Json
from rng.framing import H, label
from rng.twister import Twister, stream

log = logging.getLogger(__name__)

MAX_LINES = 4
CPU_SECONDS = 1.0  # of CPU time
# Anybody can know this stream. A bot's own is secret until the game is over, and nothing here comes from it.
PUBLIC_SEED = H(label("hint"))


async def compute_hint(table: Table, seat: Seat, player: Player, ply: int) -> Json | Refused:
    """The best that a seat can do, with its reasons, and what comes next; or why there is no hint."""
    if ply > table.ply:
        await table.refresh()
    try:
        if table.rated or not table.bots:
            raise Refusal("no_hints", gettext("There are hints in casual games against a bot alone."))
        await on_the_database_thread(require_no_rated_game)(player)
        if not _unchanged_since_ply(table.state) <= ply <= table.ply:
            raise Refusal("stale", gettext("The table has moved on since."))
        (bot,) = table.bots
        lines = await asyncio.wrap_future(
            _submit_weighing(view(table.state, seat), bot.memory, hint_stream(table.id, ply))
        )
    except Refusal as fault:
        return Refused(table.ply, fault.code, fault.says)
    except worker_pool.JobFailed as fault:
        log.error("game %s: there is no hint: %s", table.id, fault)
        return Refused(table.ply, "try_again", gettext("No hint could be worked out. Please ask again."))
    return {"t": "hint", "ply": ply, "lines": [line_json(line) for line in lines[:MAX_LINES]]}


def hint_stream(game: str, ply: int) -> Twister:
    """What a hint leaves to chance: the same, however often one asks."""
    return stream(PUBLIC_SEED, game, str(ply))


def _unchanged_since_ply(state: State) -> int:
    """The ply from which on nothing has changed for who is to move: both throw at once."""
    return len(state.record) - (sum(map(bool, state.throws)) if state.phase is Phase.THROW else 0)


def _submit_weighing(seen: View, heard: Memory, chance: Twister) -> "Future[Sequence[ThrowLine | CardLine]]":
    """Have the choices weighed that this seat has, where it has any."""
    seat = seen.seat
    assert seat is not None
    if seen.phase is Phase.THROW and seat in seen.turn:
        return worker_pool.interactive().submit(
            run_with_cpu_limit,
            CPU_SECONDS,
            weigh_throws,
            seen.hand,
            dealer=seen.dealer is seat,
            mine=seen.scores[seat],
            theirs=seen.scores[seat.other],
            target=seen.rules.target,
        )
    if len(seen.playable) > 1:
        return worker_pool.interactive().submit(
            run_with_cpu_limit, CPU_SECONDS, weigh_cards, seen, heard, chance
        )
    raise Refusal("no_choice", gettext("There is nothing to choose here."))
