"""The process that runs the site's jobs plays on a running evening of sample players."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Sum

from common import clock
from common.months import month_of
from game.bots.registry import choose
from game.engine.state import Seat
from game.engine.tally import Sheet
from game.engine.transcript import parse_transcript
from game.engine.view import seats_to_move, view
from game.models import Game, Player
from game.runtime.presence import presence
from game.table.record.ending import Result
from game.table.record.game_over import write_results
from game.table.record.ledger import Ledger
from game.table.record.steps import Step
from game.table.tables import SEATS
from hosting.demo.tests.test_demo import demo, replayed
from hosting.evenings import club as sample_club
from hosting.evenings import live
from programs.dumps.games import games_of_month
from ranking.models import Change, Standing
from rng import entropy
from rng.commitment import seat_commitment
from rng.models import Deal
from rng.twister import Twister
from study.strength.models import WeighedGame
from tests.worlds.people import host
from tests.worlds.tables import update_row
from tournaments.events.manage import entering
from tournaments.events.models import Entry, Event, Pairing, Seating
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
    assert not Deal.objects.exists()  # as of other sample games


@pytest.fixture
def visit(evening: Event) -> tuple[Game, Seat]:
    """The table that a host, who has entered the evening, gets with a sample player; and the host's seat."""
    visitor = host()
    entering.join(event_id=evening.pk, player=visitor)
    Entry.objects.filter(event=evening).update(free_since=clock.now() - timedelta(minutes=5))
    open_tables(evening)
    game = Seating.objects.get(entry__player=visitor).pairing.game
    return game, game.seat_of(visitor)


def test_a_host_plays_a_sample_player_to_the_end(evening: Event, visit: tuple[Game, Seat]):
    """The sample player reveals only after the host has committed, and the host makes their own moves."""
    game, own = visit
    secret = entropy.secret()

    async def play() -> None:
        await live.play_sample_tables()
        table, seats = live._kept[game.pk]
        row = table.commitments.fairness.row
        assert seats == (own.other,)
        assert (row.commitments[own], row.secrets) == ("", ("", ""))
        assert row.commitments[own.other] != ""
        await table.commit(own, seat_commitment(game.pk, own, secret).hex())
        await live.play_sample_tables()
        assert table.commitments.fairness.row.secrets[own] == ""
        await table.reveal(own, secret.hex())
        chance = Twister(5)
        while not table.state.is_over:
            await live.play_sample_tables()
            if own in seats_to_move(table.state):
                move = choose("novice", view(table.state, own), (), chance)
                await table.act(own, table.ply, move)

    asyncio.run(play())
    game.refresh_from_db()
    assert (game.ended, game.rated) == ("played", False)
    assert [step.token for step in steps_of(game)] == list(parse_transcript(game.transcript)[1])
    assert list(find_differences(evening)) == []
    assert entry_of_host().played == 1
    assert not Deal.objects.exists()


def test_nothing_of_the_site_counts_a_hosts_visit(evening: Event, visit: tuple[Game, Seat]):
    game, _ = visit
    before = Change.objects.count(), WeighedGame.objects.count()
    with transaction.atomic():
        update_row(game.pk, commitment_a="c", commitment_b="c", score_a=121, score_b=90)
        write_results({game.pk: Result(Seat.A, 1, "played", (Sheet(), Sheet()), 9)})
    assert entry_of_host().played == 1
    assert (Change.objects.count(), WeighedGame.objects.count()) == before
    assert not Standing.objects.filter(player=entry_of_host().player).exists()
    month = month_of(clock.now().date())
    for of_samples in (True, False):
        assert not games_of_month(month, of_samples=of_samples).filter(pk=game.pk).exists()
    demo(remove=True)
    assert list(Player.objects.filter(brain="")) == [Player.objects.get(username="Hostess")]
    assert not Game.objects.exists()
    assert not Entry.objects.exists()


def entry_of_host() -> Entry:
    return Entry.objects.get(player__username="Hostess")


def steps_of(game: Game) -> list[Step]:
    """Return the steps of a game, replayed from its record."""
    return next(steps for found, steps, _ in replayed() if found.pk == game.pk)


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
    Player.objects.filter(pk=pairing.game.seat_b_id).update(is_sample=False, is_staff=False)
    asyncio.run(live.play_sample_tables())
    pairing.game.refresh_from_db()
    assert (pairing.game.commitment_a, pairing.game.commitment_b) == ("", "")
    assert not presence.local(SEATS) & {f"{pairing.game_id}:0", f"{pairing.game_id}:1"}
