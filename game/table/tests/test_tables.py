"""The periodic jobs of a process for all its tables."""

import asyncio
import gc
from collections.abc import Callable
from typing import Any

import pytest

from bench.services import free_port
from common import clock
from common.database.thread import on_the_database_thread
from game.accounts.guests import create_guest
from game.engine.moves import Throw
from game.engine.state import Rules
from game.models import Game, Player, Secrets
from game.runtime.presence import presence
from game.runtime.pubsub import PubSub
from game.table import bot_accounts
from game.table.opening import open_game
from game.table.record.ledger import Ledger
from game.table.tables import SEATS, Tables
from ranking.models import Change
from rng import entropy
from tests.worlds.tables import (
    A,
    B,
    RecordingWatcher,
    create_game,
    load_dealt_table,
    load_table,
    secrets_of,
    update_row,
)


@pytest.fixture
def tables(ledger: Ledger) -> Tables:
    tables = Tables()
    tables.ledger = ledger
    return tables


def test_a_table_is_opened_once_for_all_watchers(tables: Tables):
    game = create_game()

    async def come() -> list[Any]:
        return await asyncio.gather(*[tables.open(game.pk) for _ in range(4)])

    assert len({id(table) for table in asyncio.run(come())}) == 1


def test_an_unreferenced_table_is_freed(tables: Tables):
    """A table is freed at once: in a reference cycle it would wait for the garbage collector, which rarely
    runs.
    """
    games = [create_game().pk, begun_with_a_bot()]

    async def come_and_go() -> list[Any]:
        for game in games:
            table = await tables.open(game)
            assert tables.get(game) is table
            await table.resume()
            if table.bots:
                await table.act(A, table.ply, Throw(table.state.dealt[A][4:]))
                await table.bots[0].thinking_task
            table.update_presence(A, True)
            del table
        return [tables.get(game) for game in games]

    gc.disable()
    try:
        assert asyncio.run(come_and_go()) == [None, None]
    finally:
        gc.enable()


def begun_with_a_bot() -> str:
    """Return a casual game of a guest against Novice with both secrets revealed."""
    return create_game(players=(create_guest(), bot_accounts.get_or_create_account("novice"))).pk


def test_flags_fall_without_watchers(tables: Tables, later: Callable[..., None]):
    game = create_game("quick", begun=False)
    update_row(game.pk, deadline=clock.milliseconds() - 1000)
    asyncio.run(tables.call_overdue_flags())
    game.refresh_from_db()
    assert game.ended == "void"


def test_flags_fall_at_the_tables_of_a_process_and_nowhere_else(tables: Tables):
    own, other = create_game("quick", begun=False), create_game("quick", begun=False)
    for game in (own, other):
        update_row(game.pk, deadline=clock.milliseconds() - 1000)

    async def come_and_wait() -> None:
        table = await tables.open(own.pk)
        await tables.call_own_flags()
        assert table.state.is_over

    asyncio.run(come_and_wait())
    own.refresh_from_db()
    other.refresh_from_db()
    assert (own.ended, other.ended) == ("void", "")


def rated_with_a_bot() -> Game:
    """Return a rated game of an account against Novice."""
    ann = Player.objects.create(username="Ann")
    players = (ann, bot_accounts.get_or_create_account("novice"))
    return open_game(entropy.game_id(), players, Rules(), "relaxed", rated=True)


def test_a_rated_game_with_a_bot_that_is_never_begun_is_left_and_costs_no_points(tables: Tables):
    game = rated_with_a_bot()
    update_row(game.pk, deadline=clock.milliseconds() - 1000)
    asyncio.run(tables.call_overdue_flags())
    game.refresh_from_db()
    assert game.ended == "void"
    assert Change.objects.values_list("change", "unfinished").get() == (0, True)


def test_a_rated_game_with_a_bot_that_is_left_is_lost(tables: Tables):
    game = rated_with_a_bot()
    update_row(game.pk, **secrets_of(game.pk))

    async def look_at_the_cards_and_leave() -> None:
        table = await load_dealt_table(game.pk, tables.ledger)
        await table.bots[0].thinking_task

    asyncio.run(look_at_the_cards_and_leave())
    update_row(game.pk, deadline=clock.milliseconds() - 1000)
    asyncio.run(tables.call_overdue_flags())
    game.refresh_from_db()
    assert (game.ended, game.winner) == ("flag", B)
    change = Change.objects.get()
    assert (change.change, change.unfinished) == (0, True)


def test_a_game_that_cannot_be_opened_does_not_keep_other_flags_from_falling(tables: Tables):
    # Regression: the error ended this run of the job and every later run.
    sealed_for_good, other = create_game("quick", begun=False), create_game("quick", begun=False)
    Secrets.objects.filter(game=sealed_for_good).update(sealed="torn")
    update_row(sealed_for_good.pk, deadline=clock.milliseconds() - 2000)
    update_row(other.pk, deadline=clock.milliseconds() - 1000)
    asyncio.run(tables.call_overdue_flags())
    other.refresh_from_db()
    assert other.ended == "void"


def test_a_fault_is_logged_once_and_not_every_second(tables: Tables, caplog: pytest.LogCaptureFixture):
    game = create_game("quick", begun=False)
    Secrets.objects.filter(game=game).update(sealed="torn")
    update_row(game.pk, deadline=clock.milliseconds() - 2000)

    async def try_again_and_again() -> None:
        for _ in range(3):
            await tables.call_overdue_flags()

    with caplog.at_level("ERROR", "game"):
        asyncio.run(try_again_and_again())
    assert len(caplog.records) == 1


def test_moves_of_another_process_are_found_without_a_message(tables: Tables):
    game, listener = create_game(), RecordingWatcher(B)

    async def write_there_and_look_here() -> None:
        table = await tables.open(game.pk)
        await table.resume()
        table.join(listener)
        there = await load_table(game.pk, tables.ledger)
        await there.act(A, 2, Throw(there.state.dealt[A][4:]))
        await tables.catch_up_all()

    asyncio.run(write_there_and_look_here())
    assert listener.kinds() == ["event"]


def test_secrets_written_by_another_process_are_found_without_a_message(tables: Tables):
    game, listener = create_game(begun=False), RecordingWatcher(B)

    async def write_there_and_look_here() -> None:
        table = await tables.open(game.pk)
        table.join(listener)
        await on_the_database_thread(update_row)(game.pk, **secrets_of(game.pk))
        await tables.catch_up_all()

    asyncio.run(write_there_and_look_here())
    assert [kind for kind in listener.kinds() if kind != "receipts"] == ["fair", "event", "fair"]


def test_an_unchanged_table_broadcasts_nothing(tables: Tables):
    game, listener = create_game("quick"), RecordingWatcher(B)

    async def look() -> None:
        table = await tables.open(game.pk)
        await table.resume()
        table.join(listener)
        await tables.catch_up_all()

    asyncio.run(look())
    assert listener.frames == []


def test_a_message_about_a_game_elsewhere_opens_no_table(tables: Tables):
    game = create_game()

    async def hear() -> bool:
        tables.handle_moves((game.pk, 0, ["#0"], None))
        tables.handle_row(game.pk)
        return tables.get(game.pk) is None

    assert asyncio.run(hear())


def test_a_player_without_a_socket_is_away(tables: Tables):
    game = create_game("quick")

    async def look_around() -> list[bool]:
        table = await tables.open(game.pk)
        presence.arrive(SEATS, f"{game.pk}:0")
        try:
            await tables.update_presence()
        finally:
            presence.leave(SEATS, f"{game.pk}:0")
        return [table.away.is_away(seat) for seat in (A, B)]

    assert asyncio.run(look_around()) == [False, True]


def test_no_player_is_away_while_presence_is_unknown(
    tables: Tables, settings: Any, monkeypatch: pytest.MonkeyPatch
):
    game = create_game("quick")
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    monkeypatch.setattr("game.runtime.presence.pubsub", PubSub())

    async def look_around() -> list[bool]:
        table = await tables.open(game.pk)
        await tables.update_presence()
        return [table.away.is_away(seat) for seat in (A, B)]

    assert asyncio.run(look_around()) == [False, False]


def test_opening_a_table_deals_a_game_begun_in_another_process(tables: Tables):
    game = create_game()
    asyncio.run(load_dealt_table(game.pk, tables.ledger))
    assert Game.objects.get(pk=game.pk).transcript == "121 auto #0 #1"
