"""Two people who play each other, over HTTP as browsers do it, and all who sit at their table."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from bench.chaos.client import ResilientClient
from game.accounts.rate_limits import GAMES
from tests.worlds.scripted_player import Visitor

S = TypeVar("S", bound=ResilientClient)


class VisitorPair:
    """Two guests, who play at as many tables as needed, and a watcher.

    Other guests take over before a rate limit is reached.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.games_made = 0
        self._bring_people()

    def _bring_people(self) -> None:
        self.host, self.guest, self.stranger = (Visitor(self.url) for _ in range(3))

    def new_game(self, **wanted: Any) -> str:
        """A game that one made and the other joined by its link."""
        self.games_made += 1
        if self.games_made % (GAMES.limit // 2) == 0:
            self._bring_people()
        if "against" in wanted:
            return self.host.new_game(**wanted)
        game, invite = self.host.create_link_game(**wanted)
        assert self.guest.join(invite) == game
        return game

    def clients(
        self,
        game: str,
        addresses: Sequence[Sequence[str]],
        randomness: Random,
        *,
        is_watched: bool = False,
        kind: type[S] = ResilientClient,
        **how: Any,
    ) -> list[S]:
        """Both players and, if it is watched, the stranger; each has addresses of their own to connect to."""
        people = (self.host, self.guest, self.stranger)[: 3 if is_watched else 2]
        return [
            kind(game, person.cookie_header, own, Random(randomness.random()), **how)
            for person, own in zip(people, addresses, strict=False)
        ]


async def run_clients(clients: Sequence[ResilientClient]) -> None:
    """Play a game to its end."""
    async with asyncio.TaskGroup() as group:
        for sitter in clients:
            group.create_task(sitter.play())
