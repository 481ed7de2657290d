"""A table whose cards others still play: its seats can play, and all other visitors are refused."""

import asyncio
from typing import Any

import pytest

from game.accounts.guests import create_guest
from game.consumers.table import TableConsumer
from game.engine.moves import Resign
from game.engine.state import Seat
from game.models import Game, Player
from game.shared_rounds.rounds import close_round
from game.table.record.ledger import Ledger
from game.table.tables import tables
from tests.worlds.in_process import create_session
from tests.worlds.shared_decks import create_round
from tests.worlds.tables import load_dealt_table
from tests.worlds.transport import FakeTransport, open_consumer, wait_until_settled

pytestmark = pytest.mark.django_db(transaction=True)


def visit(game: Game, player: Player | None) -> FakeTransport:
    """Return the frames that the socket of a game sends to a visitor."""
    session = create_session(player) if player else None

    async def come() -> FakeTransport:
        wire = FakeTransport()
        async with open_consumer(TableConsumer({"game_id": game.pk}, wire.send), wire, session):
            wire.push_frame('{"t": "hello", "since": -1, "history": true}')
            for _ in range(50):
                await wait_until_settled()
                if wire.frames:
                    break
        return wire

    return asyncio.run(come())


def resign(game: Game, ledger: Ledger) -> None:
    async def give_up() -> None:
        table = await load_dealt_table(game.pk, ledger)
        await table.act(Seat.A, table.ply, Resign())

    asyncio.run(give_up())


def deal(game: Game, ledger: Ledger) -> None:
    async def begin() -> None:
        await load_dealt_table(game.pk, ledger)

    asyncio.run(begin())


@pytest.fixture(autouse=True)
def at_our_ledger(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ledger", ledger)


def frame_of(wire: FakeTransport) -> Any:
    return next(frame for frame in wire.frames if frame["t"] == "table")


def test_an_open_board_cannot_be_watched():
    _, (game, elsewhere) = create_round(tables=2)
    for stranger in (None, create_guest(), elsewhere.seat_a):
        wire = visit(game, stranger)
        assert wire.close_code == 4403
        assert [frame["code"] for frame in wire.frames] == ["open_board"]
        assert "Other tables are still playing these cards" in wire.frames[0]["says"]


def test_a_seat_can_play_normally(ledger: Ledger):
    _, (game,) = create_round(tables=1)
    deal(game, ledger)
    frame = frame_of(visit(game, game.seat_a))
    assert frame["you"] == 0
    assert len(frame["view"]["hand"]) == 6
    assert frame["fair"]["links"] == {}


def test_after_its_own_end_a_seat_sees_the_result_and_no_card(ledger: Ledger):
    _, (game, _) = create_round(tables=2)
    resign(game, ledger)
    frame = frame_of(visit(game, game.seat_a))
    view = frame["view"]
    assert view["ended"] == "resigned"
    assert not any(view[name] for name in ("hand", "throw", "starter", "played", "show", "open", "cut"))
    assert "history" not in frame
    assert "Other tables are still playing these cards" in frame["open_board"]


@pytest.mark.slow
@pytest.mark.parametrize("call", ["replay", "review", "coach", "meaning", "transcript"])
def test_no_api_call_reveals_an_open_board(call: str, ledger: Ledger, client):
    round_, (game,) = create_round(tables=1)
    resign(game, ledger)
    client.force_login(game.seat_a)
    answer = client.get(f"/api/games/{game.pk}/{call}")
    assert answer.status_code == 409
    assert answer.json()["error"] == "open_board"
    assert close_round(round_.pk)
    assert client.get(f"/api/games/{game.pk}/{call}").status_code == 200


@pytest.mark.slow
def test_no_page_shows_an_open_board(ledger: Ledger, client):
    round_, (game,) = create_round(tables=1)
    resign(game, ledger)
    client.force_login(game.seat_a)
    pages = (f"/game/{game.pk}", f"/game/{game.pk}/deals")
    assert [client.get(page).status_code for page in pages] == [302, 302]
    assert client.get(f"/game/{game.pk}/picture.png").status_code == 404
    assert close_round(round_.pk)
    assert [client.get(page).status_code for page in pages] == [200, 200]


def test_a_player_commits_and_reveals_by_calls(client):
    from game.runtime.player_ids import player_id
    from game.shared_rounds.announcing import announce, fix_root, start_collecting
    from rng.shared_decks import entrant_commitment

    decks = announce({"title": "A night"}, 1)
    ann = create_guest()
    client.force_login(ann)
    status = client.get(f"/api/decks/{decks.pk}").json()
    assert (status["must"], status["me"]) == ("commit", player_id(ann.pk))
    secret = b"\x07" * 32
    body = {"c": entrant_commitment(decks.pk, status["me"], secret).hex()}
    path = f"/api/decks/{decks.pk}"
    assert client.post(f"{path}/commit", body, "application/json").json()["must"] is None
    start_collecting(decks.pk)
    assert client.get(path).json()["must"] == "reveal"
    answer = client.post(f"{path}/reveal", {"secret": secret.hex()}, "application/json")
    assert answer.json()["revealed"]
    fix_root(decks.pk)
    record = client.get(f"{path}/record").json()
    assert record["entrants"][0]["secret"] == secret.hex()
    assert len(record["root"]) == 64
