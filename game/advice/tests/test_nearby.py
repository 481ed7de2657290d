"""A lab request from the address of a player at a live rated game is noted for the host, and no other
request.
"""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from common import clock
from game.advice import nearby
from game.advice.nearby import KEPT_SECONDS, MAX_PLAYERS, RatedSeat
from game.consumers import base, rated_seats
from game.consumers.table import TableConsumer
from game.engine.state import Seat
from game.models import AdviceNote, Game, Player
from game.table.forced_endings import forfeit_live_games
from game.table.record.ledger import Ledger
from people.retention.expiry import delete_old_advice_notes
from tests.worlds import people
from tests.worlds.dealt_games import create_dealt_game, create_thrown_game
from tests.worlds.tables import load_dealt_table

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]

HOME, ELSEWHERE = "198.51.100.7", "203.0.113.9"
POSITION = "/api/lab?cards=5H+6H+7H+JH+KS+5S&dealer=1"
Later = Callable[..., None]


@pytest.fixture(autouse=True)
def _fresh_cache(settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    cache.clear()


@pytest.fixture
def ann(db: None) -> Player:
    return people.player("Ann")


@pytest.fixture
def bob(db: None) -> Player:
    return people.player("Bob")


@pytest.fixture
def game(ann: Player, bob: Player) -> Game:
    return create_dealt_game(ann, bob, rated=True)


def at_table(game: Game, player: Player, network: str = HOME) -> None:
    nearby.remember([RatedSeat(network, game.pk, player.pk)])


def ask_lab(address: str = HOME, by: Player | None = None, path: str = POSITION) -> int:
    client = Client()
    if by is not None:
        client.force_login(by)
    return client.get(path, headers={"X-Forwarded-For": address}).status_code


def noted() -> list[tuple[str, str]]:
    return list(AdviceNote.objects.order_by("pk").values_list("game", "player__username"))


@pytest.mark.slow
@pytest.mark.parametrize("path", [POSITION, POSITION.removeprefix("/api")])
def test_a_visitor_at_the_same_address_is_noted_once_a_game(game: Game, ann: Player, path: str):
    at_table(game, ann)
    assert {ask_lab(path=path) for _ in range(3)} == {200}
    assert noted() == [(game.pk, "Ann")]
    (note,) = AdviceNote.objects.all()
    assert (note.kind, abs(clock.now() - note.at) < timedelta(minutes=1)) == ("lab", True)
    assert "5H" not in str(AdviceNote.objects.values()[0])


def test_another_account_at_the_same_address_is_noted(game: Game, ann: Player):
    at_table(game, ann)
    ask_lab(by=people.player("Second"))
    assert noted() == [(game.pk, "Ann")]


def test_a_player_in_a_rated_game_is_refused_and_not_noted(game: Game, ann: Player):
    at_table(game, ann)
    assert ask_lab(by=ann) == 403
    assert noted() == []


def test_another_address_is_not_noted(game: Game, ann: Player):
    at_table(game, ann)
    assert ask_lab(ELSEWHERE) == 200
    assert noted() == []


def test_ipv6_addresses_are_compared_by_their_first_half(game: Game, ann: Player):
    at_table(game, ann, "2001:db8:1:2::/64")
    ask_lab("2001:db8:1:3::1")
    assert noted() == []
    ask_lab("2001:db8:1:2:aaaa::1")
    assert noted() == [(game.pk, "Ann")]


def test_this_machine_is_no_address(game: Game, ann: Player):
    at_table(game, ann, "127.0.0.1")
    ask_lab("127.0.0.1")
    assert noted() == []


@pytest.mark.slow
def test_casual_games_and_games_that_are_over_are_left_alone(game: Game, ann: Player, bob: Player):
    at_table(create_dealt_game(ann, bob), ann)
    over = create_thrown_game(bob, people.player("Cat"), rated=True)
    at_table(over, bob)
    forfeit_live_games(bob)
    ask_lab()
    assert noted() == []


def test_a_player_who_left_is_forgotten_after_two_minutes(game: Game, ann: Player, later: Later):
    at_table(game, ann)
    later(seconds=KEPT_SECONDS + 1)
    ask_lab()
    assert noted() == []


def test_an_address_with_many_players_is_not_noted(game: Game, ann: Player):
    """A school's address is shared by many people."""
    at_table(game, ann)
    for n in range(MAX_PLAYERS):
        one, other = people.player(f"One-{n}"), people.player(f"Other-{n}")
        at_table(create_dealt_game(one, other, rated=True), one)
    ask_lab()
    assert noted() == []


def test_no_address_is_stored_in_plain_text(game: Game, ann: Player, monkeypatch: pytest.MonkeyPatch):
    kept: list[tuple[Any, ...]] = []
    monkeypatch.setattr(cache, "set", lambda *what: kept.append(what))
    at_table(game, ann)
    (written,) = kept
    assert HOME not in str(written)
    assert written[2] == KEPT_SECONDS


def test_a_seat_is_remembered_as_long_as_its_socket_is_open(
    ann: Player, bob: Player, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, later: Later
):
    game = create_dealt_game(ann, bob, rated=True)

    async def renew() -> None:
        table = await load_dealt_table(game.pk, ledger)
        sockets = [TableConsumer({"game_id": game.pk}, lambda message: None) for _ in range(3)]  # type: ignore[arg-type,return-value]
        for socket, seat, place in zip(sockets, (Seat.A, None, Seat.B), (HOME, HOME, None), strict=True):
            socket.table, socket.seat, socket.client_ip = table, seat, place
            socket.player = ann if seat is Seat.A else bob
        monkeypatch.setattr(base, "open_consumers", set(sockets))
        await rated_seats.remember_all()

    asyncio.run(renew())
    later(seconds=KEPT_SECONDS - 1)
    ask_lab()
    assert noted() == [(game.pk, "Ann")]


@pytest.mark.slow
def test_a_host_sees_the_note_with_a_caution_for_ninety_days(game: Game, ann: Player, later: Later):
    at_table(game, ann)
    ask_lab()
    host = Client()
    host.force_login(people.host())
    shown = host.get("/admin/").content.decode()
    assert f'<a href="/admin/game/game/{game.pk}/change/">game {game.pk}</a>' in shown
    assert "This proves nothing: families" in shown
    later(days=89)
    delete_old_advice_notes()
    assert noted() == [(game.pk, "Ann")]
    later(days=2)
    delete_old_advice_notes()
    assert noted() == []
