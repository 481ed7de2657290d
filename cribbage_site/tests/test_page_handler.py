"""A page is handled in one thread, from its first middleware to its last, sync or async."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path
from django.utils.decorators import sync_and_async_middleware

from cribbage_site.page_handler import PageHandler

Message = dict[str, Any]

threads: list[str] = []
told: list[int] = []
ended = threading.Event()


def note() -> None:
    threads.append(threading.current_thread().name)


def only_sync(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        note()
        return get_response(request)

    return answer


@sync_and_async_middleware
def either(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    assert not asyncio.iscoroutinefunction(get_response)
    return only_sync(get_response)


def plain(request: HttpRequest) -> HttpResponse:
    note()
    return HttpResponse(f"{request.method} {request.body.decode()}")


async def awaited(request: HttpRequest) -> HttpResponse:
    await asyncio.sleep(0)
    return HttpResponse("awaited")


async def count_for_ever() -> AsyncIterator[str]:
    try:
        while True:
            told.append(1)
            yield "one more\n"
            await asyncio.sleep(0.01)
    finally:
        ended.set()


def endless(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(count_for_ever())


def handler500(request: HttpRequest) -> HttpResponse:
    return HttpResponse("a fault", status=500)


def broken(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


urlpatterns = [
    path("plain", plain),
    path("awaited", awaited),
    path("endless", endless),
    path("broken", broken),
]


@pytest.fixture
def handler(db: None) -> Any:
    here = "cribbage_site.tests.test_page_handler"
    threads.clear(), told.clear(), ended.clear()
    with override_settings(ROOT_URLCONF=here, MIDDLEWARE=[f"{here}.only_sync", f"{here}.either"] * 2):
        yield PageHandler()


async def ask(
    handler: PageHandler, where: str, body: bytes = b"", leaves_after: int | None = None
) -> list[Message]:
    """Return the messages of a response, to a client that disconnects after some messages."""
    sent: list[Message] = []
    left = asyncio.Event()
    asked: list[Message] = [{"type": "http.request", "body": body}]

    async def receive() -> Message:
        if asked:
            return asked.pop()
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)
        if len(sent) == leaves_after:
            left.set()

    scope = {
        "type": "http",
        "method": "POST" if body else "GET",
        "path": where,
        "headers": [],
        "query_string": b"",
    }
    await asyncio.wait_for(handler(scope, receive, send), 20)
    return sent


def test_middlewares_and_view_and_signals_run_in_one_thread(handler: PageHandler) -> None:
    def hear(**_: object) -> None:
        note()

    for signal in (request_started, request_finished):
        signal.connect(hear)
    try:
        start, body = asyncio.run(ask(handler, "/plain", b"a card"))
    finally:
        for signal in (request_started, request_finished):
            signal.disconnect(hear)
    assert (start["status"], body["body"]) == (200, b"POST a card")
    assert len(threads) == 7
    assert len(set(threads)) == 1
    assert threads[0].startswith("page")


def test_an_async_view_is_answered_too(handler: PageHandler) -> None:
    start, body = asyncio.run(ask(handler, "/awaited"))
    assert (start["status"], body["body"]) == (200, b"awaited")


def test_an_endless_response_ends_when_its_client_disconnects(handler: PageHandler) -> None:
    sent = asyncio.run(ask(handler, "/endless", leaves_after=5))
    assert sent[1]["body"] == b"one more\n"
    assert ended.wait(5)
    assert len(told) < 20


def test_an_exception_becomes_a_response(handler: PageHandler) -> None:
    start, _ = asyncio.run(ask(handler, "/broken"))
    assert start["status"] == 500


def test_many_requests_are_answered_in_parallel(handler: PageHandler) -> None:
    async def all_at_once() -> list[list[Message]]:
        return await asyncio.gather(*(ask(handler, "/plain", b"%d" % n) for n in range(40)))

    answers = asyncio.run(all_at_once())
    assert [body["body"] for _, body in answers] == [b"POST %d" % n for n in range(40)]
