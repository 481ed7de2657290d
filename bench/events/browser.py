"""What a browser asks for over HTTP: pages, and the calls of their scripts."""

import asyncio
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import msgspec

from bench.events.crowd import TOKEN
from bench.live.addresses import new_address
from bench.measurement import MeasurementFailed

TIMEOUT = 120.0  # many may ask at the same moment


async def get(port: int, path: str, cookies: str) -> bytes:
    """A page, or what a script asks for."""
    return await asyncio.to_thread(_request, port, "GET", path, cookies, None)


async def post(port: int, path: str, cookies: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """A script's call."""
    answer = await asyncio.to_thread(_request, port, "POST", path, cookies, msgspec.json.encode(body or {}))
    return dict(msgspec.json.decode(answer))


def _request(port: int, method: str, path: str, cookies: str, body: bytes | None) -> bytes:
    headers = {"Cookie": cookies, "X-CSRFToken": TOKEN, "X-Forwarded-For": new_address()}
    with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)) as connection:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
    if answer.status >= 400:
        raise MeasurementFailed(f"{path} was answered {answer.status}: {text.decode()[:200]}")
    return text
