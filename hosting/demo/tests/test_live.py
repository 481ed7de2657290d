"""The process that runs the site's jobs plays on a running evening of sample players."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.models import Sum

from common import clock
from game.models import Game, Player
from game.runtime.presence import presence
from game.table.record.ledger import Ledger
from game.table.tables import SEATS
from hosting.demo.tests.test_demo import demo
from hosting.evenings import club as sample_club
from hosting.evenings import live
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.run import flow
from tournaments.events.run.audit import find_differences

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def evening(ledger: Ledger, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Event]:
    """An evening that runs only in this process, whose players move at once."""
    settings.REDIS_URL = ""
    monkeypatch.setattr(live.tables, "ledger", ledger)
    monkeypatch.setattr(live, "MEAN_SECONDS_A_MOVE", live.INTERVAL_SECONDS / 2)
    monkeypatch.setattr(sample_club, "NIGHT_GAMES", 5)
    demo(players=5, games=5, evenings=1)  # one of them is banned
    yield Event.objects.get(state=Event.State.RUNNING)
    for table in live._kept.values():
        live._leave(table)
    live._kept.clear()


def games_played() -> int:
    return Entry.objects.filter(event__state=Event.State.RUNNING).aggregate(n=Sum("played"))["n"]


def open_tables(evening: Event) -> int:
    """Pair the free players. Return the number of tables that this opens."""
    asyncio.run(flow.run_due_events())
    tables = Pairing.objects.filter(event=evening, ending="").count()
    assert tables > 0
    return tables


def is_due() -> bool:
    now = connection.ops.adapt_datetimefield_value(clock.now())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT EXISTS ({live.RUNS})", {"now": now})
        return bool(cursor.fetchone()[0])


@pytest.mark.rows
def test_its_tables_finish_and_the_standings_change(evening: Event):
    before, tables = games_played(), open_tables(evening)
    assert is_due()

    async def play() -> None:
        await live.play_sample_tables()
        assert len(presence.local(SEATS)) == 2 * tables
        while await asyncio.to_thread(live._load_live_games):
            await live.play_sample_tables()
        await live.play_sample_tables()

    asyncio.run(play())
    assert games_played() == before + 2 * tables
    assert set(Pairing.objects.values_list("ending", flat=True)) == {"played"}
    assert list(find_differences(evening)) == []
    assert not presence.local(SEATS)


def test_seats_survive_without_another_job_that_renews_their_leases(
    evening: Event, monkeypatch: pytest.MonkeyPatch
):
    """Regression test: with CHORES=own, `manage.py sweep` let these seats' leases run out after 15 s."""
    tables, renewed = open_tables(evening), []

    async def renew_leases() -> None:
        renewed.append(len(presence.local(SEATS)))

    monkeypatch.setattr(presence, "renew_leases", renew_leases)
    asyncio.run(live.play_sample_tables())
    assert renewed == [2 * tables]


def test_tables_removed_meanwhile_are_released(evening: Event):
    open_tables(evening)

    async def play() -> None:
        await live.play_sample_tables()
        await asyncio.to_thread(demo, remove=True)
        await live.play_sample_tables()

    asyncio.run(play())
    assert not Game.objects.exists()
    assert not presence.local(SEATS)
    assert not is_due()


def test_games_of_real_players_are_left_alone(evening: Event):
    open_tables(evening)
    pairing = Pairing.objects.filter(ending="").select_related("game")[0]
    Player.objects.filter(pk=pairing.game.seat_b_id).update(is_sample=False)
    asyncio.run(live.play_sample_tables())
    pairing.game.refresh_from_db()
    assert (pairing.game.commitment_a, pairing.game.commitment_b) == ("", "")
    assert not presence.local(SEATS) & {f"{pairing.game_id}:0", f"{pairing.game_id}:1"}
