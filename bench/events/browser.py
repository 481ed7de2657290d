"""The HTTP requests of a browser: pages, and the calls of their scripts."""

import asyncio
from contextlib import closing
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec

from bench.events.crowd import TOKEN
from bench.live.addresses import new_address
from bench.measurement import MeasurementFailed

TIMEOUT = 120.0  # many requests may come at the same moment


class Answer(NamedTuple):
    """A response of the server, with the URL that it redirects to."""

    status: int
    text: bytes
    location: str


async def get(port: int, path: str, cookies: str) -> bytes:
    """Get a page, or the response to a script."""
    return _accepted(path, await try_get(port, path, cookies)).text


async def try_get(port: int, path: str, cookies: str) -> Answer:
    """Get a page that the server may refuse."""
    return await asyncio.to_thread(_request, port, "GET", path, cookies)


async def post(port: int, path: str, cookies: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Post a script's call."""
    json = msgspec.json.encode(body or {})
    answer = await asyncio.to_thread(_request, port, "POST", path, cookies, json)
    return dict(msgspec.json.decode(_accepted(path, answer).text))


async def post_form(port: int, path: str, cookies: str, **fields: str | int) -> str:
    """Submit a form. Return the URL that the server redirects to."""
    form = urlencode(fields).encode()
    answer = await asyncio.to_thread(_request, port, "POST", path, cookies, form, FORM)
    if not answer.location:
        raise MeasurementFailed(f"The form at {path} was refused with status {answer.status}.")
    return answer.location


FORM = "application/x-www-form-urlencoded"


def _request(
    port: int, method: str, path: str, cookies: str, body: bytes | None = None, kind: str = "application/json"
) -> Answer:
    headers = {"Cookie": cookies, "X-CSRFToken": TOKEN, "X-Forwarded-For": new_address()}
    if body is not None:
        headers["Content-Type"] = kind
    with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)) as connection:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return Answer(answer.status, answer.read(), answer.getheader("Location", ""))


def _accepted(path: str, answer: Answer) -> Answer:
    if answer.status >= 400:
        raise MeasurementFailed(f"{path} was answered {answer.status}: {answer.text.decode()[:200]}")
    return answer
