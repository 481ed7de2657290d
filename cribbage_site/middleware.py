"""Middleware that protects every page and every socket.

Where nothing is left to do after the application, a middleware returns the application's coroutine instead of
awaiting it: a coroutine of its own would take memory as long as a socket is open.
"""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.request import split_domain_port, validate_host
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from common.http.client_ip import socket_client_network
from game.runtime.scheduler import scheduler

DIRECTIVES = {
    "default-src": "'none'",
    "object-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


def build_policy(**changed: str) -> str:
    """Return this site's Content-Security-Policy, with the changes that a page needs."""
    return "; ".join(f"{name} {sources}" for name, sources in (DIRECTIVES | changed).items())


CONTENT_SECURITY_POLICY = build_policy()
METHODS = ("GET", "HEAD", "POST")
PERMISSIONS_POLICY = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"


@sync_and_async_middleware
def content_security(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Let browsers load and run only what this site serves, and refuse TRACE."""

    def refused(request: HttpRequest) -> HttpResponseBase | None:
        return HttpResponseNotAllowed(METHODS) if request.method == "TRACE" else None

    def guarded(response: HttpResponseBase) -> HttpResponseBase:
        policy = CONTENT_SECURITY_POLICY
        if target := getattr(response, "form_target", None):  # a form's answer redirects there
            policy = build_policy(**{"form-action": f"'self' {target}"})
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        # Pages differ by visitor, so no intermediate cache may store them, and browsers revalidate.
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            return guarded(refused(request) or await get_response(request))

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        return guarded(refused(request) or get_response(request))

    return answer


Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class RefusalMiddleware:
    """Refuses an X-Forwarded-For that no proxy writes, because no rate limit could be counted for it."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if has_client_network(scope):
            return self.app(scope, receive, send)
        return refuse(scope, receive, send, 400)


def has_client_network(scope: Scope) -> bool:
    """Return whether the network of the client is known."""
    try:
        if client := scope.get("client"):
            socket_client_network(client[0], scope["headers"])
    except PermissionDenied:
        return False
    return True


async def refuse(scope: Scope, receive: Receive, send: Send, status: int = 403) -> None:
    """Answer a request with only a status. For a socket, Daphne refuses the handshake with 403."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close"})
    else:
        headers = [(b"content-type", b"text/plain")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": HTTPStatus(status).phrase.encode()})


class SameOrigin:
    """Lets only this site's own pages open a socket, because browsers send cookies along for every page."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if is_same_origin(scope["headers"]):
            return self.app(scope, receive, send)
        return refuse(scope, receive, send)


def is_same_origin(headers: list[tuple[bytes, bytes]]) -> bool:
    host = single_header(headers, b"host")
    if host is None or not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    if not any(name == b"origin" for name, _ in headers):
        return True  # not sent by a browser, so no page has used a player's cookies
    origin = single_header(headers, b"origin")
    return origin is not None and origin.lower() in (f"http://{host}".lower(), f"https://{host}".lower())


def single_header(headers: list[tuple[bytes, bytes]], wanted: bytes) -> str | None:
    """Return the only value of a header, or None if it is missing or repeated."""
    values = [value.decode("latin-1") for name, value in headers if name == wanted]
    return values[0] if len(values) == 1 else None


class SchedulerMiddleware:
    """Starts the process's jobs at its first request."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        scheduler.start()
        return self.app(scope, receive, send)
