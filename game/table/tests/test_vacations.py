"""No flag of a player on vacation falls, in whichever process and whatever else happens."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from random import Random
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from common import clock
from common.refusal import Refusal
from cribbage_site.tests.repetitions import repetitions
from game.engine.state import Seat
from game.engine.view import seats_to_move
from game.models import Game, Heartbeat, Player, Vacation, VacationRest
from game.runtime.due import DueConditions
from game.table.clocks import vacations
from game.table.clocks.time_control import DAY, GRACE, NEW_DEAL_PAUSE, SECOND
from game.table.record.heartbeat import beat
from game.table.record.ledger import Ledger, load_row
from game.table.tables import Tables, load_overdue_games
from people.settings.vacations import days_by_year, end_vacation, load_plan, take_vacation
from tests.worlds.accounts import create_account
from tests.worlds.tables import A, B, create_game, load_dealt_table, load_table, plain_move, update_row

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = DAY // 24


@pytest.fixture
def ann() -> Player:
    return create_account("Ann")


@pytest.fixture
def passed(later: Callable[..., None]) -> Callable[..., None]:
    """Let time pass while the service is up."""

    def pass_time(**by: float) -> None:
        later(**by)
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.milliseconds()})

    pass_time()
    return pass_time


def in_the_play(ledger: Ledger, ann: Player, clock_kind: str = "relaxed", awaited: Seat = A) -> Game:
    """Return a game of Ann's, in seat A, that waits for a card of this seat."""
    game = create_game(clock_kind, players=(ann, create_account(f"Bob{Game.objects.count()}")))
    bring_to(ledger, game, (awaited,))
    return Game.objects.get(pk=game.pk)


def bring_to(ledger: Ledger, game: Game, awaited: tuple[Seat, ...]) -> None:
    async def move() -> None:
        table = await load_dealt_table(game.pk, ledger)
        while seats_to_move(table.state) != awaited or not any(table.state.throws):
            seat = seats_to_move(table.state)[0]
            await table.act(seat, table.ply, plain_move(table.state, seat))

    asyncio.run(move())


def deadline(game: Game) -> int:
    game.refresh_from_db()
    assert game.deadline is not None
    return game.deadline


def left(game: Game) -> int:
    return deadline(game) - clock.milliseconds()


def call_flags(ledger: Ledger) -> None:
    """Run the job that every process runs once a second."""
    tables = Tables()
    tables.ledger = ledger
    asyncio.run(tables.call_overdue_flags())


def rest() -> None:
    asyncio.run(vacations.rest_all_games())


def is_rest_due() -> bool:
    return asyncio.run(DueConditions([vacations.UNRESTED]).is_met(vacations.UNRESTED))


def is_over(game: Game) -> bool:
    game.refresh_from_db()
    return game.finished_at is not None


def about(milliseconds: int) -> Any:
    return pytest.approx(milliseconds, abs=10 * SECOND)


class TestTheClockRests:
    @pytest.mark.rows
    def test_on_the_players_turn_the_deadline_moves_by_the_whole_vacation(self, ledger, ann):
        game = in_the_play(ledger, ann)
        before = deadline(game)
        take_vacation(ann, 3)
        assert deadline(game) == before + 3 * DAY
        assert not is_rest_due()

    def test_on_the_opponents_turn_the_deadline_does_not_move(self, ledger, ann):
        game = in_the_play(ledger, ann, awaited=B)
        before = deadline(game)
        take_vacation(ann, 3)
        assert deadline(game) == before

    def test_a_turn_that_comes_meanwhile_begins_when_the_vacation_is_over(self, ledger, ann, passed):
        game = in_the_play(ledger, ann, awaited=B)
        vacation = take_vacation(ann, 3)
        passed(hours=10)
        bring_to(ledger, game, (A,))
        assert is_rest_due()
        rest()
        assert deadline(game) == about(vacation.ends_at + DAY)
        assert not is_rest_due()

    @pytest.mark.parametrize("kind", ["quick", "standard"])
    def test_other_clocks_run_on(self, ledger, ann, kind):
        game = in_the_play(ledger, ann, kind)
        before = deadline(game)
        take_vacation(ann, 3)
        rest()
        assert deadline(game) == before

    def test_a_vacation_to_come_moves_nothing_before_it_begins(self, ledger, ann, passed):
        game = in_the_play(ledger, ann)
        tomorrow = clock.now().date() + timedelta(days=1)
        vacation = take_vacation(ann, 2, tomorrow)
        assert not is_rest_due()
        before = deadline(game)
        passed(milliseconds=vacation.begins_at - clock.milliseconds() + SECOND)
        assert is_rest_due()
        rest()
        assert deadline(game) == before + 2 * DAY

    def test_a_shared_discard_turn_is_extended_once_although_the_opponent_discards(self, ledger, ann):
        game = create_game("relaxed", players=(ann, create_account("Bob")))
        asyncio.run(load_dealt_table(game.pk, ledger))
        before = deadline(game)
        take_vacation(ann, 3)
        moved = deadline(game)
        assert moved == pytest.approx(before + 3 * DAY, abs=NEW_DEAL_PAUSE)

        async def opponent_throws() -> None:
            table = await load_table(game.pk, ledger)
            await table.act(B, table.ply, plain_move(table.state, B))

        asyncio.run(opponent_throws())
        rest()
        assert deadline(game) == moved
        assert not is_rest_due()

    def test_the_time_to_begin_rests_too(self, ledger, ann, passed):
        game = create_game("relaxed", players=(ann, create_account("Bob")), begun=False)
        take_vacation(ann, 3)
        passed(hours=30)
        call_flags(ledger)
        assert not is_over(game)
        update_row(game.pk, commitment_a="0" * 64, commitment_b="1" * 64, deadline=clock.milliseconds() + DAY)
        passed(hours=30)
        call_flags(ledger)
        assert not is_over(game), "the second commitment gave both their time anew"

    def test_a_clock_set_back_keeps_the_extension(self, ledger, ann, passed, later):
        game = in_the_play(ledger, ann)
        vacation = take_vacation(ann, 5)
        passed(hours=10)
        beat()
        later(seconds=-60)
        beat()
        rest()
        assert deadline(game) > vacation.ends_at


@pytest.mark.rows
class TestNoFlagFalls:
    @pytest.mark.slow
    @pytest.mark.parametrize("job", [True, False])
    def test_no_flag_in_any_hour_of_the_vacation_and_the_old_time_remains_after_it(
        self, ledger, ann, passed, job
    ):
        game = in_the_play(ledger, ann)
        passed(hours=20)
        take_vacation(ann, 3)
        for _ in range(3 * 24 + 3):
            if job:
                rest()
            call_flags(ledger)
            assert not is_over(game)
            passed(hours=1)
        passed(hours=1, minutes=1)
        call_flags(ledger)
        assert is_over(game)
        assert game.ended == "flag"

    @pytest.mark.parametrize("to_come", [True, False])
    def test_no_flag_if_the_vacation_began_a_second_ago_unnoticed(self, ledger, ann, passed, to_come):
        game = in_the_play(ledger, ann)
        passed(hours=23, minutes=59, seconds=58)
        if to_come:
            VacationRest.objects.all().delete()
            now = clock.milliseconds()
            Vacation.objects.create(player=ann, begins_at=now, ends_at=now + DAY)
        else:
            take_vacation(ann, 1)
        passed(seconds=5)
        assert not to_come or load_overdue_games() == [game.pk]
        call_flags(ledger)
        assert not is_over(game)
        assert left(game) > DAY - HOUR

    def test_no_flag_at_a_table_unaware_of_the_vacation(self, ledger, ann, passed):
        game = in_the_play(ledger, ann)

        async def come_late() -> Any:
            table = await load_table(game.pk, ledger)
            await asyncio.to_thread(elsewhere, lambda: take_vacation(ann, 2))
            await asyncio.to_thread(elsewhere, lambda: passed(hours=30))
            await table.call_time()
            return await table.act(A, table.ply, plain_move(table.state, A)), table

        answer, table = asyncio.run(come_late())
        assert not table.state.is_over
        assert answer.ply == table.ply, "one who plays on vacation may"

    def test_a_vacation_after_the_deadline_does_not_help(self, ledger, ann, passed):
        game = in_the_play(ledger, ann)
        passed(hours=24, seconds=2)
        with pytest.raises(Refusal) as refused:
            take_vacation(ann, 3)
        assert refused.value.code == "too_late"
        call_flags(ledger)
        assert is_over(game)
        take_vacation(ann, 3)


def elsewhere(work: Callable[[], Any]) -> Any:
    """Run work as another process does, on its own connection."""
    try:
        return work()
    finally:
        connections.close_all()


class TestEndedEarly:
    @pytest.mark.rows
    def test_the_unused_time_is_taken_back(self, ledger, ann, passed):
        game = in_the_play(ledger, ann)
        before, began = deadline(game), clock.milliseconds()
        vacation = take_vacation(ann, 10)
        passed(hours=30)
        ended = end_vacation(ann, vacation.pk)
        assert deadline(game) == before + ended.ends_at - vacation.begins_at
        assert ended.ends_at - began == about(30 * HOUR)
        assert load_plan(ann).left[0].days == 12

    def test_a_turn_that_has_passed_since_gives_nothing_back(self, ledger, ann, passed):
        game = in_the_play(ledger, ann)
        vacation = take_vacation(ann, 10)
        bring_to(ledger, game, (B,))
        passed(hours=2)
        before = deadline(game)
        end_vacation(ann, vacation.pk)
        assert deadline(game) == before

    def test_a_turn_that_no_process_had_seen_yet_is_whole(self, ledger, ann, passed):
        game = in_the_play(ledger, ann, awaited=B)
        vacation = take_vacation(ann, 10)
        bring_to(ledger, game, (A,))
        passed(hours=20)
        end_vacation(ann, vacation.pk)
        assert left(game) == about(DAY + GRACE)

    def test_a_future_vacation_is_cancelled_completely(self, ann):
        vacation = take_vacation(ann, 10, clock.now().date() + timedelta(days=5))
        end_vacation(ann, vacation.pk)
        assert load_plan(ann).taken == []
        assert take_vacation(ann, 14)

    @pytest.mark.rows
    def test_a_vacation_is_ended_once_and_only_by_its_player(self, ann):
        vacation = take_vacation(ann, 10)
        with pytest.raises(Refusal):
            end_vacation(create_account("Bob"), vacation.pk)
        end_vacation(ann, vacation.pk)
        with pytest.raises(Refusal):
            end_vacation(ann, vacation.pk)


def ms(*day: int) -> int:
    return int(datetime(*day, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type, misc]


class TestFourteenDaysAYear:
    def test_a_day_counts_in_the_year_in_which_it_begins(self):
        across = Vacation(begins_at=ms(2031, 12, 30, 18), ends_at=ms(2032, 1, 3, 18))
        assert days_by_year([across]) == {2031: 2, 2032: 2}

    def test_a_day_that_has_begun_counts_whole(self):
        short = Vacation(begins_at=ms(2031, 5, 1), ends_at=ms(2031, 5, 2) + 1)
        nothing = Vacation(begins_at=ms(2031, 5, 1), ends_at=ms(2031, 5, 1))
        assert (days_by_year([short]), days_by_year([nothing])) == ({2031: 2}, {2031: 1})

    def test_the_yearly_limit_holds_for_any_split(self, ann, passed):
        taken = 0
        while taken < 14:
            vacation = take_vacation(ann, 1)
            passed(seconds=1)
            end_vacation(ann, vacation.pk)
            taken += 1
        with pytest.raises(Refusal) as refused:
            take_vacation(ann, 1)
        assert refused.value.code == "too_many"

    @pytest.mark.parametrize("days", [0, 15, 99])
    def test_at_most_fourteen_and_at_least_one(self, ann, days):
        with pytest.raises(Refusal):
            take_vacation(ann, days, clock.now().date() + timedelta(days=1))

    @pytest.mark.rows
    def test_no_day_twice(self, ann):
        take_vacation(ann, 3)
        with pytest.raises(Refusal):
            take_vacation(ann, 1)
        with pytest.raises(Refusal):
            take_vacation(ann, 1, clock.now().date() + timedelta(days=1))
        assert take_vacation(ann, 1, clock.now().date() + timedelta(days=5))

    @pytest.mark.parametrize("ahead", [-1, 0, 400])
    def test_from_a_day_to_come_within_a_year(self, ann, ahead):
        with pytest.raises(Refusal):
            take_vacation(ann, 1, clock.now().date() + timedelta(days=ahead))


@pytest.mark.slow
@pytest.mark.rows
@pytest.mark.parametrize("seed", range(6))
def test_a_flag_falls_when_a_day_has_passed_in_which_ann_was_not_on_vacation(ledger, ann, passed, seed):
    """For events in any order, compared with a clock that adds up hour by hour."""
    chance = Random(seed)
    game, ran = in_the_play(ledger, ann), 0.0
    on_vacation: Vacation | None = None
    for _ in range(150):
        now = clock.milliseconds()
        if on_vacation is not None and on_vacation.ends_at <= now:
            on_vacation = None
        match chance.random():
            case luck if luck < 0.08 and on_vacation is None:
                try:
                    on_vacation = take_vacation(ann, chance.randint(1, 3))
                except Refusal:
                    on_vacation = None
            case luck if luck < 0.12 and on_vacation is not None:
                end_vacation(ann, on_vacation.pk)
                on_vacation = None
            case luck if luck < 0.16:
                bring_to(ledger, game, (B,))
                bring_to(ledger, game, (A,))
                ran = 0.0
                if chance.random() < 0.5:
                    rest()
        now = clock.milliseconds()
        rested = max(0, min(on_vacation.ends_at - now, HOUR)) if on_vacation else 0
        passed(hours=1)
        ran += (HOUR - rested) / HOUR
        call_flags(ledger)
        if ran < 23.9:
            assert not is_over(game)
        elif ran > 24.1:
            assert is_over(game)
            return


@pytest.mark.slow
@pytest.mark.rows
def test_a_flag_and_a_vacation_in_the_same_moment_are_one_after_the_other(ledger, ann, monkeypatch):
    """The first process at the row decides: either the game is lost before the vacation, or it rests."""
    monkeypatch.setattr("game.table.tables.beat", lambda: 0)  # it moves deadlines if the machine stalls
    fallen = 0
    runs = repetitions(60, one_in=5)
    for number in range(runs):
        game = in_the_play(ledger, ann)
        Vacation.objects.all().delete()
        due = clock.milliseconds() + 30 + number % 5
        update_row(game.pk, deadline=due)
        barrier = Barrier(2)

        def flag(barrier: Barrier = barrier, due: int = due) -> None:
            barrier.wait()
            while clock.milliseconds() <= due:
                pass
            call_flags(ledger)

        def leave(barrier: Barrier = barrier, due: int = due, early: int = number % 7 - 3) -> Vacation | None:
            barrier.wait()
            while clock.milliseconds() <= due + early:
                pass
            try:
                return take_vacation(ann, 1)
            except Refusal:
                return None

        with ThreadPoolExecutor(2) as threads:
            called, taken = threads.submit(elsewhere, flag), threads.submit(elsewhere, leave)
            called.result()
            vacation = taken.result()
        fallen += is_over(game)
        if is_over(game) and vacation is not None:
            assert game.finished_at is not None
            assert vacation.begins_at > due
            assert game.finished_at.timestamp() * 1000 <= vacation.begins_at + 1
        elif not is_over(game) and vacation is not None:
            assert vacation.begins_at <= due
            assert deadline(game) == due + DAY
        if not is_over(game):
            update_row(game.pk, finished_at=clock.now())
    assert fallen > 0


@pytest.mark.rows
def test_two_processes_move_a_deadline_once(ledger, ann, passed):
    for number in range(repetitions(20, one_in=4)):
        game = in_the_play(ledger, ann, awaited=B)
        vacation = take_vacation(ann, 1)
        bring_to(ledger, game, (A,))
        natural, barrier = deadline(game), Barrier(3)

        def look(barrier: Barrier = barrier) -> None:
            barrier.wait()
            rest()

        with ThreadPoolExecutor(3) as threads:
            for each in [threads.submit(elsewhere, look) for _ in range(3)]:
                each.result()
        assert natural < deadline(game) <= natural + DAY, number
        assert deadline(game) == about(vacation.ends_at + DAY)
        Vacation.objects.all().delete()
        update_row(game.pk, finished_at=clock.now())


def test_both_players_see_the_end_and_the_time_left(ledger, ann, passed):
    game = in_the_play(ledger, ann)
    passed(hours=5)
    vacation = take_vacation(ann, 2)

    async def look() -> Any:
        table = await load_table(game.pk, ledger)
        return table.broadcaster._clocks_json(table.state, table.banks)

    for _ in range(2):
        clocks = asyncio.run(look())
        assert clocks.away_until == (vacation.ends_at, None)
        assert clocks.left[A] == about(19 * HOUR)
        assert clocks.starts_in_ms == about(vacation.ends_at - clock.milliseconds())
        passed(hours=20)
    end_vacation(ann, vacation.pk)
    clocks = asyncio.run(look())
    assert clocks.away_until == (None, None)
    assert clocks.left[A] == about(19 * HOUR)
    assert load_row(game.pk).vacations == (None, None)
