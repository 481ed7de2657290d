"""Two people who play each other, over HTTP as browsers do it, and all who sit at their table."""

import asyncio
import json
from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from bench.chaos.client import ResilientClient
from game.tests.live.scripted_player import Visitor

S = TypeVar("S", bound=ResilientClient)


def cookies_of(visitor: Visitor) -> str:
    return "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())


class VisitorPair:
    """Two guests, who play at as many tables as are wanted, and somebody who looks on."""

    def __init__(self, url: str) -> None:
        self.host, self.guest, self.stranger = (Visitor(url) for _ in range(3))

    def new_game(self, **wanted: Any) -> str:
        """A game that one made and the other joined by its link."""
        if "against" in wanted:
            return self.host.new_game(**wanted)
        status, made = self.host.post("/api/games", json.dumps({"against": "link", **wanted}).encode())
        assert status == 201, made
        status, joined = self.guest.post(f"/api{made['invite']}", b"")
        assert (status, joined["game"]) == (201, made["game"]), joined
        return str(made["game"])

    def clients(
        self,
        game: str,
        addresses: Sequence[Sequence[str]],
        whim: Random,
        *,
        is_watched: bool = False,
        kind: type[S] = ResilientClient,
        **how: Any,
    ) -> list[S]:
        """Both players and, if it is watched, the stranger; each has doors of his own to come in by."""
        people = (self.host, self.guest, self.stranger)[: 3 if is_watched else 2]
        cookies = map(cookies_of, people)
        return [
            kind(game, cookie, own, Random(whim.random()), **how)
            for cookie, own in zip(cookies, addresses, strict=False)
        ]


async def run_clients(clients: Sequence[ResilientClient]) -> None:
    """Play a game to its end."""
    async with asyncio.TaskGroup() as group:
        for sitter in clients:
            group.create_task(sitter.play())
