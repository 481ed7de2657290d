"""Route sockets to their consumers by path, and HTTP to the pages.

Channels has routers for this, but their coroutines and a copy of the scope stay as long as a socket is open.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from django.urls import URLPattern, URLResolver
from django.urls.resolvers import RegexPattern

from cribbage_site.middleware import Receive, Scope, Send

Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class ProtocolRouter:
    """Passes each request to the application for its protocol."""

    def __init__(self, applications: Mapping[str, Application]) -> None:
        self._applications = applications

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        return self._applications[scope["type"]](scope, receive, send)


class SocketRouter:
    """Passes each socket to the consumer for its path, with the arguments in the path as `url_route`."""

    def __init__(self, patterns: Sequence[URLPattern]) -> None:
        self._resolver = URLResolver(RegexPattern(""), patterns)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        match = self._resolver.resolve(scope["path"].lstrip("/"))
        consumer: Application = match.func
        return consumer({**scope, "url_route": {"kwargs": match.kwargs}}, receive, send)
