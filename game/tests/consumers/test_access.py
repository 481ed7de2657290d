"""Who is let in by which socket, and as whom."""

import asyncio
from typing import Any

import pytest
from django.urls import URLPattern

from game.consumers.base import Socket
from game.consumers.ladder import LadderSocket
from game.consumers.lobby import LobbySocket
from game.consumers.table import TableSocket
from game.models import Player
from game.moderation.rulings import ban
from game.table.ledger import Ledger
from game.table.opening import new_guest
from game.table.tables import tables
from game.tests.consumers.test_table import a_seek, session_of
from game.tests.consumers.transport import Wire, living
from game.tests.moderation.people import WHY, host, moderator, player
from game.tests.table.games import a_game
from game.urls import websocket_urlpatterns

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]

SEATED, WATCHES, WAITS, LOOKS = "has a seat", "watches", "waits", "looks"
OTHERS = ("nobody", "guest", "another", "moderator", "host")
LET_IN = {
    "ws/table/<slug:game_id>": {
        "game": {"banned": "banned", "owner": SEATED, **dict.fromkeys(OTHERS, WATCHES)},
        "seek": {"banned": "banned", "owner": WAITS, **dict.fromkeys(OTHERS, "not_yours")},
        "no game": {"banned": "banned", "owner": "no_game", **dict.fromkeys(OTHERS, "no_game")},
    },
    "ws/lobby": {"": {"banned": "banned", "owner": LOOKS, **dict.fromkeys(OTHERS, LOOKS)}},
    "ws/ladder": {"": {"banned": "banned", "owner": LOOKS, **dict.fromkeys(OTHERS, LOOKS)}},
}
SOCKETS = {"ws/table/<slug:game_id>": TableSocket, "ws/lobby": LobbySocket, "ws/ladder": LadderSocket}


@pytest.fixture(autouse=True)
def own_ledger(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ledger", ledger)


def test_no_socket_is_forgotten() -> None:
    known = [str(one.pattern) for one in websocket_urlpatterns if isinstance(one, URLPattern)]
    assert known == [*LET_IN, ""]  # the last is where no socket is


def test_every_socket_lets_in_whom_it_should() -> None:
    seek = a_seek()
    owner, another = seek.player, player("Carl")
    people: dict[str, Player | None] = {
        "nobody": None,
        "guest": new_guest(),
        "another": another,
        "banned": player("Dora"),
        "owner": owner,
        "moderator": moderator(),
        "host": host(),
    }
    ban(by=people["host"], player=people["banned"], reason=WHY)
    sessions = {who: None if one is None else session_of(one) for who, one in people.items()}
    where = {
        "game": a_game(players=(owner, new_guest())).pk,
        "seek": seek.pk,
        "no game": "nosuchgame",
        "": "",
    }

    async def knock(kind: type[Socket], path: str, who: str) -> str:
        wire, is_settled = Wire(), asyncio.Event()

        class Door(kind):  # type: ignore[misc,valid-type]
            async def come_in(self) -> None:
                await super().come_in()
                is_settled.set()

        async with living(Door({"game_id": path}, wire.send), wire, sessions[who]) as socket:
            await asyncio.wait_for(is_settled.wait(), 10)
            return str(wire.told[0]["code"]) if wire.told else as_whom(socket)

    async def knock_everywhere() -> Any:
        return {
            route: {
                what: {who: await knock(SOCKETS[route], where[what], who) for who in people} for what in at
            }
            for route, at in LET_IN.items()
        }

    assert asyncio.run(knock_everywhere()) == LET_IN


def as_whom(socket: Socket) -> str:
    if not isinstance(socket, TableSocket):
        return LOOKS
    if socket.table is None:
        return WAITS
    return WATCHES if socket.seat is None else SEATED
