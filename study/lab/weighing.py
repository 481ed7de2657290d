"""Evaluate every discard of the lab's position in a worker process."""

import logging

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext

from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.rate_limits import ADVICE
from game.advice import nearby
from game.bots.advice import ThrowLine, weigh_throws
from game.runtime import worker_pool
from game.runtime.cpu_budget import run_with_cpu_limit
from study.lab.form import Position

log = logging.getLogger(__name__)

CPU_SECONDS = 1.0


def weigh_in_worker(request: HttpRequest, position: Position) -> tuple[ThrowLine, ...]:
    """Return all fifteen discards, best first."""
    check_rate_limit(request, ADVICE)
    nearby.note_lab(request)
    future = worker_pool.interactive().submit(
        run_with_cpu_limit,
        CPU_SECONDS,
        weigh_throws,
        position.six,
        dealer=position.dealer,
        mine=position.mine,
        theirs=position.theirs,
        target=position.target,
        seen=position.seen,
    )
    try:
        return future.result(settings.INTERACTIVE_SECONDS)
    except (worker_pool.JobFailed, TimeoutError) as fault:
        future.cancel()
        log.error("the lab has no answer to %s: %r", position, fault)
        raise Refusal("busy", gettext("We couldn’t work this out. Please try again.")) from None
