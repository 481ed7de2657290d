"""A table in this process: its answers, its broadcasts, and how it catches up with the row."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connections

from common import clock
from game.accounts.guests import create_guest
from game.engine.moves import Claim, Play, Resign, Throw
from game.engine.state import Counting, Ended, Phase, Rules, Seat
from game.ladder.audit import find_differences
from game.ladder.stakes import load_settlement
from game.models import Game, Heartbeat, Player
from game.table.record import ledger as ledgers
from game.table.record.entries import Entry
from game.table.record.ledger import Ledger
from game.table.record.steps import Ack, Answer, Refused
from game.table.table import Table
from ranking.models import Change
from tests.worlds.bot_games import open_bot_game
from tests.worlds.tables import (
    A,
    B,
    RecordingWatcher,
    both_throw,
    create_game,
    load_dealt_table,
    load_table,
    plain_move,
    secrets_of,
    update_row,
)

Do = Callable[[Table], Awaitable[Any]]


def at_a_table(ledger: Ledger, doing: Do, clock_kind: str = "quick", rules: Rules | None = None) -> Any:
    """Run a function at a table after the first deal."""
    game = create_game(clock_kind, rules)

    async def do() -> Any:
        return await doing(await load_dealt_table(game.pk, ledger))

    return asyncio.run(do())


def code(answer: Answer) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def at_turn(table: Table) -> Seat:
    assert table.state.turn is not None
    return table.state.turn


async def play(table: Table, moves: int) -> None:
    for _ in range(moves):
        seat = at_turn(table)
        assert isinstance(await table.act(seat, table.ply, plain_move(table.state, seat)), Ack)


async def into_the_play(table: Table) -> Seat:
    """Let both seats discard and return the seat to move."""
    await both_throw(table)
    return at_turn(table)


def test_an_acknowledged_move_is_in_the_row(ledger: Ledger):
    async def throw(table: Table) -> Table:
        assert isinstance(await table.act(A, table.ply, Throw(table.state.dealt[A][4:])), Ack)
        return table

    table = at_a_table(ledger, throw)
    assert Game.objects.get(pk=table.id).transcript == "121 auto #0 #1 a56"


def test_the_row_has_when_the_first_flag_falls(ledger: Ledger):
    table = at_a_table(ledger, lambda table: passed(table))
    deadline = Game.objects.get(pk=table.id).deadline
    assert deadline is not None
    assert 130_000 < deadline - clock.milliseconds() <= 131_000


async def passed(value: Any) -> Any:
    return value


def test_another_process_reads_the_same_banks(ledger: Ledger, later: Callable[..., None]):
    async def play_on(table: Table) -> tuple[Table, Table]:
        later(seconds=20)
        await both_throw(table)
        later(seconds=5)
        await play(table, 3)
        return table, await load_table(table.id, ledger)

    here, there = at_a_table(ledger, play_on)
    assert here.banks == there.banks


class TestLate:
    def test_a_move_after_its_time_is_refused_as_late(self, ledger: Ledger, later: Callable[..., None]):
        async def dawdle(table: Table) -> Answer:
            seat = await into_the_play(table)
            later(seconds=140)
            await keep_alive(table)
            return await table.act(seat, table.ply, plain_move(table.state, seat))

        assert code(at_a_table(ledger, dawdle)) == "late"

    def test_a_move_just_in_time_is_accepted(self, ledger: Ledger, later: Callable[..., None]):
        async def dawdle(table: Table) -> Answer:
            seat = await into_the_play(table)
            later(seconds=124)
            await keep_alive(table)
            return await table.act(seat, table.ply, plain_move(table.state, seat))

        assert isinstance(at_a_table(ledger, dawdle), Ack)

    def test_a_move_after_its_flag_was_called_is_refused_as_late_too(
        self, ledger: Ledger, later: Callable[..., None]
    ):
        async def dawdle(table: Table) -> Answer:
            seat = await into_the_play(table)
            ply, move = table.ply, plain_move(table.state, seat)
            later(seconds=140)
            await keep_alive(table)
            await table.call_time()
            return await table.act(seat, ply, move)

        assert code(at_a_table(ledger, dawdle)) == "late"

    def test_the_other_seats_move_after_a_flag_is_refused_because_the_game_is_over(
        self, ledger: Ledger, later: Callable[..., None]
    ):
        async def dawdle(table: Table) -> Answer:
            seat = await into_the_play(table)
            later(seconds=140)
            await keep_alive(table)
            await table.call_time()
            return await table.act(seat.other, table.ply, Resign())

        assert code(at_a_table(ledger, dawdle)) == "illegal"

    def test_a_throw_after_a_void_game_is_refused_as_late(self, ledger: Ledger, later: Callable[..., None]):
        async def dawdle(table: Table) -> Answer:
            ply = table.ply
            later(seconds=140)
            await keep_alive(table)
            await table.call_time()
            return await table.act(A, ply, Throw(table.state.dealt[A][4:]))

        assert code(at_a_table(ledger, dawdle)) == "late"

    def test_a_resend_is_acknowledged_where_another_process_has_moved_on_and_the_old_deadline_is_past(
        self, ledger: Ledger, later: Callable[..., None]
    ):
        # Regression: the row was read again, but the move was judged by the old state.
        async def resend_here_what_was_said_there(here: Table) -> Answer:
            seat = await into_the_play(here)
            there = await load_table(here.id, ledger)
            ply, move = there.ply, plain_move(there.state, seat)
            await there.act(seat, ply, move)
            later(seconds=128)
            await keep_alive(here)
            return await here.act(seat, ply, move)

        assert isinstance(at_a_table(ledger, resend_here_what_was_said_there), Ack)


async def keep_alive(table: Table) -> None:
    """Simulate a service that was up all the time, with a recent heartbeat."""
    await ledgers.on_the_database_thread(beating)()


def beating() -> None:
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.milliseconds()})


class TestTime:
    def test_before_the_first_discard_no_seat_loses(self, ledger: Ledger, later: Callable[..., None]):
        table = at_a_table(ledger, lambda table: flagged(table, later))
        game = Game.objects.get(pk=table.id)
        assert (game.ended, game.winner, game.value) == ("void", None, 0)

    def test_a_flag_that_falls_is_a_lost_game(self, ledger: Ledger, later: Callable[..., None]):
        async def dawdle(table: Table) -> Table:
            await table.act(A, table.ply, Throw(table.state.dealt[A][4:]))
            return await flagged(table, later)

        game = Game.objects.get(pk=at_a_table(ledger, dawdle).id)
        assert (game.ended, game.winner, game.value) == ("flag", A, 1)

    def test_a_fallen_flag_shows_an_empty_bank(self, ledger: Ledger, later: Callable[..., None]):
        # Regression: the flag was charged nothing and earned the increment.
        async def dawdle(table: Table) -> Table:
            await table.act(A, table.ply, Throw(table.state.dealt[A][4:]))
            return await flagged(table, later)

        assert at_a_table(ledger, dawdle).banks.left == (125_000, 0)

    def test_no_flag_falls_before_its_time(self, ledger: Ledger, later: Callable[..., None]):
        async def look(table: Table) -> Table:
            later(seconds=130)
            await keep_alive(table)
            await table.call_time()
            return table

        assert at_a_table(ledger, look).state.phase is Phase.THROW

    def test_no_flag_falls_where_the_row_gives_more_time(self, ledger: Ledger, later: Callable[..., None]):
        async def look(table: Table) -> Table:
            later(seconds=140)
            await keep_alive(table)
            await in_the_row(table, deadline=clock.milliseconds() + 30_000)
            await table.call_time()
            return table

        assert at_a_table(ledger, look).state.phase is Phase.THROW

    def test_no_flag_falls_while_the_service_was_down(self, ledger: Ledger, later: Callable[..., None]):
        async def sleep(table: Table) -> Table:
            await keep_alive(table)
            later(minutes=20)
            await table.call_time()
            return table

        assert at_a_table(ledger, sleep).state.phase is Phase.THROW

    def test_a_gap_found_by_another_process_is_not_charged(self, ledger: Ledger, later: Callable[..., None]):
        async def move(table: Table) -> tuple[Answer, tuple[int, int]]:
            seat = await into_the_play(table)
            await in_the_row(table, deadline=(table.deadline or 0) + 60_000)
            later(seconds=60)
            answer = await table.act(seat, table.ply, plain_move(table.state, seat))
            return answer, table.banks.left

        answer, left = at_a_table(ledger, move)
        assert (type(answer), sorted(left)) == (Ack, [125_000, 130_000])

    def test_a_moved_deadline_is_broadcast_as_clocks_only(self, ledger: Ledger):
        listener = RecordingWatcher(A)

        async def look(table: Table) -> None:
            table.join(listener)
            await in_the_row(table, deadline=(table.deadline or 0) + 30_000)
            await table.refresh()

        at_a_table(ledger, look)
        assert listener.kinds() == ["clocks"]

    def test_a_seat_that_does_not_call_muggins_in_time_passes(
        self, ledger: Ledger, later: Callable[..., None]
    ):
        async def overlook(table: Table) -> tuple[Table, Answer]:
            await both_throw(table)
            while table.state.phase is Phase.PLAY:
                await play(table, 1)
            await table.act(at_turn(table), table.ply, Claim(0))
            later(seconds=11)
            await keep_alive(table)
            return table, await table.call_time()

        table, _ = at_a_table(ledger, overlook, "none", Rules(counting=Counting.MUGGINS))
        assert table.state.record[-1].endswith("-pass")

    def test_a_game_that_does_not_begin_within_two_minutes_is_void(
        self, ledger: Ledger, later: Callable[..., None]
    ):
        game = create_game("quick", begun=False)

        async def wait() -> None:
            table = await load_table(game.pk, ledger)
            later(seconds=121)
            await keep_alive(table)
            await table.call_time()

        asyncio.run(wait())
        game.refresh_from_db()
        assert game.ended == "void"

    @pytest.mark.parametrize("rated", [True, False])
    def test_the_only_uncommitted_player_leaves_a_rated_game_and_no_points_move(
        self, ledger: Ledger, later: Callable[..., None], rated: bool
    ):
        players = tuple(Player.objects.create(username=name) for name in ("Ann", "Bob"))
        game = create_game("quick", players=players, begun=False, rated=rated)

        async def wait() -> None:
            table = await load_table(game.pk, ledger)
            await table.commit(B, "ab" * 32)
            later(seconds=121)
            await keep_alive(table)
            await table.call_time()

        asyncio.run(wait())
        game.refresh_from_db()
        assert (game.ended, game.winner) == ("void", None)
        changes = list(Change.objects.order_by("won").values_list("player", "change", "unfinished"))
        assert changes == ([(players[0].pk, 0, True), (players[1].pk, 0, False)] if rated else [])
        assert not list(find_differences(progress=lambda read: None))
        if rated:
            told = load_settlement(game)
            assert (told["change"], told["voided"]) == ([0, 0], False)


async def flagged(table: Table, later: Callable[..., None]) -> Table:
    later(seconds=140)
    await keep_alive(table)
    await table.call_time()
    return table


async def in_the_row(table: Table, **fields: Any) -> None:
    await ledgers.on_the_database_thread(update_row)(table.id, **fields)


@pytest.mark.rows
class TestOtherProcesses:
    def test_published_moves_are_applied(self, ledger: Ledger):
        async def hear(here: Table) -> tuple[Table, Table]:
            there = await load_table(here.id, ledger)
            await there.act(A, 2, Throw(there.state.dealt[A][4:]))
            await here.apply_remote_moves(2, [there.state.record[-1]], there.deadline)
            return here, there

        here, there = at_a_table(ledger, hear)
        assert (here.state, here.banks) == (there.state, there.banks)

    def test_published_moves_are_applied_once(self, ledger: Ledger):
        async def hear(here: Table) -> Table:
            there = await load_table(here.id, ledger)
            await there.act(A, 2, Throw(there.state.dealt[A][4:]))
            for _ in range(2):
                await here.apply_remote_moves(2, [there.state.record[-1]], there.deadline)
            return here

        assert at_a_table(ledger, hear).ply == 3

    def test_a_missed_message_makes_the_table_read_the_row(self, ledger: Ledger):
        async def hear(here: Table) -> tuple[Table, Table]:
            there = await load_table(here.id, ledger)
            await both_throw(there)
            await here.apply_remote_moves(3, [there.state.record[-1]], there.deadline)
            return here, there

        here, there = at_a_table(ledger, hear)
        assert here.state == there.state

    def test_the_first_deal_is_applied_although_the_message_with_the_secrets_was_lost(self, ledger: Ledger):
        # Regression: the deck can't be built without the secrets.
        game = create_game("quick", begun=False)

        async def hear() -> tuple[Table, Table]:
            here = await load_table(game.pk, ledger)
            await ledgers.on_the_database_thread(update_row)(game.pk, **secrets_of(game.pk))
            there = await load_dealt_table(game.pk, ledger)
            assert isinstance(await here.apply_remote_moves(0, ["#0", "#1"], there.deadline), Ack)
            return here, there

        here, there = asyncio.run(hear())
        assert here.state == there.state

    def test_concurrent_discards_in_two_processes_are_both_accepted(self, ledger: Ledger):
        other_ledger = Ledger()

        async def throw_at_once(here: Table) -> list[Answer]:
            there = await load_table(here.id, other_ledger)
            return await asyncio.gather(
                here.act(A, 2, Throw(here.state.dealt[A][4:])),
                there.act(B, 2, Throw(there.state.dealt[B][4:])),
            )

        try:
            assert [type(one) for one in at_a_table(ledger, throw_at_once)] == [Ack, Ack]
        finally:
            closed(other_ledger)

    def test_only_one_of_two_concurrent_moves_in_two_processes_is_accepted(self, ledger: Ledger):
        other_ledger = Ledger()

        async def move_at_once(here: Table) -> list[Answer]:
            seat = await into_the_play(here)
            there = await load_table(here.id, other_ledger)
            one, other, *_ = here.state.hands[seat]
            return await asyncio.gather(
                here.act(seat, here.ply, Play(one)), there.act(seat, there.ply, Play(other))
            )

        try:
            answers = at_a_table(ledger, move_at_once)
        finally:
            closed(other_ledger)
        assert sorted(type(one).__name__ for one in answers) == ["Ack", "Refused"]
        assert {code(one) for one in answers if isinstance(one, Refused)} == {"stale"}


def closed(ledger: Ledger) -> None:
    ledger._thread.submit(connections.close_all).result()
    ledger._thread.shutdown()


class Forgetful(Ledger):
    """A ledger that writes but loses the connection before the answer, or that can't write at all."""

    def __init__(self, writes: bool) -> None:
        super().__init__()
        self.writes, self.works = writes, False

    async def append(self, entry: Entry) -> bool:  # type: ignore[override]
        if self.works:
            return await super().append(entry)
        if self.writes:
            await super().append(entry)
        raise OperationalError("the connection was lost")


@pytest.fixture
def forgetful(transactional_db: None):
    made: list[Forgetful] = []

    def make(writes: bool) -> Forgetful:
        made.append(Forgetful(writes))
        return made[-1]

    yield make
    for ledger in made:
        closed(ledger)


@pytest.mark.rows
class TestUnknownOutcome:
    def test_a_written_move_is_acknowledged_although_the_answer_was_lost(self, ledger, forgetful):
        async def throw(table: Table) -> Answer:
            table.ledger = forgetful(writes=True)
            return await table.act(A, 2, Throw(table.state.dealt[A][4:]))

        assert isinstance(at_a_table(ledger, throw), Ack)

    def test_a_move_that_could_not_be_written_may_be_tried_again(self, ledger, forgetful):
        async def throw(table: Table) -> tuple[Answer, Answer]:
            table.ledger = lost = forgetful(writes=False)
            first = await table.act(A, 2, Throw(table.state.dealt[A][4:]))
            lost.works = True
            return first, await table.act(A, 2, Throw(table.state.dealt[A][4:]))

        first, second = at_a_table(ledger, throw)
        assert (code(first), type(second)) == ("try_again", Ack)

    def test_an_unwritten_move_is_not_broadcast(self, ledger, forgetful):
        listener = RecordingWatcher(B)

        async def throw(table: Table) -> None:
            table.join(listener)
            table.ledger = forgetful(writes=False)
            await table.act(A, 2, Throw(table.state.dealt[A][4:]))

        at_a_table(ledger, throw)
        assert listener.frames == []

    def test_a_ledger_that_fails_in_its_own_way_leaves_the_table_usable(self, ledger):
        class Broken(Ledger):
            async def append(self, entry: Entry) -> bool:  # type: ignore[override]
                raise DatabaseError("disk full")

        async def throw(table: Table) -> Answer:
            working, table.ledger = table.ledger, Broken()
            await table.act(A, 2, Throw(table.state.dealt[A][4:]))
            table.ledger = working
            return await table.act(A, 2, Throw(table.state.dealt[A][4:]))

        assert isinstance(at_a_table(ledger, throw), Ack)

    def test_a_bot_retries_an_unwritten_move_on_resume(self, ledger, forgetful):
        game = open_bot_game(create_guest(), "novice", Rules())
        update_row(game.pk, **secrets_of(game.pk))

        async def play_on() -> Table:
            table = await load_dealt_table(game.pk, ledger)
            table.ledger = lost = forgetful(writes=False)
            await table.bots[0].thinking_task
            lost.works = True
            assert table.has_move_due
            await table.resume()
            await table.bots[0].thinking_task
            return table

        assert asyncio.run(play_on()).state.throws[B]


def test_a_finished_game_has_no_due_move(ledger: Ledger):
    async def resign(table: Table) -> Table:
        await table.act(A, table.ply, Resign())
        return table

    table = at_a_table(ledger, resign)
    assert (table.has_move_due, table.state.ended) == (False, Ended.RESIGNED)
