"""Serves pictures drawn by a worker."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from functools import lru_cache

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from common.http.client_ip import client_network
from common.http.rate_limit import RateLimited
from game.accounts.rate_limits import PICTURES
from game.runtime import worker_pool
from game.sharing.picture import Picture, draw

log = logging.getLogger(__name__)

# A picture changes with the points it shows; messengers cache their own copies.
CACHE_CONTROL = "public, max-age=600"
PICTURES_KEPT = 64


async def picture_response(
    request: HttpRequest, load: Callable[[], Picture], cache_control: str = CACHE_CONTROL
) -> HttpResponse:
    """Load a picture's data on the database's thread, and let a worker draw it."""

    def load_within_limit() -> Picture:
        if wait := PICTURES.acquire(None, client_network(request)):
            raise RateLimited(wait)
        return load()

    picture = await sync_to_async(load_within_limit)()
    try:
        png = await asyncio.wait_for(asyncio.wrap_future(_drawing(picture)), settings.INTERACTIVE_SECONDS)
    except (worker_pool.JobFailed, TimeoutError) as fault:
        _drawing.cache_clear()
        log.error("a picture could not be drawn: %r", fault)
        return HttpResponse(status=503, headers={"Retry-After": "60"})
    return HttpResponse(png, content_type="image/png", headers={"Cache-Control": cache_control})


@lru_cache(PICTURES_KEPT)
def _drawing(picture: Picture) -> Future[bytes]:
    """Return the drawing of a picture, shared by all concurrent requests."""
    return worker_pool.interactive().submit(draw, picture)
