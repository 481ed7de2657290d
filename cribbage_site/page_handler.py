"""Handle each request in one thread, from its first middleware to its last.

By default Django moves a request between the loop and threads wherever a middleware supports only one of the
two, and again for each signal. Each request gets a new thread, which must connect to the database again.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from common.http.live_response import LiveResponse, Receive, Send

# Some requests wait for a process that computes, so there are more threads than cores.
THREADS = ThreadPoolExecutor(64, "page")


class PageHandler(ASGIHandler):
    """Answers HTTP requests, each in one thread."""

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body):
            answer = sync_to_async(self._answer, thread_sensitive=False, executor=THREADS)
            response = await answer(scope, body)
            if isinstance(response, LiveResponse):
                await self._serve_live(response, receive, send)
            elif response.streaming:
                await self._stream(response, receive, send)
            else:
                await self.send_response(response, send)

    def _answer(self, scope: dict[str, Any], body: Any) -> Any:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = self.__class__
        if response.streaming:
            close_old_connections()  # the chunks are produced in another thread
        else:
            response.close()
        return response

    async def _serve_live(self, response: LiveResponse, receive: Receive, send: Send) -> None:
        """Serve an endless response on the loop."""
        try:
            await response.serve(receive, send)
        finally:
            await sync_to_async(response.close)()

    async def _stream(self, response: HttpResponseBase, receive: Receive, send: Send) -> None:
        """Send a streaming response chunk by chunk until the client disconnects."""
        sending = asyncio.ensure_future(self.send_response(response, send))
        leaving = asyncio.ensure_future(receive())
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()
        finally:
            for task in (sending, leaving):
                task.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)
            await sync_to_async(response.close)()
