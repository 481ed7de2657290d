"""A site's life in a minute, over real sockets: games of every kind, and what is around them."""

import asyncio
import json
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bench.chaos.database import query
from cribbage_site.tests.server_process import Server
from tests.worlds.lobby import call_api_ok, connect_lobby
from tests.worlds.scripted_player import Frame, Visitor, connect_player, connect_two_players, play_together

T = TypeVar("T")

PATIENCE = 240.0
CHARGED_SECONDS = 3.0  # over a card, so that the clock charges it

RULINGS_SCRIPT = """
from people.moderation import rulings
from game.models import Game, Player
host = Player.objects.create_superuser("Hostess", password="fifteen-two, fifteen-four", likeness="hostess")
rulings.void_game(by=host, game=Game.objects.get(pk={voided!r}), reason="A cat walked over the cards.")
rulings.warn(by=host, player=Player.objects.get(username="Bob-of-old"), reason="Be kind.")
rulings.ban(by=host, player=Player.objects.get(username="Dan-of-old"), reason="He called everybody a cheat.")
"""
MOVE_MAIL_SCRIPT = """
from django.utils import timezone
from game.models import Game, MoveMail, Player
ann = Player.objects.get(username="Ann-of-old")
Player.objects.filter(pk=ann.pk).update(wants_move_mail=True)
game = Game.objects.get(pk={game!r})
MoveMail.objects.create(game=game, player=ann, ply=3, tries=1, tried_at=timezone.now(), sent=True)
"""


@dataclass
class SiteHistory:
    """The games that a site's life left, by kind, and the public data of finished ones."""

    games: dict[str, str] = field(default_factory=dict)
    wire: list[Frame] = field(default_factory=list)
    transcripts: dict[str, str] = field(default_factory=dict)
    replays: dict[str, str] = field(default_factory=dict)


def live_site_history(server: Server) -> SiteHistory:
    """Everything there is to keep, once."""
    told = SiteHistory()
    ann, bob, cy, dan = (Visitor(server.url) for _ in range(4))
    for visitor, name in ((ann, "Ann-of-old"), (bob, "Bob-of-old"), (dan, "Dan-of-old")):
        visitor.sign_up(name)
    play_bot_games(told, ann)
    play_people_games(told, ann, bob, cy)
    create_other_rows(server, told, ann, bob, cy)
    told.games["live when banned"] = dan.new_game("novice")
    play_rated_games(told, ann, bob)
    server.manage("shell", "-v", "0", "-c", RULINGS_SCRIPT.format(voided=told.games["rated, voided"]))
    server.manage("shell", "-v", "0", "-c", MOVE_MAIL_SCRIPT.format(game=told.games["live, one has thrown"]))
    server.manage("fairness_watch")
    for what, game in told.games.items():
        if not what.startswith("live"):
            told.replays[what] = get_ok(ann, f"/api/games/{game}/replay")
            told.transcripts[what] = get_ok(ann, f"/api/games/{game}/transcript")
    return told


def play_bot_games(history: SiteHistory, ann: Visitor) -> None:
    games = history.games
    games["to 61 with a bot"] = ann.new_game("novice", target=61)
    history.wire = run_with_timeout(play_bot(ann, games["to 61 with a bot"]))
    games["resigned"] = ann.new_game("intermediate")
    run_with_timeout(play_bot(ann, games["resigned"], moves=8, resigns=True))
    games["with HALSCRIB"] = ann.new_game("halscrib", target=61)
    run_with_timeout(play_bot(ann, games["with HALSCRIB"]))
    games["live with a bot"] = ann.new_game("advanced", target=61)
    run_with_timeout(play_bot(ann, games["live with a bot"], moves=7))
    games["live, not begun"] = ann.new_game("novice")


def play_people_games(history: SiteHistory, ann: Visitor, bob: Visitor, cy: Visitor) -> None:
    of_61 = {"target": 61}
    history.games |= {
        "counted by muggins": run_with_timeout(
            play_each_other(
                ann, bob, talks=True, waits=CHARGED_SECONDS, counting="muggins", clock="quick", **of_61
            )
        ),
        "counted by hand": run_with_timeout(
            play_each_other(bob, ann, counting="manual", clock="standard", **of_61)
        ),
        "live, one has thrown": run_with_timeout(
            play_each_other(ann, bob, talks=True, one_alone=True, clock="relaxed")
        ),
        "live, in the play": run_with_timeout(play_each_other(cy, bob, moves=3)),
    }


def play_rated_games(history: SiteHistory, ann: Visitor, bob: Visitor) -> None:
    rated = {"rated": True, "clock": "quick"}
    history.games |= {
        "rated, between people": run_with_timeout(play_each_other(ann, bob, **rated)),
        "rated, resigned": run_with_timeout(play_each_other(bob, ann, moves=3, resigns=True, **rated)),
        "rated, voided": run_with_timeout(play_each_other(bob, ann, moves=3, resigns=True, **rated)),
        "rated, with a bot": (game := ann.new_game("novice", rated=True)),
    }
    run_with_timeout(play_bot(ann, game))
    history.games["live and rated"] = run_with_timeout(
        play_each_other(ann, bob, moves=2, rated=True, clock="relaxed")
    )


def create_other_rows(server: Server, history: SiteHistory, ann: Visitor, bob: Visitor, cy: Visitor) -> None:
    """Seeks of all kinds, a block, a report, a doubt, a review, and preferences."""
    over = history.games["counted by hand"]
    call_api_ok(ann, "games", against="anyone", target=61, counting="muggins", clock="relaxed")
    call_api_ok(cy, "games", against="link", clock="quick")
    call_api_ok(cy, "games", against="Ann-of-old", target=61)
    call_api_ok(ann, f"games/{over}/rematch")
    call_api_ok(bob, "block", name=run_with_timeout(lobby_name_of(cy)))
    call_api_ok(
        bob,
        "report",
        said=query(server.environment, "SELECT MIN(id) AS id FROM game_chat")[0]["id"],
        why="Hm.",
    )
    call_api_ok(ann, f"games/{over}/doubts", number=1, says="That was no five.", evidence={"saw": ["5H"]})
    call_api_ok(ann, "me/pause", pause="none")
    call_api_ok(ann, "me/look", sound="off")
    assert cy.post(f"/api/games/{over}/review", b"{}")[0] == 202
    by = time.monotonic() + PATIENCE
    while json.loads(get_ok(cy, f"/api/games/{over}/review"))["state"] != "done":
        assert time.monotonic() < by, "the review is not done"
        time.sleep(0.2)


async def play_bot(visitor: Visitor, game: str, moves: int = 10_000, resigns: bool = False) -> list[Frame]:
    """So many moves against a bot, or all of them; returns the frames."""
    async with connect_player(visitor, game) as person:
        await person.play_moves(moves)
        if resigns:
            await person.wait_for_turn()
            await person.make_move({"kind": "resign"})
        if person.view["phase"] == "over":
            await person.wait_for_last_link()
        else:
            await person.wait_for_turn()
        return person.frame_log


async def play_each_other(
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
    """So many moves of two people, or all of them; returns the game."""
    async with connect_two_players(one, other, **wanted) as (a, b):
        if talks:
            await a.chat(phrase="luck")
            await a.chat(text="Mind the crib, it's mine.")
        if one_alone:
            await a.play_moves(1)
            return a.game
        if waits:
            await play_together(a, b, moves=1)
            await asyncio.sleep(waits)
        await play_together(a, b, moves=moves)
        if resigns:
            await b.resync_until(a.ply)
            await b.make_move({"kind": "resign"})
        elif a.view["phase"] == "over":
            await a.wait_for_last_link()
        return a.game


async def lobby_name_of(visitor: Visitor) -> str:
    async with connect_lobby(visitor) as me:
        return await me.read_own_name()


def run_with_timeout(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


def get_ok(visitor: Visitor, path: str) -> str:
    status, text = visitor.get(path)
    assert status == 200, text
    return text
