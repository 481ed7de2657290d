import asyncio

import pytest
from asgiref.sync import iscoroutinefunction
from channels.testing import WebsocketCommunicator
from django.http import HttpRequest, HttpResponse

from cribbage_site.middleware import SameOrigin, content_security


def test_pages_run_only_what_this_site_serves():
    answer = content_security(lambda request: HttpResponse())(HttpRequest())
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_a_page_may_set_its_own_policy():
    answer = content_security(lambda request: HttpResponse(headers={"Content-Security-Policy": "its own"}))
    assert answer(HttpRequest()).headers["Content-Security-Policy"] == "its own"


def test_asynchronous_responses_are_protected_too():
    async def get_response(request):
        return HttpResponse()

    answer = content_security(get_response)
    assert iscoroutinefunction(answer)
    assert "Content-Security-Policy" in asyncio.run(answer(HttpRequest())).headers


async def welcome(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})


def is_let_in(*headers: tuple[bytes, bytes]) -> bool:
    async def knock() -> bool:
        async def application(scope, receive, send):
            await SameOrigin(welcome)(scope, receive, send)

        socket = WebsocketCommunicator(application, "/ws", headers=list(headers))
        connected, _ = await socket.connect()
        return connected

    return asyncio.run(knock())


@pytest.fixture(autouse=True)
def hosts(settings):
    settings.ALLOWED_HOSTS = ["cards.example", "localhost"]


def test_our_own_page_can_open_a_socket():
    assert is_let_in((b"host", b"cards.example"), (b"origin", b"https://cards.example"))
    assert is_let_in((b"host", b"localhost:8000"), (b"origin", b"http://localhost:8000"))


def test_a_client_that_is_no_browser_can_open_a_socket():
    assert is_let_in((b"host", b"cards.example"))


@pytest.mark.parametrize(
    "origin",
    [
        b"https://evil.example",
        b"https://cards.example.evil.example",
        b"https://evil.example/cards.example",
        b"https://cards.example@evil.example",
        b"https://cards.example:444",
        b"https://[",
        b"null",
        b"",
    ],
)
def test_a_foreign_page_is_refused(origin):
    assert not is_let_in((b"host", b"cards.example"), (b"origin", origin))


def test_a_foreign_host_is_refused():
    assert not is_let_in((b"host", b"evil.example"), (b"origin", b"https://evil.example"))
    assert not is_let_in((b"origin", b"https://cards.example"))


def test_two_origins_are_refused():
    ours = (b"origin", b"https://cards.example")
    assert not is_let_in((b"host", b"cards.example"), ours, (b"origin", b"https://evil.example"))
