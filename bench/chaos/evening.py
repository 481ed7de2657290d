"""Evenings of a campaign: the servers send players from table to table, through all faults."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from urllib.parse import urlsplit

from bench.chaos.client import (
    LONGEST_RETRY,
    PATIENCE,
    PING_EVERY,
    SHORTEST_RETRY,
    ResilientClient,
    parse_frame,
)
from bench.chaos.cluster import Cluster
from bench.chaos.connection import CONNECTION_ERRORS, TableConnection, connect
from bench.chaos.database import query
from bench.chaos.people import retry
from bench.events.browser import post
from bench.events.crowd import Wanted, arguments
from bench.live.servers import ROOT, clean_environment
from rng.twister import Twister

PLAYERS = 8
# In a night all begin together, and most end by its close. In a round robin no pair may meet twice.
KINDS = ("night", "robin")
GAMES, MINUTES = 5, 3  # of a night: the third round is its last
EVERY = 200.0  # seconds from one evening to the next, which has its own players
FIRST_IN = 5.0

ENDED = ("over", "void")
TABLES_AT_ONCE_SQL = """
SELECT player_id FROM events_entry AS entry
JOIN events_pairing AS pairing ON entry.id IN (first_id, second_id)
JOIN game_game AS game ON game.id = game_id
WHERE entry.event_id = %s AND finished_at IS NULL GROUP BY player_id HAVING COUNT(*) > 1
"""
CLOSE_SQL = """
UPDATE events_event SET closes_at = CURRENT_TIMESTAMP, due_at = starts_at
WHERE state IN ('announced', 'running')
"""

Sitters = Sequence[ResilientClient]
GameOver = Callable[[str, Sitters], Awaitable[None]]


@dataclass
class Evening:
    """An event and its players, each of whom sits at one table at a time."""

    cluster: Cluster
    event: str
    cookies: Sequence[str]
    randomness: Twister
    pace: float
    tables: dict[str, list[ResilientClient]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    async def play(self, on_game_over: GameOver) -> None:
        """Go to every assigned table, until the event is over."""
        async with asyncio.TaskGroup() as group:
            for own in self.cookies:
                group.create_task(self._attend(own, on_game_over))

    async def _attend(self, cookies: str, on_game_over: GameOver) -> None:
        played: set[str] = set()
        while (game := await self._next_table(cookies, played)) is not None:
            played.add(game)
            sitter = ResilientClient(
                game,
                cookies,
                self.cluster.addresses,
                Twister(self.randomness.getrandbits(64)),
                pace=self.pace,
            )
            sitters = self.tables.setdefault(game, [])
            sitters.append(sitter)
            await asyncio.to_thread(self._check_tables_at_once)
            await sitter.play()
            if len(sitters) == 2 and all(one.is_over for one in sitters) and self.tables.pop(game, []):
                await on_game_over(self.event, sitters)

    async def _next_table(self, cookies: str, played: set[str]) -> str | None:
        """Return the next game that the event's page opens by itself, or None once the event is over."""
        wait = SHORTEST_RETRY
        while True:
            address = self.randomness.choice(self.cluster.addresses)
            try:
                async with connect(address, f"/ws/event/{self.event}", cookies) as line:
                    await line.send('{"t":"hello"}')
                    while True:
                        frame = parse_frame(await _receive(line))
                        wait = SHORTEST_RETRY
                        if frame["t"] == "table" and frame["game"] not in played:
                            return str(frame["game"])
                        if frame["t"] == "event" and frame["event"]["state"] in ENDED:
                            return None
            except CONNECTION_ERRORS:
                await asyncio.sleep(wait * (0.5 + self.randomness.random()))
                wait = min(LONGEST_RETRY, wait * 2)

    def _check_tables_at_once(self) -> None:
        """Check in one database query that no player is at two tables."""
        for row in retry(partial(query, self.cluster.environment, TABLES_AT_ONCE_SQL, self.event)):
            self.problems.append(f"Event {self.event}: player {row['player_id']} is at two tables at once.")


async def _receive(line: TableConnection) -> str:
    """Return the next frame. A silent connection gets one ping."""
    try:
        async with asyncio.timeout(PING_EVERY):
            return await line.recv()
    except TimeoutError:
        await line.send('{"t":"ping"}')
        async with asyncio.timeout(PATIENCE):
            return await line.recv()


def announce_evenings(cluster: Cluster, randomness: Twister, seconds: float, pace: float) -> list[Evening]:
    """Create as many consecutive evenings as there is time for. All their players have joined."""
    evenings = []
    for number in range(max(1, int(seconds / EVERY))):
        kind = KINDS[number % len(KINDS)]
        wanted = Wanted(
            PLAYERS, GAMES, FIRST_IN + number * EVERY, kind, minutes=MINUTES if kind == "night" else 0
        )
        made = subprocess.run(
            [sys.executable, *arguments(wanted)],
            cwd=ROOT,
            env=clean_environment(cluster.environment),
            check=True,
            capture_output=True,
            text=True,
        )
        crowd = json.loads(made.stdout.splitlines()[-1])
        port = urlsplit(randomness.choice(cluster.addresses)).port or 80
        asyncio.run(_enter_all(port, crowd["event"], crowd["cookies"]))
        evenings.append(
            Evening(cluster, crowd["event"], crowd["cookies"], Twister(randomness.getrandbits(64)), pace)
        )
    return evenings


async def _enter_all(port: int, event: str, cookies: Sequence[str]) -> None:
    for own in cookies:
        await post(port, f"/api/events/{event}/join", own)


def close_evenings(cluster: Cluster) -> None:
    """Close the evenings: no new games begin, and running ones are played to their end."""
    retry(partial(query, cluster.environment, CLOSE_SQL))


def sitters_of(evenings: Sequence[Evening]) -> list[ResilientClient]:
    """Return all clients at tables of an event."""
    return [*chain.from_iterable(table for evening in evenings for table in evening.tables.values())]
