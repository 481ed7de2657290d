"""Hints in casual games against bots and for beginners, computed only from the seat's own view and memory."""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Future

from django.utils.translation import gettext

from common.database.thread import on_the_database_thread
from common.refusal import Refusal
from game.accounts.advice_permission import has_hints_between_people, require_no_rated_game
from game.advice.wire import line_json
from game.bots.advice import CardLine, ThrowLine, weigh_cards, weigh_throws
from game.bots.brain import Memory
from game.engine.state import Phase, Seat, State
from game.engine.view import View, view
from game.models import Player
from game.runtime import worker_pool
from game.runtime.cpu_budget import run_with_cpu_limit
from game.table.record.steps import Refused
from game.table.table import Table
from game.wire.frames import HintFrame
from rng.framing import H, label
from rng.twister import Twister, stream

log = logging.getLogger(__name__)

MAX_LINES = 4
CPU_SECONDS = 1.0  # of CPU time
# This stream is public. A bot's own stream is secret until the game is over, and is not used here.
PUBLIC_SEED = H(label("hint"))


async def compute_hint(table: Table, seat: Seat, player: Player, ply: int) -> HintFrame | Refused:
    """Compute the best move for a seat with reasons and the next best, or refuse with the reason."""
    if ply > table.ply:
        await table.refresh()
    try:
        may_ask = bool(table.bots) or await on_the_database_thread(has_hints_between_people)(table.id)
        if table.rated or table.is_open_board or not may_ask:
            raise Refusal("no_hints", gettext("Hints are only for casual games against a bot."))
        await on_the_database_thread(require_no_rated_game)(player)
        if not _unchanged_since_ply(table.state) <= ply <= table.ply:
            raise Refusal("stale", gettext("The game has moved on. Try again."))
        memory = table.bots[0].memory if table.bots else ()
        lines = await asyncio.wrap_future(
            _submit_weighing(view(table.state, seat), memory, hint_stream(table.id, ply))
        )
    except Refusal as fault:
        return Refused(table.ply, fault.code, fault.says)
    except worker_pool.JobFailed as fault:
        log.error("game %s: no hint could be computed: %s", table.id, fault)
        return Refused(table.ply, "try_again", gettext("Couldn’t work out a hint. Please try again."))
    return HintFrame(ply, [line_json(line) for line in lines[:MAX_LINES]])


def hint_stream(game: str, ply: int) -> Twister:
    """Return the random stream for a hint: the same for repeated requests."""
    return stream(PUBLIC_SEED, game, str(ply))


def _unchanged_since_ply(state: State) -> int:
    """Return the ply since which nothing has changed for the seat to move.

    Both seats discard at the same time.
    """
    return len(state.record) - (sum(map(bool, state.throws)) if state.phase is Phase.THROW else 0)


def _submit_weighing(
    own_view: View, memory: Memory, chance: Twister
) -> "Future[Sequence[ThrowLine | CardLine]]":
    """Submit the choices of this seat to the worker pool, if it has any."""
    seat = own_view.seat
    assert seat is not None
    if own_view.phase is Phase.THROW and seat in own_view.turn:
        return worker_pool.interactive().submit(
            run_with_cpu_limit,
            CPU_SECONDS,
            weigh_throws,
            own_view.hand,
            dealer=own_view.dealer is seat,
            mine=own_view.scores[seat],
            theirs=own_view.scores[seat.other],
            target=own_view.rules.target,
        )
    if len(own_view.playable) > 1:
        return worker_pool.interactive().submit(
            run_with_cpu_limit, CPU_SECONDS, weigh_cards, own_view, memory, chance
        )
    raise Refusal("no_choice", gettext("You have nothing to choose here."))
