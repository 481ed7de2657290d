"""A game whose key is missing waits, whatever is tried, and continues once the key is back."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import ANY

import pytest
from django.db import transaction

from common import clock
from common.refusal import Refusal
from game.engine.moves import Resign
from game.engine.state import Phase
from game.models import Game, Secrets
from game.table.forced_endings import forfeit_live_games, void_by_ruling
from game.table.record import ledger as ledgers
from game.table.record import locked_games
from game.table.record.heartbeat import beat
from game.table.record.ledger import Ledger
from game.table.record.sealed_secrets import missing_keys
from game.table.record.steps import Ack, Refused
from game.table.tables import Tables, load_overdue_games
from proof.evidence.audit import find_faults
from rng.models import Unshown
from rng.seal import KeyMissing, derive_key
from tests.worlds.tables import both_throw, create_game, load_dealt_table, load_table, update_row

pytestmark = pytest.mark.django_db(transaction=True)

OURS, ANOTHER = ["the key of this site"], ["a key of somewhere else"]


@pytest.fixture(autouse=True)
def keys(settings: Any) -> Iterator[None]:
    settings.SEALING_KEYS = OURS
    yield
    locked_games._locked_games.clear()
    locked_games._missing_keys.clear()


@pytest.fixture
def tables(ledger: Ledger) -> Tables:
    tables = Tables()
    tables.ledger = ledger
    return tables


def as_it_stands(game: Game) -> dict[str, Any]:
    return {
        **Game.objects.filter(pk=game.pk).values().get(),
        **Secrets.objects.filter(pk=game.pk).values().get(),
    }


@pytest.mark.rows
def test_a_locked_game_never_changes_and_is_logged_once(
    tables: Tables, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    game = create_game("quick")
    update_row(game.pk, deadline=clock.milliseconds() - 1000)
    before = as_it_stands(game)
    settings.SEALING_KEYS = ANOTHER
    with caplog.at_level("WARNING", "game.table"):
        with pytest.raises(KeyMissing):
            asyncio.run(tables.open(game.pk))
        for _ in range(3):
            asyncio.run(tables.call_overdue_flags())
        assert forfeit_live_games(game.seat_a) == []
        with pytest.raises(Refusal, match="its key is missing"), transaction.atomic():
            void_by_ruling(game.pk)
        assert list(find_faults(mend=True, progress=lambda games: None)) == []
    assert as_it_stands(game) == before | {"deadline": ANY}
    assert not Unshown.objects.exists()
    assert [
        game.pk in record.getMessage() for record in caplog.records if record.name == locked_games.__name__
    ] == [True]


def test_it_continues_with_the_same_cards_when_the_key_is_back(ledger: Ledger, settings: Any) -> None:
    game = create_game()
    cards = asyncio.run(load_dealt_table(game.pk, ledger)).state.dealt
    settings.SEALING_KEYS = ANOTHER
    with pytest.raises(KeyMissing):
        asyncio.run(load_table(game.pk, ledger))
    settings.SEALING_KEYS = ["a new key", *OURS]

    async def play() -> None:
        table = await load_dealt_table(game.pk, ledger)
        assert table.state.dealt == cards
        await both_throw(table)
        assert table.state.phase is Phase.PLAY

    asyncio.run(play())


def test_its_clock_is_stopped_while_it_waits(
    tables: Tables, settings: Any, later: Callable[..., None]
) -> None:
    waits, left = create_game("quick"), -1000
    update_row(waits.pk, deadline=clock.milliseconds() + left)
    settings.SEALING_KEYS = ANOTHER
    other = create_game("quick")
    beat()
    deadline = as_it_stands(other)["deadline"]
    locked_games.report_missing_keys()
    for _ in range(100):
        later(seconds=2)
        beat()
    assert abs(as_it_stands(waits)["deadline"] - clock.milliseconds() - left) < 20_000
    assert as_it_stands(other)["deadline"] == deadline, "of the others every clock runs"
    assert load_overdue_games() == [other.pk]


def test_a_table_in_memory_whose_row_was_sealed_with_a_key_that_is_not_here_loses_nothing(
    ledger: Ledger, settings: Any
) -> None:
    game = create_game()

    async def play() -> None:
        table = await load_dealt_table(game.pk, ledger)
        settings.SEALING_KEYS = ANOTHER
        refused = await table.refresh()
        assert isinstance(refused, Refused)
        assert refused.code == "locked"
        settings.SEALING_KEYS = OURS
        assert isinstance(await table.refresh(), Ack)
        await both_throw(table)
        assert await table.act(table.state.turn, table.ply, Resign()) == Ack(table.ply)

    asyncio.run(play())


@pytest.mark.rows
def test_missing_keys_are_those_of_live_games(settings: Any) -> None:
    assert missing_keys() == frozenset()
    over, torn, live = create_game(), create_game(), create_game()
    forfeit_live_games(over.seat_a)
    Secrets.objects.filter(pk=torn.pk).update(sealed="torn")
    settings.SEALING_KEYS = ANOTHER
    assert missing_keys() == {derive_key(OURS[0])[0]}
    Game.objects.filter(pk=live.pk).delete()
    assert missing_keys() == frozenset()


def test_a_row_that_is_gone_is_no_missing_key(ledger: Ledger, settings: Any) -> None:
    game = create_game()
    Secrets.objects.filter(pk=game.pk).delete()
    settings.SEALING_KEYS = ANOTHER
    with pytest.raises(ledgers.SealBroken):
        asyncio.run(load_table(game.pk, ledger))
    assert Unshown.objects.filter(game=game.pk).exists()
