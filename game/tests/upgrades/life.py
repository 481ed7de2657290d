"""A site's life in a minute, over real sockets: games of every kind, and what is around them."""

import asyncio
import json
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bench.chaos.database import ask
from cribbage_site.tests.server_process import Server
from game.tests.live.scripted_player import Frame, Visitor, play_together, sit_down, two_people
from game.tests.lobby.clients import done, in_the_lobby

T = TypeVar("T")

PATIENCE = 240.0
A_CHARGE = 3.0  # seconds over a card, so that the clock charges it

RULED = """
from game.moderation import rulings
from game.models import Game, Player
host = Player.objects.create_superuser("Hostess", password="fifteen-two, fifteen-four", likeness="hostess")
rulings.void_game(by=host, game=Game.objects.get(pk={voided!r}), reason="A cat walked over the cards.")
rulings.warn(by=host, player=Player.objects.get(username="Bob-of-old"), reason="Be kind.")
rulings.ban(by=host, player=Player.objects.get(username="Dan-of-old"), reason="He called everybody a cheat.")
"""
MAILED = """
from django.utils import timezone
from game.models import Game, MoveMail, Player
ann = Player.objects.get(username="Ann-of-old")
Player.objects.filter(pk=ann.pk).update(wants_move_mail=True)
game = Game.objects.get(pk={game!r})
MoveMail.objects.create(game=game, player=ann, ply=3, tries=1, tried_at=timezone.now(), sent=True)
"""


@dataclass
class Told:
    """What a life left: games by what they are, and what those that are over are to those who ask."""

    games: dict[str, str] = field(default_factory=dict)
    wire: list[Frame] = field(default_factory=list)
    transcripts: dict[str, str] = field(default_factory=dict)
    replays: dict[str, str] = field(default_factory=dict)


def live(server: Server) -> Told:
    """Everything there is to be kept, once."""
    told = Told()
    ann, bob, cy, dan = (Visitor(server.url) for _ in range(4))
    for visitor, name in ((ann, "Ann-of-old"), (bob, "Bob-of-old"), (dan, "Dan-of-old")):
        visitor.sign_up(name)
    with_bots(told, ann)
    with_people(told, ann, bob, cy)
    around_tables(server, told, ann, bob, cy)
    told.games["live when banned"] = dan.new_game("novice")
    for_points(told, ann, bob)
    server.manage("shell", "-v", "0", "-c", RULED.format(voided=told.games["rated, voided"]))
    server.manage("shell", "-v", "0", "-c", MAILED.format(game=told.games["live, one has thrown"]))
    server.manage("fairness_watch")
    for what, game in told.games.items():
        if not what.startswith("live"):
            told.replays[what] = got(ann, f"/api/games/{game}/replay")
            told.transcripts[what] = got(ann, f"/api/games/{game}/transcript")
    return told


def with_bots(told: Told, ann: Visitor) -> None:
    games = told.games
    games["to 61 with a bot"] = ann.new_game("novice", target=61)
    told.wire = played(alone(ann, games["to 61 with a bot"]))
    games["resigned"] = ann.new_game("intermediate")
    played(alone(ann, games["resigned"], moves=8, resigns=True))
    games["with HALSCRIB"] = ann.new_game("halscrib", target=61)
    played(alone(ann, games["with HALSCRIB"]))
    games["live with a bot"] = ann.new_game("advanced", target=61)
    played(alone(ann, games["live with a bot"], moves=7))
    games["live, not begun"] = ann.new_game("novice")


def with_people(told: Told, ann: Visitor, bob: Visitor, cy: Visitor) -> None:
    of_61 = {"target": 61}
    told.games |= {
        "counted by muggins": played(
            together(ann, bob, talks=True, waits=A_CHARGE, counting="muggins", clock="quick", **of_61)
        ),
        "counted by hand": played(together(bob, ann, counting="manual", clock="standard", **of_61)),
        "live, one has thrown": played(together(ann, bob, talks=True, one_alone=True, clock="relaxed")),
        "live, in the play": played(together(cy, bob, moves=3)),
    }


def for_points(told: Told, ann: Visitor, bob: Visitor) -> None:
    rated = {"rated": True, "clock": "quick"}
    told.games |= {
        "rated, between people": played(together(ann, bob, **rated)),
        "rated, resigned": played(together(bob, ann, moves=3, resigns=True, **rated)),
        "rated, voided": played(together(bob, ann, moves=3, resigns=True, **rated)),
        "rated, with a bot": (game := ann.new_game("novice", rated=True)),
    }
    played(alone(ann, game))
    told.games["live and rated"] = played(together(ann, bob, moves=2, rated=True, clock="relaxed"))


def around_tables(server: Server, told: Told, ann: Visitor, bob: Visitor, cy: Visitor) -> None:
    """Seeks of all kinds, a block, a report, a doubt, a review, and how somebody likes it."""
    over = told.games["counted by hand"]
    done(ann, "games", against="anyone", target=61, counting="muggins", clock="relaxed")
    done(cy, "games", against="link", clock="quick")
    done(cy, "games", against="Ann-of-old", target=61)
    done(ann, f"games/{over}/rematch")
    done(bob, "block", name=played(name_of(cy)))
    done(
        bob, "report", said=ask(server.environment, "SELECT MIN(id) AS id FROM game_chat")[0]["id"], why="Hm."
    )
    done(ann, f"games/{over}/doubts", number=1, says="That was no five.", evidence={"saw": ["5H"]})
    done(ann, "me/pause", pause="none")
    done(ann, "me/look", sound="off")
    assert cy.post(f"/api/games/{over}/review", b"{}")[0] == 202
    by = time.monotonic() + PATIENCE
    while json.loads(got(cy, f"/api/games/{over}/review"))["state"] != "done":
        assert time.monotonic() < by, "the review is not done"
        time.sleep(0.2)


async def alone(visitor: Visitor, game: str, moves: int = 10_000, resigns: bool = False) -> list[Frame]:
    """So many moves against a bot, or all of them; the frames of it."""
    async with sit_down(visitor, game) as person:
        await person.play_on(moves)
        if resigns:
            await person.hear_turn()
            await person.make({"kind": "resign"})
        if person.view["phase"] == "over":
            await person.hear_last_link()
        else:
            await person.hear_turn()
        return person.wire


async def together(
    one: Visitor,
    other: Visitor,
    *,
    moves: int = 10_000,
    talks: bool = False,
    waits: float = 0,
    one_alone: bool = False,
    resigns: bool = False,
    **wanted: Any,
) -> str:
    """So many moves of two people each, or all of them; the game."""
    async with two_people(one, other, **wanted) as (a, b):
        if talks:
            await a.chat(phrase="luck")
            await a.chat(text="Mind the crib, it's mine.")
        if one_alone:
            await a.play_on(1)
            return a.game
        if waits:
            await play_together(a, b, moves=1)
            await asyncio.sleep(waits)
        await play_together(a, b, moves=moves)
        if resigns:
            await b.ask_again(a.ply)
            await b.make({"kind": "resign"})
        elif a.view["phase"] == "over":
            await a.hear_last_link()
        return a.game


async def name_of(visitor: Visitor) -> str:
    async with in_the_lobby(visitor) as me:
        return await me.name()


def played(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


def got(visitor: Visitor, path: str) -> str:
    status, text = visitor.get(path)
    assert status == 200, text
    return text
