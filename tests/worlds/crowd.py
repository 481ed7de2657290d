"""Evenings over real sockets, and standings that are computed from replays alone."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Coroutine, Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from bench.chaos.database import query, set_deadline
from bench.events.browser import get, post
from bench.live.table_socket import keep_alive
from bench.live.websocket import connect
from cribbage_site.tests.server_process import Server
from tests.worlds.entrants import start_events
from tests.worlds.evenings import until
from tests.worlds.live_evening import Evening, EventSocket

TARGET, SKUNK_LINE, MOST_OF_A_GIFT = 121, 91, 31
LOOKS_EVERY = 0.1
LONG_AGO = 1000  # a deadline in milliseconds

BAN = """
from game.models import Player
from people.moderation import rulings
host = Player.objects.create_superuser("Hostess")
rulings.ban(by=host, player=Player.objects.get(username="{name}"), reason="Cheating.")
"""


class Score(NamedTuple):
    """The sum of a player's games in an evening."""

    games: int = 0
    points: int = 0
    wins: int = 0
    spread: int = 0


class World:
    """A server, an event on it, and the players of the event by their numbers."""

    def __init__(self, server: Server, made: dict[str, Any]) -> None:
        self.server, self.event, self.cookies = server, str(made["event"]), made["cookies"]
        self.evening = Evening([server.port], event=self.event)
        self.names: list[str] = made["names"]

    def query(self, sql: str, *values: object) -> list[dict[str, Any]]:
        return query(self.server.environment, sql, *values)

    async def call(self, number: int, act: str) -> None:
        await post(self.server.port, f"/api/events/{self.event}/{act}", self.cookies[number])

    async def join_all(self) -> None:
        for number in range(len(self.cookies)):
            await self.call(number, "join")

    async def keep_apart(self, *numbers: int) -> None:
        """Have players block one another: a game to which neither of its players comes has no result."""
        for number, other in combinations(numbers, 2):
            body = {"name": self.names[other]}
            await post(self.server.port, "/api/block", self.cookies[number], body)

    def start_now(self) -> None:
        start_events(self.server)

    async def wait_for_table(self, number: int) -> str:
        """Watch the event's page until it sends this player to a table."""
        while True:
            page = await connect(
                self.server.port, EventSocket(self.evening, self.event, number, self.cookies[number])
            )
            self.evening.sockets.add(page)
            game = await page.game
            await self.evening.leave(page, game is not None)
            if game is not None:
                return game

    async def play_tables(self, number: int, tables: int = 1000) -> None:
        """Play so many tables, each as soon as the event's page sends the player there."""
        for _ in range(tables):
            await self.evening.play(await self.wait_for_table(number), self.cookies[number])

    async def play_and_leave(self, number: int, tables: int) -> None:
        await self.play_tables(number, tables)
        await self.call(number, "leave")

    async def miss_table(self, number: int) -> None:
        """Stay away from the next table until its time to begin is up."""
        game = await self.wait_for_table(number)
        await until(lambda: self._is_awaited(game))
        set_deadline(self.server.environment, game, LONG_AGO)
        await until(
            lambda: self.query("SELECT 1 FROM events_pairing WHERE ending <> '' AND game_id = %s", game)
        )

    def _is_awaited(self, game: str) -> bool:
        (row,) = self.query("SELECT commitment_a, commitment_b FROM game_game WHERE id = %s", game)
        return bool(row["commitment_a"] or row["commitment_b"])

    def ban(self, number: int) -> None:
        self.server.manage("shell", "-c", BAN.format(name=self.names[number]))

    def has_ended(self, games: int) -> bool:
        """Whether so many games have ended."""
        return len(self.evening.ended) >= games

    def is_over(self) -> bool:
        return bool(self.query("SELECT 1 FROM events_event WHERE state = 'over' AND id = %s", self.event))

    async def live_through(self, lives: Sequence[Coroutine[Any, Any, None]]) -> None:
        """Run all players until the event is over; raise the first failure of any of them."""
        tasks = [asyncio.ensure_future(life) for life in lives]
        pinging = asyncio.ensure_future(keep_alive(lambda: list(self.evening.sockets)))

        def check() -> bool:
            self.evening.check()
            for task in tasks:
                if task.done() and not task.cancelled():
                    task.result()
            return self.is_over()

        try:
            await until(check)
        finally:
            for task in (pinging, *tasks):
                task.cancel()
            await asyncio.gather(pinging, *tasks, return_exceptions=True)
            for socket in self.evening.sockets:
                socket.close()

    async def load_page(self) -> dict[str, Any]:
        page = json.loads(await get(self.server.port, f"/api/events/{self.event}", self.cookies[0]))
        assert isinstance(page, dict)
        return page

    async def load_replays(self) -> list[dict[str, Any]]:
        """Load the replay of every table that players were sent to."""
        path = "/api/games/{}/replay"
        return [
            json.loads(await get(self.server.port, path.format(game), self.cookies[0]))
            for game in sorted(self.evening.seated)
        ]

    def absent_seats(self) -> dict[str, int]:
        """Find the absent seat of each game in which only the other seat committed."""
        rows = self.query("SELECT id, commitment_a, commitment_b FROM game_game")
        return {
            row["id"]: int(bool(row["commitment_a"]))
            for row in rows
            if bool(row["commitment_a"]) != bool(row["commitment_b"])
        }


def score_replays(replays: Iterable[dict[str, Any]], absent: dict[str, int]) -> dict[str, Score]:
    """Add up the games of each player, from the replays alone."""
    found: dict[str, Score] = defaultdict(Score)
    for replay in replays:
        winner, points, spread = _outcome(replay, absent)
        for seat, player in enumerate(replay["players"]):
            has_won = seat == winner
            gained = Score(1, points, 1, spread) if has_won else Score(1, 0, 0, -spread)
            found[player["name"]] = Score(*map(sum, zip(found[player["name"]], gained, strict=True)))
    return found


def _outcome(replay: dict[str, Any], absent: dict[str, int]) -> tuple[int, int, int]:
    """Return the seat of the winner of a game, their points and the spread."""
    result = replay["result"]
    if not any(step["move"]["kind"] == "deal" for step in replay["steps"]):
        winner = 1 - absent[replay["game"]] if result["winner"] is None else result["winner"]
        return winner, 2, 0
    winner = result["winner"]
    loser_has = result["scores"][1 - winner]
    spread = TARGET - loser_has
    return (
        winner,
        3 if loser_has < SKUNK_LINE else 2,
        spread if result["ended"] == "played" else min(spread, MOST_OF_A_GIFT),
    )


def shown_scores(page: dict[str, Any]) -> dict[str, Score]:
    """Return the score of each player as the event's page shows it."""
    return {
        line["name"]: Score(line["games"], line["points"], line["wins"], line["spread"])
        for line in page["standings"]
        if line["games"]
    }
