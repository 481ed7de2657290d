"""An answer is sent as fast as it is read: at once to who reads, and not at all to who does not."""

import asyncio
from collections.abc import Mapping
from itertools import repeat
from typing import Any

import pytest

from common.http.live_response import HAS_UNREAD, LAST_POLL_SECONDS, sending_to_readers


def pauses_before_sending(monkeypatch: pytest.MonkeyPatch, polls_behind: int) -> list[float]:
    """The pauses of a sender whose reader is behind for so many polls; then what was sent has arrived."""
    pauses: list[float] = []
    sent: list[Mapping[str, Any]] = []
    behind = iter([*repeat(True, polls_behind), False])

    async def pause(seconds: float) -> None:
        assert not sent
        pauses.append(seconds)

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    monkeypatch.setattr(asyncio, "sleep", pause)
    scope = {"extensions": {HAS_UNREAD: lambda: next(behind)}}
    asyncio.run(sending_to_readers(scope, send)({"body": b"line"}))  # type: ignore[arg-type]
    assert sent == [{"body": b"line"}]
    return pauses


def test_who_reads_at_once_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pauses_before_sending(monkeypatch, 0) == []
    assert pauses_before_sending(monkeypatch, 1) == [0]  # a turn of the loop, in which it is written


def test_who_does_not_read_is_asked_less_and_less(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = pauses_before_sending(monkeypatch, 1000)
    assert pauses[:4] == [0, 0.001, 0.003, 0.007]
    assert set(pauses[10:]) == {LAST_POLL_SECONDS}


def test_a_server_that_waits_itself_is_not_asked() -> None:
    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    sent: list[Mapping[str, Any]] = []
    asyncio.run(sending_to_readers({}, send)({"body": b"line"}))  # type: ignore[arg-type]
    assert len(sent) == 1
