"""The socket of an event: it sends changes, announces one's next table once, and warns in time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from common.database.thread import on_the_database_thread
from cribbage_site.tests.patience import PATIENCE
from game.models import Player
from game.wire.feeds import Pong, Refused
from game.wire.frames import ByeFrame
from tests.worlds.stepped_evenings import announce, enter_all, players, steps_until_nothing_is_due, win
from tests.worlds.transport import FakeTransport, open_consumer
from tests.worlds.typed import check
from tournaments.event_pages.consumer import EventConsumer, feed, refresh_feed
from tournaments.event_pages.shapes import FromEvent

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("newcomers_may_enter", "without_redis"),
]

step = on_the_database_thread(steps_until_nothing_is_due)


@pytest.fixture
def without_redis(settings: Any) -> None:
    settings.REDIS_URL = ""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make broadcasts immediate."""
    monkeypatch.setattr(feed, "interval", 0.01)


async def hear(wire: FakeTransport, kind: str, matches: Callable[[Any], bool] = lambda frame: True) -> Any:
    """Return the first matching frame of a kind."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for frame in wire.frames:
                check(frame, FromEvent | Pong | Refused | ByeFrame)
                if frame["t"] == kind and matches(frame):
                    return frame
            await asyncio.sleep(0.01)


def look_at(
    event_id: str, player: Player | None, doing: Callable[[EventConsumer, FakeTransport], Awaitable[None]]
) -> None:
    """Open a socket at an event as this player, and say hello."""

    async def run() -> None:
        wire = FakeTransport()
        consumer = EventConsumer({"event_id": event_id}, wire.send)
        async with open_consumer(consumer, wire):
            consumer.player = player
            wire.push_frame('{"t":"hello"}')
            await doing(consumer, wire)

    asyncio.run(run())


def test_there_has_to_be_such_an_event():
    async def see(consumer: EventConsumer, wire: FakeTransport) -> None:
        bye = await hear(wire, "bye")
        assert (bye["code"], wire.close_code) == ("no_event", 4404)

    look_at("nothing", None, see)


@pytest.mark.slow
def test_standings_are_updated_and_the_next_table_is_announced_once():
    event = announce()
    entrants = players(4)
    enter_all(event, entrants)

    async def see(consumer: EventConsumer, wire: FakeTransport) -> None:
        first = await hear(wire, "event")
        assert (first["event"]["state"], first["me"]["game"]) == ("announced", None)
        tables = await step(event)
        feed.handle_event(event.pk)
        mine = next(table for table in tables if entrants[0] in [entry.player for entry in table.entries])
        assert (await hear(wire, "table"))["game"] == mine.game.pk
        other = next(table for table in tables if table is not mine)
        await on_the_database_thread(win)(other.game)
        feed.handle_event(event.pk)
        shown = await hear(wire, "event", lambda frame: frame["standings"][0]["points"] == 2)
        assert shown["me"]["line"]["points"] == 0
        assert [frame["t"] for frame in wire.frames].count("table") == 1

    look_at(event.pk, entrants[0], see)


def test_lost_messages_are_recovered_and_unchanged_data_is_not_resent():
    event = announce()
    enter_all(event, players(2))

    async def see(consumer: EventConsumer, wire: FakeTransport) -> None:
        await hear(wire, "event")
        await refresh_feed()
        await step(event)
        await refresh_feed()
        await hear(wire, "event", lambda frame: bool(frame["tables"]))
        sent = len(wire.frames)
        await refresh_feed()
        feed.handle_event(event.pk)
        wire.push_frame('{"t":"ping"}')
        await hear(wire, "pong")
        while feed.queued:
            await asyncio.sleep(0.01)
        assert len(wire.frames) == sent + 1

    look_at(event.pk, None, see)


def test_entrant_is_warned_a_minute_before_the_start():
    event = announce(minutes_ahead=1.02)

    async def see(consumer: EventConsumer, wire: FakeTransport) -> None:
        warning = await hear(wire, "warning")
        assert warning["what"] == "start"
        assert 55_000 < warning["at"] - warning["now"] <= 60_500

    look_at(event.pk, None, see)


def test_viewer_of_another_event_gets_no_frames_of_this_one():
    event, other = announce(), announce()

    async def see(consumer: EventConsumer, wire: FakeTransport) -> None:
        await hear(wire, "event")
        feed.handle_event(other.pk)
        assert not feed.queued

    look_at(event.pk, None, see)
