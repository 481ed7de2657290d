"""Which visitors each socket admits, and as which player."""

import asyncio
from typing import Any

import pytest
from django.urls import URLPattern

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.urls import websocket_urlpatterns
from game.accounts.guests import create_guest
from game.consumers.base import BaseConsumer
from game.consumers.table import TableConsumer
from game.consumers.tests.test_table import a_seek
from game.models import Player
from game.table.record.ledger import Ledger
from game.table.tables import tables
from people.moderation.rulings import ban
from tests.worlds.people import REASON, host, moderator, player
from tests.worlds.sockets import SOCKETS
from tests.worlds.tables import create_game
from tests.worlds.transport import FakeTransport, open_consumer, session_of

pytestmark = pytest.mark.django_db(transaction=True)

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
    "ws/site": {"": {"banned": "banned", "owner": LOOKS, **dict.fromkeys(OTHERS, LOOKS)}},
    "ws/following": {"": {"banned": "banned", "owner": LOOKS, **dict.fromkeys(OTHERS, LOOKS)}},
    "ws/event/<slug:event_id>": {"": {"banned": "banned", "owner": LOOKS, **dict.fromkeys(OTHERS, LOOKS)}},
}


@pytest.fixture(autouse=True)
def own_ledger(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ledger", ledger)


def test_every_socket_is_covered() -> None:
    known = [str(one.pattern) for one in websocket_urlpatterns if isinstance(one, URLPattern)]
    assert known == [*LET_IN, ""]  # the empty one stands for unknown paths


@pytest.mark.slow
def test_every_socket_admits_exactly_the_allowed_visitors() -> None:
    seek = a_seek()
    owner, another = seek.player, player("Carl")
    people: dict[str, Player | None] = {
        "nobody": None,
        "guest": create_guest(),
        "another": another,
        "banned": player("Dora"),
        "owner": owner,
        "moderator": moderator(),
        "host": host(),
    }
    ban(by=people["host"], player=people["banned"], reason=REASON)
    sessions = {who: None if one is None else session_of(one) for who, one in people.items()}
    where = {
        "game": create_game(players=(owner, create_guest())).pk,
        "seek": seek.pk,
        "no game": "nosuchgame",
        "": "",
    }

    async def knock(kind: type[BaseConsumer], path: str, who: str) -> str:
        wire, is_settled = FakeTransport(), asyncio.Event()

        class Door(kind):  # type: ignore[misc,valid-type]
            async def admit(self) -> None:
                await super().admit()
                is_settled.set()

        async with open_consumer(Door({"game_id": path}, wire.send), wire, sessions[who]) as socket:
            await asyncio.wait_for(is_settled.wait(), PATIENCE)
            return str(wire.frames[0]["code"]) if wire.frames else as_whom(socket)

    async def knock_everywhere() -> Any:
        return {
            route: {
                what: {who: await knock(SOCKETS[route], where[what], who) for who in people} for what in at
            }
            for route, at in LET_IN.items()
        }

    assert asyncio.run(knock_everywhere()) == LET_IN


def as_whom(socket: BaseConsumer) -> str:
    if not isinstance(socket, TableConsumer):
        return LOOKS
    if socket.table is None:
        return WAITS
    return WATCHES if socket.seat is None else SEATED
