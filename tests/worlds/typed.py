"""Compare what a server sends with its types: every field has its type, and no field is without one."""

import re
from functools import cache
from typing import Any

import msgspec

from game.web.api.call import Call
from game.wire.frames import FromTable


def check_frame(frame: Any) -> None:
    """Compare a frame of a table with the types of the protocol."""
    check(frame, FromTable)


def check_answer(method: str, path: str, answer: Any) -> None:
    """Compare an answer of the open API, or a line of a stream, with the type that OpenAPI publishes."""
    check(answer, find_call(method, path).answer)


def check(value: Any, kind: Any) -> None:
    decoded = msgspec.json.decode(msgspec.json.encode(value), type=kind)
    again = msgspec.json.decode(msgspec.json.encode(decoded))
    assert again == _plain(value), f"{kind} does not describe {value}"


def find_call(method: str, path: str) -> Call:
    """Return the call at a path."""
    return next(
        call
        for pattern, call in _calls()
        if call.method == method and pattern.fullmatch(path.partition("?")[0])
    )


@cache
def _calls() -> list[tuple[re.Pattern[str], Call]]:
    from programs.api.registry import CALLS

    by_place = sorted(CALLS, key=lambda call: ("{" in call.path, call.path))
    return [(re.compile(re.sub(r"{\w+}", "[^/]+", call.path)), call) for call in by_place]


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
