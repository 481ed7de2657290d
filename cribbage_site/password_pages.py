"""Admit requests that hash a password one by one, before they get a thread or a database connection."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from io import BytesIO
from typing import Any
from weakref import WeakKeyDictionary

from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language_from_request, gettext
from prometheus_client import Counter

from common.http.client_ip import client_neighbourhood
from cribbage_site.middleware import content_security
from game.accounts.password_queue import PasswordQueue, QueueFull

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# The names of the URLs where a posted password is hashed.
PASSWORD_VIEW_NAMES = frozenset(
    {
        "account_signup",
        "account_login",
        "account_reset_password_from_key",
        "account_change_password",
        "account_reauthenticate",
        "account_delete",
    }
)
RETRY_SECONDS = 5
# Answer a wrong login after this time, so that the time does not reveal the account's kind of hash.
WRONG_LOG_IN_SECONDS = 1.0

REFUSED = Counter(
    "every_other_passwords_refused", "Log-ins, sign-ups and the like refused because too many waited"
)


class PasswordPages:
    """Django, with requests that hash a password queued, or refused when the queue is full."""

    def __init__(self, django: ASGIHandler) -> None:
        self._django: Any = django  # has message types of its own
        self._queues: WeakKeyDictionary[asyncio.AbstractEventLoop, PasswordQueue] = WeakKeyDictionary()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        name = view_name(scope["path"]) if scope["method"] == "POST" else ""
        if name not in PASSWORD_VIEW_NAMES:
            await self._django(scope, receive, send)
            return
        request, loop = ASGIRequest(scope, BytesIO()), asyncio.get_running_loop()
        queue = self._queues.setdefault(loop, PasswordQueue())
        try:
            turn = await queue.wait_for_turn(client_neighbourhood(request))
        except QueueFull:
            REFUSED.inc()
            await self._django.send_response(busy_answer(request), send)
            return
        answer: list[Message] = []

        async def keep(message: Message) -> None:
            answer.append(message)

        try:
            # This also waits for the thread to finish if the client is gone.
            await self._django(scope, receive, keep)
        finally:
            turn.end()
        if name == "account_login" and answer and answer[0]["status"] == 400:
            await asyncio.sleep(turn.began + WRONG_LOG_IN_SECONDS - loop.time())
        for message in answer:
            await send(message)


def view_name(path: str) -> str:
    """Return the name of a URL, or "" if it has none."""
    try:
        return resolve(path).view_name
    except Resolver404:
        return ""


def busy_response(request: HttpRequest) -> HttpResponse:
    """Return the response for a full queue. It costs neither a query nor a template."""
    language = get_language_from_request(request)
    response = HttpResponse(busy_page(language), status=503)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    response.headers["Content-Language"] = language
    add_never_cache_headers(response)
    return response


busy_answer = SecurityMiddleware(content_security(XFrameOptionsMiddleware(busy_response)))


@cache
def busy_page(language: str) -> bytes:
    with translation.override(language):
        message = gettext(
            "Too many people are logging in at the moment, so your password wasn’t checked. "
            "Wait a few seconds, then try again."
        )
        context = {"heading": gettext("One moment, please"), "message": message, "code": "busy"}
        return render_to_string("refusal.html", context).encode()
