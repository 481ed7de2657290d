"""An outage of the service costs no player time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from threading import Barrier
from time import monotonic

import pytest
from django.db import OperationalError, connection, connections

from common import clock
from common.database import time as database_time
from common.database.thread import on_the_database_thread
from game.accounts.guests import create_guest
from game.engine.state import Phase, Rules
from game.models import Game, Heartbeat
from game.table.clocks.time_control import DAY, MINUTE, SECOND, START_TIMEOUTS, max_time_ahead
from game.table.forced_endings import load_live_row_async
from game.table.record import entries
from game.table.record.entries import Entry, write_entries
from game.table.record.heartbeat import BEAT_INTERVAL, MIN_OUTAGE, beat, database_was_gone
from game.table.record.ledger import Ledger
from game.table.tables import Tables
from tests.worlds.bot_games import open_bot_game
from tests.worlds.tables import both_throw, create_game, load_dealt_table, plain_move, update_row

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def down(later: Callable[..., None]) -> Callable[[int], None]:
    """Simulate an outage of so many milliseconds."""

    def pass_unheard(milliseconds: int) -> None:
        beat()
        later(milliseconds=milliseconds)

    return pass_unheard


def deadline(game: Game) -> int | None:
    game.refresh_from_db()
    return game.deadline


def test_after_a_gap_deadlines_have_moved_by_it(down):
    game = create_game("quick")
    before = deadline(game)
    down(5 * MINUTE)
    gap = beat()
    assert 5 * MINUTE <= gap < 5 * MINUTE + 5 * SECOND
    assert deadline(game) == before + gap


def test_a_gap_is_found_once(down):
    game = create_game("quick")
    down(5 * MINUTE)
    beat()
    moved = deadline(game)
    assert beat() == 0
    assert deadline(game) == moved


def test_no_deadline_moves_while_the_heart_beats(later):
    game = create_game("quick")
    before = deadline(game)
    for _ in range(20):
        beat()
        later(milliseconds=BEAT_INTERVAL)
    assert deadline(game) == before


def test_a_beat_that_is_a_little_late_is_no_gap(down):
    game = create_game("quick")
    before = deadline(game)
    down(MIN_OUTAGE - SECOND // 2)
    assert beat() == 0
    assert deadline(game) == before


def test_after_the_database_was_gone_a_pause_of_any_length_is_a_gap(down):
    game = create_game("quick")
    before = deadline(game)
    down(MIN_OUTAGE - SECOND)
    database_was_gone.set()
    gap = beat()
    assert 0 < gap < MIN_OUTAGE
    assert deadline(game) == before + gap


def test_a_database_that_returns_causes_no_second_gap(down):
    database_was_gone.set()
    down(MIN_OUTAGE - SECOND)
    beat()
    assert not database_was_gone.is_set()


def test_the_first_beat_of_all_finds_no_gap():
    game = create_game("quick")
    before = deadline(game)
    assert beat() == 0
    assert deadline(game) == before


def test_games_against_bots_have_no_deadline_to_move(down):
    game = open_bot_game(create_guest(), "novice", Rules())
    down(5 * MINUTE)
    beat()
    assert deadline(game) is None


def test_games_that_are_over_are_left_alone(down):
    game = create_game("quick")
    update_row(game.pk, finished_at=clock.now(), deadline=1234)
    down(5 * MINUTE)
    beat()
    assert deadline(game) == 1234


def test_an_outage_also_extends_the_time_to_begin(down):
    game = create_game("quick", begun=False)
    before = deadline(game)
    down(START_TIMEOUTS["quick"] + MINUTE)
    assert deadline(game) == before
    beat()
    assert deadline(game) > clock.milliseconds()


def test_only_one_of_two_returning_processes_moves_the_deadlines(down):
    games = [create_game("quick") for _ in range(5)]
    for _ in range(5):
        before = [deadline(game) for game in games]
        down(MINUTE)
        start = Barrier(2)

        def beat_at_once(_: int, start: Barrier = start) -> int:
            try:
                start.wait()
                return beat()
            finally:
                connections.close_all()

        with ThreadPoolExecutor(2) as threads:
            none, gap = sorted(threads.map(beat_at_once, range(2)))
        assert none == 0 < gap
        assert [deadline(game) for game in games] == [one + gap for one in before]


def test_no_flag_falls_after_a_gap(down, ledger: Ledger):
    game = create_game("quick")
    write_deals(game)
    down(20 * MINUTE)

    async def fall() -> Phase:
        tables = Tables()
        tables.ledger = ledger
        table = await tables.open(game.pk)
        await tables.call_overdue_flags()
        return table.state.phase

    assert asyncio.run(fall()) is Phase.THROW


def test_a_table_in_memory_takes_over_the_deadline_that_has_moved(down, ledger: Ledger):
    game = create_game("quick")
    write_deals(game)

    async def look() -> tuple[int | None, int]:
        tables = Tables()
        tables.ledger = ledger
        table = await tables.open(game.pk)
        down_and_up = await asyncio.to_thread(beat_after_a_gap, down)
        await tables.catch_up_all()
        return table.deadline, down_and_up

    before = deadline(game)
    after, gap = asyncio.run(look())
    assert after == before + gap


def beat_after_a_gap(down: Callable[[int], None]) -> int:
    try:
        down(20 * MINUTE)
        return beat()
    finally:
        connections.close_all()


def write_deals(game: Game) -> None:
    write_entries(
        [Entry(game_id=game.pk, ply=0, tokens=("#0", "#1"), deadline=clock.milliseconds() + 2 * MINUTE)]
    )


def test_the_heartbeat_is_one_row():
    beat()
    beat()
    assert Heartbeat.objects.count() == 1


class TestTheClockWasSetBack:
    """A clock that was set back went unnoticed, and the next step forward ended games by flag."""

    @pytest.fixture
    def set_back(self, later: Callable[..., None]) -> Callable[[int], None]:
        def step(milliseconds: int) -> None:
            beat()
            later(milliseconds=-milliseconds)

        return step

    @pytest.mark.parametrize("step", [MINUTE, 60 * MINUTE])
    def test_the_next_step_forward_is_a_gap_and_no_flag_falls(self, set_back, later, ledger: Ledger, step):
        game = create_game("quick")
        set_back(step)
        beat()
        write_deals(game)  # a move by the new clock
        had = deadline(game) - clock.milliseconds()
        later(milliseconds=step)
        assert beat() >= step - SECOND
        assert abs(deadline(game) - clock.milliseconds() - had) < 5 * SECOND

    def test_the_step_back_is_logged_once_with_its_length(self, set_back, caplog: pytest.LogCaptureFixture):
        set_back(10 * MINUTE)
        assert [beat() for _ in range(3)] == [0, 0, 0]
        (told,) = [line for line in caplog.messages if "went back" in line]
        assert 599 <= float(told.split("by ")[1].split(" s")[0]) <= 600

    def test_only_one_of_two_processes_logs_it(self, set_back, caplog: pytest.LogCaptureFixture):
        set_back(MINUTE)
        start = Barrier(2)

        def beat_at_once(_: int) -> int:
            try:
                start.wait()
                return beat()
            finally:
                connections.close_all()

        with ThreadPoolExecutor(2) as threads:
            assert list(threads.map(beat_at_once, range(2))) == [0, 0]
        assert len([line for line in caplog.messages if "went back" in line]) == 1

    def test_no_deadline_is_later_than_a_clock_allows(self, set_back):
        """If the clock was days ahead, an absent player could make the opponent wait that long."""
        game = create_game("quick")
        set_back(3 * DAY)
        assert deadline(game) - clock.milliseconds() > 3 * DAY
        beat()
        assert deadline(game) - clock.milliseconds() == pytest.approx(max_time_ahead("quick"), abs=5 * SECOND)

    @pytest.mark.parametrize("kind", ["quick", "standard", "relaxed"])
    def test_no_player_has_less_time_than_before(self, later, kind: str):
        """This includes a player who moved between the step and the beat that notices it."""
        game = create_game(kind)
        beat()
        had = deadline(game) - clock.milliseconds()
        later(milliseconds=-5 * MINUTE)
        moved = create_game(kind)
        has = deadline(moved)
        beat()
        assert deadline(game) - clock.milliseconds() >= had - SECOND
        assert deadline(moved) == has

    def test_a_game_that_was_committed_ahead_is_still_awaited_for_a_week(self, set_back):
        game = create_game("quick", begun=False)
        in_a_week = clock.milliseconds() + 7 * DAY
        update_row(game.pk, committed_ahead=True, deadline=in_a_week)
        set_back(MINUTE)
        beat()
        assert deadline(game) == in_a_week

    def test_a_step_shorter_than_an_outage_changes_nothing(self, set_back, caplog: pytest.LogCaptureFixture):
        set_back(MIN_OUTAGE - SECOND)
        assert beat() == 0
        assert not [line for line in caplog.messages if "went back" in line]


class TestTheDatabaseWasGone:
    """Regression: PostgreSQL stopped for three seconds during clocked games, and flags fell."""

    def test_a_failed_write_marks_the_database_as_gone(self, monkeypatch: pytest.MonkeyPatch):
        def gone(*_: object) -> None:
            raise OperationalError("server closed the connection unexpectedly")

        monkeypatch.setattr(entries, "_write_transaction", gone)
        (outcome,) = write_entries([Entry(game_id="any", ply=0, tokens=("#0",))])
        assert isinstance(outcome, OperationalError)
        assert database_was_gone.is_set()

    def test_a_move_is_not_charged_for_time_by_which_its_deadline_has_moved(self, later, ledger: Ledger):
        """The table in memory does not know the new deadline. Its move must not overwrite it."""
        game = create_game("quick")

        async def move() -> str:
            table = await load_dealt_table(game.pk, ledger)
            await both_throw(table)
            assert table.deadline is not None
            await on_the_database_thread(update_row)(game.pk, deadline=table.deadline + 60 * SECOND)
            later(seconds=60)
            seat = table.state.turn
            assert seat is not None
            await table.act(seat, table.ply, plain_move(table.state, seat))
            return (await load_live_row_async(game.pk)).transcript.split()[-1]

        assert "/" not in asyncio.run(move())


@pytest.fixture
def set_wrong(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Act as a new process on a machine whose clock is ahead by so many seconds."""
    right = clock.time

    def step(milliseconds: int) -> None:
        monkeypatch.setattr(database_time, "_synchronized_at", -inf)
        monkeypatch.setattr(clock, "_monotonic_offset", None)
        monkeypatch.setattr(clock, "time", lambda: right() + milliseconds / 1000)

    return step


class TestClocksApart:
    """Regression: a process whose clock was a minute ahead charged a move that minute, and flags fell."""

    @pytest.mark.parametrize("ahead", [MINUTE, -MINUTE])
    def test_processes_on_postgresql_go_by_its_time(self, set_wrong, ahead: int):
        right = clock.milliseconds()
        set_wrong(ahead)
        beat()
        is_shared = connection.vendor == "postgresql"
        assert abs(clock.milliseconds() - right - (0 if is_shared else ahead)) < MINUTE // 2

    @pytest.mark.parametrize("ahead", [MINUTE, -MINUTE])
    def test_the_time_is_known_with_the_first_connection(self, set_wrong, ahead: int):
        right = clock.milliseconds()
        connection.close()
        set_wrong(ahead)
        connection.connect()
        is_shared = connection.vendor == "postgresql"
        assert abs(clock.milliseconds() - right - (0 if is_shared else ahead)) < MINUTE // 2

    def test_a_recently_synchronized_process_does_not_ask_on_every_connection(self, monkeypatch):
        asked: list[object] = []
        monkeypatch.setattr(database_time, "_synchronized_at", monotonic())
        monkeypatch.setattr(database_time, "synchronize_clock", asked.append)
        connection.close()
        connection.connect()
        assert not asked

    @pytest.mark.parametrize("ahead", [MINUTE, -MINUTE])
    def test_a_clock_of_another_machine_is_no_gap(self, set_wrong, ahead: int):
        game = create_game("quick")
        beat()
        before = deadline(game)
        set_wrong(ahead)
        found = beat()
        if connection.vendor == "postgresql" or ahead < 0:
            assert (found, deadline(game)) == (0, before)
        else:  # one machine: setting its clock moves the deadlines too
            assert deadline(game) == before + found > before

    def test_a_gap_is_one_though_the_clock_is_wrong(self, down, set_wrong):
        game = create_game("quick")
        before = deadline(game)
        down(5 * MINUTE)
        set_wrong(2 * MINUTE)
        expected = (5 if connection.vendor == "postgresql" else 7) * MINUTE
        gap = beat()
        assert expected <= gap < expected + MINUTE
        assert deadline(game) == before + gap
