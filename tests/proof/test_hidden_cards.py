"""Plays games of all kinds, at random: no frame that a player is sent holds a card they may not know."""

import asyncio
from collections.abc import Awaitable
from itertools import count
from random import Random
from time import time
from typing import Any, Protocol

import pytest

from bench.chaos import database
from bench.chaos.client import Choice, ResilientClient, parse_frame, random_move
from bench.chaos.reference_game import check_clients_agree
from common.database.thread import on_the_database_thread
from cribbage_site.tests.repetitions import repetitions
from cribbage_site.tests.server_process import Server
from game.engine.cards import TEXTS, english_name
from game.table.record.ledger import Ledger
from game.table.tables import tables
from tests.proof.known_cards import KnownCards, cards_named_in
from tests.proof.pairs import VisitorPair, run_clients
from tests.worlds import in_process
from tests.worlds.in_process import InProcessClient, InProcessParty
from tests.worlds.scripted_player import Frame

SIDE_BY_SIDE = 25
AN_HOUR = 3600.0
PHRASES = ("luck", "well", "hand", "thanks", "sorry", "game", "moment", "bye")


class Restless(ResilientClient):
    """One who tries what is not allowed, chats, reloads, and now and then gives up."""

    async def handle(self, text: str) -> None:
        await super().handle(text)
        match self.randomness.random():
            case chance if chance < 0.02:
                since = self.randomness.choice((-1, self.ply))
                await self.request({"t": "hello", "since": since, "history": True})
            case chance if chance < 0.03:
                await self.send({"t": "say", "phrase": self.randomness.choice(PHRASES)})
            case chance if chance < 0.04:
                await self.send({"t": "ping", "ply": self.ply})
            case chance if chance < 0.045:
                await self.socket.close()
            case chance if chance < 0.1 and self.view:
                ply = max(0, self.ply - self.randomness.choice((0, 0, 0, 1)))
                await self.request({"t": "move", "ply": ply, "move": self.forbidden()})

    def forbidden(self) -> Frame:
        """Return an illegal move, with cards that are not held."""
        seen = {*self.view["hand"], *self.view["throw"], *(card for _, card in self.view["played"])}
        strangers = [card for card in TEXTS if card not in seen]
        if self.randomness.random() < 0.5:
            return {"kind": "play", "card": self.randomness.choice(strangers)}
        return {"kind": "throw", "cards": self.randomness.sample(strangers, 2)}


class RestlessInside(Restless, InProcessClient):
    """The same without a server."""


def may_give_up(view: Frame, randomness: Random) -> Frame:
    return {"kind": "resign"} if randomness.random() < 0.05 else random_move(view, randomness)


# Of five games one is given up, and in one the time runs out; where a call is due, that is a pass.
ENDS = {1: "resigned", 3: "flag"}


class Place(Protocol):
    """Where games are played."""

    async def table(
        self, lane: int, randomness: Random, wanted: Frame, choose: Choice
    ) -> list[ResilientClient]: ...

    def transcript(self, game: str) -> Awaitable[str]: ...

    def set_deadline(self, game: str, at: int) -> Awaitable[None]: ...


class OverSockets:
    """At the processes that serve."""

    def __init__(self, servers: list[Server]) -> None:
        self.environment = servers[0].environment
        self.addresses = [[servers[n % len(servers)].ws_url] for n in range(3)]
        self.pairs = [VisitorPair(servers[0].url) for _ in range(SIDE_BY_SIDE)]

    async def table(
        self, lane: int, randomness: Random, wanted: Frame, choose: Choice
    ) -> list[ResilientClient]:
        pair = self.pairs[lane]
        game = await asyncio.to_thread(pair.new_game, **wanted)
        how: Any = {"kind": Restless, "choose": choose}
        return list(pair.clients(game, self.addresses, randomness, is_watched=True, **how))

    async def transcript(self, game: str) -> str:
        return database.load_transcript(self.environment, game)

    async def set_deadline(self, game: str, at: int) -> None:
        database.set_deadline(self.environment, game, at)


class InThisProcess:
    """At sockets without a server."""

    def __init__(self) -> None:
        self.rooms = [InProcessParty() for _ in range(SIDE_BY_SIDE)]

    async def table(
        self, lane: int, randomness: Random, wanted: Frame, choose: Choice
    ) -> list[ResilientClient]:
        game = await on_the_database_thread(self.rooms[lane].new_game)(**wanted)
        return self.rooms[lane].clients(game, randomness, RestlessInside, choose=choose)

    def transcript(self, game: str) -> Awaitable[str]:
        return in_process.transcript(game)

    async def set_deadline(self, game: str, at: int) -> None:
        await in_process.set_deadline(game, at)
        # A server does this every few seconds.
        await tables.catch_up_all()
        await tables.call_own_flags()


class Campaign:
    """Games side by side, each looked through when it is over."""

    def __init__(self, place: Place, randomness: Random, games: int) -> None:
        self.place, self.randomness = place, randomness
        self.left = iter(range(games))
        self.games = self.looked = self.moves_told_again = 0
        self.ends: set[str] = set()
        self.refused: set[str] = set()

    async def run(self) -> "Campaign":
        async with asyncio.TaskGroup() as group:
            for lane in range(SIDE_BY_SIDE):
                group.create_task(self.play_on(lane))
        return self

    async def play_on(self, lane: int) -> None:
        for number in self.left:
            ends = ENDS.get(number % 5, "played")
            wanted = {
                "counting": self.randomness.choice(("auto", "manual", "muggins")),
                "target": self.randomness.choice((121, 61, 61)),
                "clock": "quick" if ends == "flag" else self.randomness.choice(("none", "quick")),
            }
            choose = may_give_up if ends == "resigned" else random_move
            sitters = await self.place.table(lane, self.randomness, wanted, choose)
            if ends == "flag":
                self.have_time_run_out(sitters)
            await run_clients(sitters)
            self.look_through(sitters, await self.place.transcript(sitters[0].game))

    def have_time_run_out(self, sitters: list[ResilientClient]) -> None:
        """Have both sit still after some moves of the first, until the flag falls."""
        first, moves = sitters[0], count(self.randomness.randrange(20), -1)

        def one_more() -> None:
            if next(moves) == 0:
                for one in sitters:
                    one.pace = AN_HOUR
                self.running_out = asyncio.ensure_future(self.run_out(first))

        first.on_acknowledged = one_more

    async def run_out(self, sitter: ResilientClient) -> None:
        """Keep the deadline in the past: a move that is still on its way brings a new one."""
        while not sitter.is_over:
            await self.place.set_deadline(sitter.game, int(time() * 1000) - 1)
            await asyncio.sleep(0.1)

    def look_through(self, sitters: list[ResilientClient], transcript: str) -> None:
        knowledge = KnownCards(check_clients_agree(transcript, sitters))
        for sitter in sitters:
            for ply, text, asked in sitter.received:
                frame = parse_frame(text)
                self.moves_told_again += len(frame.get("history", ()))
                breach = knowledge.find_leaks(sitter.you, ply, frame, asked)
                assert not breach, f"{sitter.game}, seat {sitter.you}, ply {ply}: {breach} in {text}"
                self.looked += len(cards_named_in(frame))
            self.refused |= {frame["code"] for frame in sitter.refused}
        self.ends.add(sitters[0].view["ended"])
        self.games += 1


def nothing_is_given_away(place: Place, randomness: Random, games: int) -> None:
    campaign = asyncio.run(Campaign(place, randomness, games).run())
    assert campaign.games == games
    assert campaign.looked > 1000 * games
    assert campaign.moves_told_again > 10 * games
    assert campaign.ends >= {"played", "resigned", "flag"}
    assert campaign.refused <= {"not_begun", "illegal", "stale", "late", "watching"}


@pytest.mark.slow
def test_over_sockets_no_frame_holds_a_card_that_its_reader_may_not_know(
    servers: list[Server], randomness: Random
) -> None:
    nothing_is_given_away(OverSockets(servers), randomness, repetitions(250, one_in=40))


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_card_slipped_into_a_frame_is_detected(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, randomness: Random
) -> None:
    """The proof proves nothing unless it fails where it should."""
    monkeypatch.setattr(tables, "ledger", ledger)
    place = InThisProcess()

    async def a_game() -> tuple[KnownCards, list[ResilientClient]]:
        wanted = {"target": 61, "counting": "manual", "clock": "none"}
        sitters = await place.table(0, randomness, wanted, random_move)
        await run_clients(sitters)
        return KnownCards(check_clients_agree(await place.transcript(sitters[0].game), sitters)), sitters

    knowledge, sitters = asyncio.run(a_game())
    slipped = 0
    for sitter in sitters:
        for ply, text, asked in sitter.received[:-10]:
            frame = parse_frame(text)
            if frame["t"] not in ("event", "table") or frame["view"]["phase"] not in ("throw", "play"):
                continue
            hidden = randomness.choice([*set(range(52)) - knowledge.known(frame["ply"], sitter.you)])
            for word in (TEXTS[hidden], english_name(hidden)):
                frame["view"]["says"] = f"perhaps the {word}, who knows"
                assert knowledge.find_leaks(sitter.you, ply, frame, asked) == {hidden}
                slipped += 1
    assert slipped > 100
    now = next(
        heard.frame for heard in sitters[0].received if heard.frame.get("view", {}).get("phase") == "play"
    )
    hidden = min(set(range(52)) - knowledge.known(now["ply"], sitters[0].you))
    told_again = [{"ply": now["ply"], "events": [{"e": "starter", "card": TEXTS[hidden]}]}]
    late = {
        "t": "table",
        "ply": now["ply"],
        "view": now["view"],
        "fair": {"links": {}},
        "history": told_again,
    }
    assert knowledge.find_leaks(sitters[0].you, now["ply"], late, None) == {hidden}
    early = {"t": "fair", "links": {"1": "00" * 32}}
    assert knowledge.find_leaks(None, 2, early, None) == {"link 1"}
