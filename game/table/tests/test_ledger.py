"""Durability on SQLite and PostgreSQL: one writer per process, many moves per commit."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.db import DatabaseError, connection, connections, transaction

from common import clock
from common.database.thread import on_the_database_thread
from game.engine.state import Seat
from game.models import Game, Heartbeat, Leaf, Scoresheet
from game.table.forced_endings import load_live_row_async
from game.table.record import ledger as ledgers
from game.table.record.ending import Result
from game.table.record.entries import Entry, write_entries
from game.table.record.heartbeat import beat
from game.table.record.ledger import GameRow
from tests.worlds.tables import A, B, create_game

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]

TOO_LATE = 2**63  # no row can hold this deadline


def entry(game: Game, ply: int, *words: str, **more: Any) -> Entry:
    return Entry(game_id=game.pk, ply=ply, tokens=words, **more)


def row(game: Game) -> Game:
    game.refresh_from_db()
    return game


def resigned(game: Game) -> Entry:
    """Return the entry by which the first seat resigns at once."""
    return entry(game, 0, "a-resign", result=Result(B, 1, "resigned"))


def end_that_fails(game: Game) -> Entry:
    """Return an entry that fails: its game already has a scoresheet, so its end can't be written."""
    Scoresheet.objects.create(
        game=game, seat=A, player=game.seat_a, opponent=game.seat_b, at=clock.now(), rated=False,
        value=1, ended="played", dealt_first=True, points=0, points_against=0,
    )  # fmt: skip
    return resigned(game)


def sheets(game: Game) -> int:
    return Scoresheet.objects.filter(game=game).count()


@contextmanager
def statements_sent(file: Path) -> Iterator[list[str]]:
    """Collect the statements for which the client waits for an answer."""
    sent: list[str] = []
    if connection.vendor == "sqlite":
        connection.connection.set_trace_callback(sent.append)
        yield sent
        connection.connection.set_trace_callback(None)
    else:
        with file.open("w") as lines:
            connection.connection.pgconn.trace(lines.fileno())
            yield sent
            connection.connection.pgconn.untrace()
        said = [line.split("\t") for line in file.read_text().splitlines()]  # also lines of a statement
        sent += [words[3] for words in said if words[1:2] == ["F"] and words[3] in ("Query", "Sync")]


class TestMoves:
    def test_tokens_are_appended_to_the_transcript(self):
        game = create_game()
        assert write_entries([entry(game, 0, "#0", "#1")]) == [True]
        assert (row(game).transcript, game.ply) == ("121 auto #0 #1", 2)

    def test_the_deadline_goes_with_the_move(self):
        game = create_game("quick")
        write_entries([entry(game, 0, "#0", "#1", deadline=1234)])
        assert row(game).deadline == 1234

    def test_a_move_alone_is_one_statement_and_the_database_is_waited_for_once(self, tmp_path):
        game = create_game()
        write_entries([entry(game, 0, "#0", "#1")])  # the connection is open now
        with statements_sent(tmp_path / "sent") as sent:
            assert write_entries([entry(game, 2, "a12")]) == [True]
        assert len(sent) == 1

    def test_a_move_for_another_ply_is_refused(self):
        game = create_game()
        assert write_entries([entry(game, 1, "a12")]) == [False]
        assert row(game).transcript == "121 auto"

    def test_a_move_in_a_finished_game_is_refused(self):
        game = create_game()
        write_entries([resigned(game)])
        assert write_entries([entry(game, 1, "a12")]) == [False]

    def test_a_move_of_an_unknown_game_is_refused(self):
        assert write_entries([Entry(game_id="nosuchgame", ply=0, tokens=("#0",))]) == [False]

    def test_the_first_of_two_moves_for_one_ply_is_written(self):
        game = create_game()
        assert write_entries([entry(game, 0, "#0"), entry(game, 0, "#9")]) == [True, False]
        assert row(game).transcript == "121 auto #0"

    def test_many_games_move_in_one_batch(self):
        games = [create_game() for _ in range(20)]
        assert write_entries([entry(game, 0, f"#{n}") for n, game in enumerate(games)]) == [True] * 20
        assert [row(game).transcript for game in games] == [f"121 auto #{n}" for n in range(20)]

    def test_every_entry_of_a_batch_has_its_own_answer(self):
        games = [create_game() for _ in range(6)]
        plies = [0, 1, 0, 0, 7, 0]
        stood = write_entries([entry(game, ply, "#0") for game, ply in zip(games, plies, strict=True)])
        assert stood == [ply == 0 for ply in plies]


class TestDue:
    def test_a_flag_is_written_once_the_deadline_of_the_row_has_passed(self):
        game = create_game("quick")
        write_entries([entry(game, 0, "#0", deadline=1000)])
        assert write_entries([entry(game, 1, "a-flag", due_by=1000)]) == [True]

    def test_a_flag_is_refused_before_the_deadline_of_the_row(self):
        game = create_game("quick")
        write_entries([entry(game, 0, "#0", deadline=1001)])
        assert write_entries([entry(game, 1, "a-flag", due_by=1000)]) == [False]

    def test_a_flag_is_refused_without_a_clock(self):
        game = create_game()
        write_entries([entry(game, 0, "#0")])
        assert write_entries([entry(game, 1, "a-flag", due_by=1000)]) == [False]

    def test_a_flag_and_a_move_go_in_one_batch(self):
        one, other = create_game("quick"), create_game("quick")
        write_entries([entry(game, 0, "#0", deadline=1000) for game in (one, other)])
        batch = [entry(one, 1, "a-flag", due_by=2000), entry(other, 1, "#1", deadline=3000)]
        assert write_entries(batch) == [True, True]


class TestKnown:
    """A move is charged by the deadline that its table knows.

    If the row's deadline has moved, it is refused.
    """

    def test_a_move_charged_by_the_deadline_of_the_row_is_written(self):
        game = create_game("quick")
        write_entries([entry(game, 0, "#0", "#1", deadline=1000)])
        assert write_entries([entry(game, 2, "a12", deadline=2000, known_deadline=1000)]) == [True]

    def test_a_move_charged_by_another_deadline_is_refused(self):
        game = create_game("quick")
        write_entries([entry(game, 0, "#0", "#1", deadline=1000)])
        assert write_entries([entry(game, 2, "a12", deadline=2000, known_deadline=999)]) == [False]

    def test_a_move_without_a_clock_needs_no_known_deadline(self):
        game = create_game("none")
        write_entries([entry(game, 0, "#0", "#1")])
        assert write_entries([entry(game, 2, "a12")]) == [True]


class TestFinished:
    def test_the_end_of_a_game_is_on_its_row(self):
        game = create_game()
        write_entries([resigned(game)])
        assert (row(game).winner, game.value, game.ended) == (1, 1, "resigned")
        assert game.finished_at is not None

    def test_a_void_game_has_no_winner(self):
        game = create_game()
        write_entries([entry(game, 0, "-void", result=Result(None, 0, "void"))])
        assert (row(game).winner, game.value) == (None, 0)

    def test_both_seats_have_a_scoresheet_once(self):
        game = create_game()
        assert write_entries([resigned(game), resigned(game)]) == [True, False]
        assert write_entries([resigned(game)]) == [False]
        assert sheets(game) == 2

    def test_the_last_move_is_rolled_back_if_the_end_cannot_be_written(self):
        game = create_game()
        [fault] = write_entries([end_that_fails(game)])
        assert isinstance(fault, DatabaseError)
        assert (row(game).transcript, game.ended, game.finished_at) == ("121 auto", "", None)

    def test_a_failing_end_does_not_fail_others(self):
        # Regression: such an error left every table of the batch waiting forever.
        games = [create_game() for _ in range(3)]
        first, second, third = write_entries(
            [resigned(games[0]), end_that_fails(games[1]), resigned(games[2])]
        )
        assert (first, third) == (True, True)
        assert isinstance(second, DatabaseError)
        assert [row(game).ended for game in games] == ["resigned", "", "resigned"]
        # The first attempt, with the whole batch, was rolled back.
        assert [sheets(game) for game in games] == [2, 1, 2]


class TestBadRows:
    def test_one_bad_row_does_not_fail_others(self):
        games = [create_game() for _ in range(3)]
        batch = [entry(game, 0, "#0") for game in games]
        batch[1] = entry(games[1], 0, "#0", deadline=TOO_LATE)
        first, second, third = write_entries(batch)
        assert (first, third) == (True, True)
        assert isinstance(second, (DatabaseError, OverflowError))
        assert [row(game).ply for game in games] == [1, 0, 1]

    def test_after_a_bad_row_the_next_batch_is_written(self):
        game = create_game()
        write_entries([entry(game, 0, "#0", deadline=TOO_LATE)])
        assert write_entries([entry(game, 0, "#0")]) == [True]

    def test_a_lost_connection_is_an_error_of_the_database_and_the_next_write_has_a_new_one(self):
        # Regression: psycopg's own errors were raised if several rows went in one round trip.
        game = create_game()
        connection.ensure_connection()
        connection.connection.close()
        outcomes = write_entries([entry(game, 0, "#0")])
        if outcomes != [True]:
            assert isinstance(outcomes[0], DatabaseError)
            assert write_entries([entry(game, 0, "#0")]) == [True]
        assert row(game).ply == 1


class TestOneWriter:
    def test_moves_that_come_while_one_is_written_go_in_one_transaction(self, ledger, monkeypatch):
        games, batches = [create_game() for _ in range(10)], []

        def write_and_count(entries: list[Entry]) -> list[Any]:
            batches.append(len(entries))
            return write_entries(entries)

        monkeypatch.setattr(ledgers, "write_entries", write_and_count)

        async def move() -> list[bool]:
            return await asyncio.gather(*[ledger.append(entry(game, 0, "#0")) for game in games])

        assert asyncio.run(move()) == [True] * 10
        assert batches == [1, 9]

    def test_a_bad_row_fails_alone(self, ledger):
        games = [create_game() for _ in range(4)]

        async def move() -> list[Any]:
            entries = [entry(game, 0, "#0") for game in games]
            entries[2] = entry(games[2], 0, "#0", deadline=TOO_LATE)
            return await asyncio.gather(*map(ledger.append, entries), return_exceptions=True)

        outcomes = asyncio.run(asyncio.wait_for(move(), 10))
        assert [outcome is True for outcome in outcomes] == [True, True, False, True]
        assert isinstance(outcomes[2], Exception)

    def test_an_end_that_fails_is_an_error_for_its_own_game_alone(self, ledger):
        games = [create_game() for _ in range(4)]
        over = [*map(resigned, games[:3]), end_that_fails(games[3])]

        async def end() -> list[Any]:
            return await asyncio.gather(*map(ledger.append, over), return_exceptions=True)

        outcomes = asyncio.run(asyncio.wait_for(end(), 10))
        assert [outcome is True for outcome in outcomes] == [True, True, True, False]

    def test_a_cancelled_caller_gets_no_result(self, ledger):
        one, other = create_game(), create_game()

        async def move() -> bool:
            gone = asyncio.ensure_future(ledger.append(entry(one, 0, "#0")))
            gone.cancel()
            return await ledger.append(entry(other, 0, "#0"))

        assert asyncio.run(asyncio.wait_for(move(), 10))


def test_two_writers_in_opposite_order_do_not_lock_each_other_out():
    games = [create_game() for _ in range(12)]
    rounds, start = 15, Barrier(2)

    def write_all(order: list[Game]) -> list[Any]:
        try:
            outcomes = []
            for ply in range(rounds):
                start.wait()
                outcomes += write_entries([entry(game, ply, "#0") for game in order])
            return outcomes
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(write_all, (games, games[::-1]))
    # In each round one writer gets every game, or they share them: every move is written once, without
    # errors.
    assert one.count(True) + other.count(True) == rounds * len(games)
    assert {*one, *other} <= {True, False}
    assert {row(game).ply for game in games} == {rounds}


def test_a_writer_and_a_beating_heart_do_not_lock_each_other_out(later):
    games = [create_game("quick") for _ in range(12)]
    beat()
    start, rounds = Barrier(2), 8

    def beat_all() -> int:
        try:
            moved = 0
            for _ in range(rounds):
                Heartbeat.objects.filter(pk=1).update(at=clock.milliseconds() - 20_000)
                start.wait()
                moved += beat() > 0
            return moved
        finally:
            connections.close_all()

    def write_all() -> list[Any]:
        try:
            outcomes = []
            for ply in range(rounds):
                start.wait()
                outcomes += write_entries([entry(game, ply, "#0", deadline=5) for game in games[::-1]])
            return outcomes
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        moved, outcomes = threads.submit(beat_all), threads.submit(write_all)
    assert (moved.result(), set(outcomes.result())) == (rounds, {True})


class TestProtocol:
    def test_a_commitment_is_written_once_and_for_all(self):
        game = create_game(begun=False)

        async def commit() -> list[GameRow]:
            return [await ledgers.write_commitment(game.pk, A, by * 64, 0, {}) for by in "12"]

        assert [row.commitments[A][0] for row in asyncio.run(commit())] == ["1", "1"]

    def test_the_second_commitment_never_shortens_the_time_to_begin(self):
        game = create_game(begun=False)

        async def commit(seat: Seat, reveal_by: int) -> int | None:
            return (await ledgers.write_commitment(game.pk, seat, "1" * 64, reveal_by, {})).deadline

        Game.objects.filter(pk=game.pk).update(deadline=1_000)
        assert [asyncio.run(commit(A, 2_000)), asyncio.run(commit(B, 500))] == [1_000, 1_000]
        other = create_game(begun=False)
        Game.objects.filter(pk=other.pk).update(deadline=1_000, commitment_a="1" * 64)
        game = other
        assert asyncio.run(commit(B, 2_000)) == 2_000

    def test_secrets_are_written_once_and_for_all(self):
        game = create_game(begun=False)

        async def reveal() -> list[GameRow]:
            return [await ledgers.write_secrets(game.pk, {A: by * 64, B: by * 64}) for by in "12"]

        assert [row.secrets for row in asyncio.run(reveal())] == [("1" * 64, "1" * 64)] * 2

    def test_the_second_commitment_opens_a_game_in_the_log(self):
        game = create_game(begun=False)

        async def commit(seat: Seat) -> int:
            await ledgers.write_commitment(game.pk, seat, "1" * 64, 0, {})
            return await on_the_database_thread(Leaf.objects.filter(game=game.pk).count)()

        assert [asyncio.run(commit(seat)) for seat in (A, B, B)] == [0, 1, 1]

    def test_a_row_is_read_unchanged(self):
        game = create_game("quick")
        write_entries([entry(game, 0, "#0", "#1", deadline=77)])
        read = asyncio.run(passing(game.pk))
        assert (read.transcript, read.ply, read.deadline) == ("121 auto #0 #1", 2, 77)

    def test_an_unknown_game_has_no_row(self):
        with pytest.raises(Game.DoesNotExist):
            asyncio.run(passing("nosuchgame"))


async def passing(game_id: str) -> ledgers.GameRow:
    return await load_live_row_async(game_id)


def test_a_failed_batch_is_rolled_back_and_written_again():
    good, bad = create_game(), create_game()
    for order in ((good, bad), (bad, good)):
        ply = row(good).ply
        write_entries(
            [entry(game, row(game).ply, "#0", deadline=TOO_LATE if game is bad else None) for game in order]
        )
        assert row(good).ply == ply + 1
    assert not transaction.get_connection().in_atomic_block
