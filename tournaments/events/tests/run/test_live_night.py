"""A small night over real sockets: players are sent from table to table, and all totals are right."""

import asyncio
import json
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from bench.chaos.database import query
from bench.chaos.event_verdict import load_record, meeting_problems
from bench.events.browser import post
from bench.events.crowd import Wanted
from cribbage_site.tests.server_process import Server
from tests.worlds.entrants import start_events
from tests.worlds.evenings import check_record, fill
from tests.worlds.live_evening import play_evening

pytestmark = pytest.mark.slow

PATIENCE = 120.0  # seconds, enough for a busy machine


def close(server: Server, event: str) -> None:
    """Close the event for new players, so that it is over once all games are played."""
    now = (
        datetime.now(UTC).replace(tzinfo=None)
        if not server.environment.get("DATABASE_URL")
        else datetime.now(UTC)
    )
    query(
        server.environment,
        "UPDATE events_event SET closes_at = %s, due_at = %s, version = version + 1",
        str(now),
        str(now),
    )
    give_up_at = time.monotonic() + PATIENCE
    while query(server.environment, "SELECT 1 FROM events_event WHERE due_at IS NOT NULL"):
        assert time.monotonic() < give_up_at
        time.sleep(0.1)


def check_all_adds_up(server: Server, event: str, players: int, games: int) -> None:
    env = server.environment
    (row,) = query(env, "SELECT * FROM events_event WHERE id = %s", event)
    assert row["state"] == "over"
    assert len(row["root"]) == 64
    record = load_record(env, row)
    entries, pairings = record.entries, record.pairings
    assert len(entries) == players
    assert {one["ending"] for one in pairings} == {"played"}
    assert {entry["played"] for entry in entries} == {games}
    assert len(pairings) == players * games // 2
    assert sum(entry["wins"] for entry in entries) == len(pairings)
    assert sum(entry["spread"] for entry in entries) == 0
    assert not [*meeting_problems(row, pairings)]
    assert min(entry["place"] for entry in entries) == 1


@pytest.mark.rows
def test_a_night_is_played_from_its_start_to_its_end(own_server: Server):
    players, games = 8, 2
    tables = players * games // 2
    made = fill(own_server, Wanted(players=players, games=games, starts_in=2))
    evening = asyncio.run(play_evening([own_server.port], made["event"], made["cookies"], tables))
    close(own_server, made["event"])
    check_all_adds_up(own_server, made["event"], players, games)
    assert evening.last["standings"][0]["place"] == 1
    assert len(evening.ended) == tables
    check_record(own_server)


async def join_all_and_start(server: Server, made: dict[str, Any]) -> None:
    """Let all players join before the start, so that all are free at once."""
    for cookies in made["cookies"]:
        await post(server.port, f"/api/events/{made['event']}/join", cookies)
    start_events(server)


def wait_for_first_pairing(server: Server) -> list[list[int]]:
    give_up_at = time.monotonic() + PATIENCE
    while not (rounds := query(server.environment, "SELECT tables FROM events_round ORDER BY version")):
        assert time.monotonic() < give_up_at
        time.sleep(0.1)
    tables = rounds[0]["tables"]
    return list(json.loads(tables) if isinstance(tables, str) else tables)


@pytest.mark.rows
def test_twenty_free_players_get_ten_tables_from_a_worker_process(own_server: Server):
    made = fill(own_server, Wanted(players=20, games=5, starts_in=600))
    asyncio.run(join_all_and_start(own_server, made))
    tables = wait_for_first_pairing(own_server)
    assert len({player for table in tables for player in table}) == 20
    assert "a worker could not pair" not in own_server.log.read_text()
    check_record(own_server)


def test_house_bot_plays_with_the_odd_player(own_server: Server):
    made = fill(own_server, Wanted(players=4, games=5, starts_in=1, with_bot=True))
    evening = asyncio.run(play_evening([own_server.port], made["event"], made["cookies"][:1], 1))
    (line,) = [line for line in evening.last["standings"] if line["bot"]]
    assert line["games"] == 1
