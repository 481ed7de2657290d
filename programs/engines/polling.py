"""Answer the long poll of an engine: at once if a request waits, otherwise when one arrives."""

import asyncio
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from common.database.thread import on_the_database_thread
from common.http.live_response import LiveResponse, Message, Receive, Send
from game.consumers.base import is_stopping
from game.engines.models import RemoteEngine
from game.engines.remote import questions, registering
from game.engines.remote.waiting import asked_bells
from game.tokens.bearer import bearer_of
from game.tokens.tokens import find_token

POLL_SECONDS = 30.0
# Polls of one engine in a process. Beyond this number, the oldest polls return empty.
MAX_POLLS = 8
NOTHING = b"{}"
JSON = "application/json"


def answer_work(request: HttpRequest, engine: RemoteEngine) -> HttpResponseBase:
    """Return a request for the engine now, or wait up to 30 seconds for one."""
    registering.note_poll(engine)
    if message := questions.hand_out(engine):
        return HttpResponse(message, content_type=JSON, headers={"Cache-Control": "no-store"})
    bearer = bearer_of(request.headers.get("authorization", "")) or ""

    async def serve(start: Message, receive: Receive, send: Send) -> None:
        leaving = asyncio.ensure_future(receive())
        try:
            message = await _poll(engine, bearer, leaving)
        finally:
            leaving.cancel()
        if message is not None:
            await send(start)
            await send({"type": "http.response.body", "body": message})

    return LiveResponse(serve, JSON, {"Cache-Control": "no-store"})


async def _poll(engine: RemoteEngine, bearer: str, leaving: "asyncio.Future[Any]") -> bytes | None:
    """Return a request for the engine, or an empty answer. Return None if the caller has disconnected."""
    loop = asyncio.get_running_loop()
    until = loop.time() + POLL_SECONDS
    with asked_bells.hang(engine.pk, MAX_POLLS) as bell:
        leaving.add_done_callback(lambda _: bell.ring())
        while not (leaving.done() or bell.is_taken_down or is_stopping() or loop.time() >= until):
            if message := await on_the_database_thread(_hand_out)(engine, bearer):
                return message
            await bell.wait(until - loop.time())
    return None if leaving.done() else NOTHING


def _hand_out(engine: RemoteEngine, bearer: str) -> bytes | None:
    """Return a request for the engine; an empty answer if there is none or the token has been revoked
    meanwhile.
    """
    return questions.hand_out(engine) if find_token(bearer) else NOTHING
