"""A table asks an engine that polls: it waits no longer than necessary, and no game stops."""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, nullcontext
from threading import Barrier
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections

from common import clock
from game.accounts.guests import create_guest
from game.bots.brain import Decision
from game.decisions.replayed import ReplayedDecision
from game.engine.moves import Throw
from game.engine.state import Rules, Seat
from game.engines.models import Question, RemoteEngine
from game.engines.remote import asking, registering
from game.engines.remote.waiting import Bells, answered_bells
from game.engines.tests.owners import DEEP, THROW, Owner, ask, choose, mae, patient
from game.models import Game
from game.runtime.worker_pool import JobFailed
from game.table.bot_replay import replay_decisions
from game.table.record import ledger as ledgers
from game.table.record.ledger import Ledger
from rng.twister import Twister
from tests.worlds.bot_games import open_bot_game
from tests.worlds.engines import thrower
from tests.worlds.tables import play_with_bot, secrets_of, update_row

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]

__all__ = ["mae", "patient"]

ME = Seat.A
Choose = Callable[[Any], Any]


def decide() -> "asyncio.Future[Decision]":
    return asyncio.ensure_future(asking.decide(DEEP, thrower(), (), Twister(1)))


def work_once(owner: Owner, choose: Choose) -> None:
    """Poll as soon as there is a question, and answer it."""
    try:
        while not _is_asked():
            pass
        asked = owner.work()
        owner.answer(asked["id"], choose(asked))
    finally:
        connections.close_all()


def _is_asked() -> bool:
    return Question.objects.filter(is_handed_out=False).exclude(message="").exists()


class Working:
    """A program that polls and answers in a thread while this context is open.

    Nothing is published here, so it wakes the table itself.
    """

    def __init__(self, owner: Owner, choose: Choose) -> None:
        self._owner, self._choose, self._is_over = owner, choose, False

    def _run(self) -> None:
        try:
            while not self._is_over:
                if _is_asked() and (asked := self._owner.work()):
                    self._owner.answer(asked["id"], self._choose(asked))
                    self._loop.call_soon_threadsafe(answered_bells.ring, asked["id"])
        finally:
            connections.close_all()

    async def __aenter__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.ensure_future(asyncio.to_thread(self._run))

    async def __aexit__(self, *_: object) -> None:
        self._is_over = True
        await self._task


def play_game(ledger: Ledger, owner: Owner, choose: Choose | None, until_deal: int) -> Game:
    """Play a game with the engine to this deal. Without `choose`, its program is absent."""
    game = open_bot_game(create_guest(), DEEP, Rules(61))
    update_row(game.pk, **secrets_of(game.pk))

    async def play() -> None:
        async with Working(owner, choose) if choose else nullcontext():
            await play_with_bot(game.pk, ledger, until_deal)

    asyncio.run(play())
    return Game.objects.get(pk=game.pk)


def moves_of(game: Game) -> list[ReplayedDecision]:
    return list(replay_decisions(ledgers.load_row(game.pk)))


class TestAsking:
    def test_an_engine_that_does_not_poll_is_not_waited_for(self, mae: Owner, settings: Any):
        settings.ENGINE_MS = 1000
        long_ago = clock.milliseconds() - registering.PRESENT_MS - 1000
        RemoteEngine.objects.update(polled_ms=long_ago)

        async def ask() -> None:
            with pytest.raises(JobFailed, match="does not poll"):
                await decide()

        asyncio.run(ask())
        assert not Question.objects.exists()

    def test_a_late_engine_is_given_up(self, mae: Owner, settings: Any):
        settings.ENGINE_MS = -2000  # minus the two seconds of patience

        async def ask() -> None:
            with pytest.raises(JobFailed, match="late"):
                await decide()

        asyncio.run(ask())
        assert [one.message for one in Question.objects.all()] == [""]

    @pytest.mark.slow
    def test_an_answer_that_comes_while_a_table_waits_is_its_move(self, mae: Owner):
        async def both() -> Decision:
            deciding = decide()
            await asyncio.to_thread(work_once, mae, lambda asked: THROW)
            return await deciding

        move = asyncio.run(both())
        assert isinstance(move, Throw)
        assert {*move.cards} == {thrower().hand[0], thrower().hand[-1]}

    @pytest.mark.slow
    def test_an_illegal_answer_ends_the_wait(self, mae: Owner):
        async def both() -> None:
            deciding = decide()
            await asyncio.to_thread(work_once, mae, lambda asked: {"kind": "play", "card": "KH"})
            with pytest.raises(JobFailed, match="rules"):
                await deciding

        asyncio.run(both())


@pytest.mark.slow
@pytest.mark.parametrize("what", ["hand out", "answer"])
def test_only_one_of_many_concurrent_polls_gets_a_question(mae: Owner, what: str):
    number, together = ask(), Barrier(4)

    def try_it(_: int) -> bool:
        try:
            together.wait()
            if what == "hand out":
                return mae.work() is not None
            return mae.answer(number, THROW) == (200, None)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(try_it, range(4))) == [False, False, False, True]


class TestPlaying:
    @pytest.mark.slow
    def test_it_plays_its_own_moves_and_cannot_be_replayed(
        self, ledger: Ledger, mae: Owner, capsys: pytest.CaptureFixture[str]
    ):
        game = play_game(ledger, mae, choose, until_deal=100)
        assert game.finished_at is not None
        moves = moves_of(game)
        asked_of_it = [move for move in moves if not move.was_asked]
        assert len(asked_of_it) > 5
        assert not all(move.original == move.fallback for move in asked_of_it)
        assert all(move.is_same for move in moves if move.was_asked)
        call_command("rethink", game.pk)
        said = capsys.readouterr().out
        assert f"{len(asked_of_it)} can't be asked for again from what is known here." in said
        assert "its brain fails" not in said

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "choose", [None, lambda asked: {"kind": "throw", "cards": ["AC", "AC"]}], ids=["not there", "illegal"]
    )
    def test_one_that_fails_stops_no_game_and_is_logged_once(
        self, ledger: Ledger, mae: Owner, choose: Choose | None, caplog: pytest.LogCaptureFixture
    ):
        if choose is None:
            RemoteEngine.objects.update(polled_ms=0)
        game = play_game(ledger, mae, choose, until_deal=2)
        moves = moves_of(game)
        assert len(moves) > 3
        assert all(move.original == move.fallback for move in moves)
        [line] = [record.getMessage() for record in caplog.records if record.name == "game.table.bot"]
        assert f"game {game.pk}: {DEEP} failed to move" in line
        assert not re.search(r"\b[A2-9TJQK][CDHS]\b", caplog.text)


def test_beyond_the_limit_the_oldest_waiter_is_woken():
    async def wait() -> None:
        bells = Bells()
        with bells.hang(1, 2) as first, bells.hang(1, 2) as second, bells.hang(1, 2) as third:
            assert [each.is_taken_down for each in (first, second, third)] == [True, False, False]
            await first.wait(60)  # it was rung on removal
            bells.ring(1)
            await asyncio.gather(second.wait(60), third.wait(60))
        assert not bells._bells

    asyncio.run(wait())


def test_a_late_waiter_does_not_remove_newer_bells():
    async def wait() -> None:
        bells = Bells()
        with ExitStack() as late:
            late.enter_context(bells.hang(1, 1))
            with bells.hang(1, 1):
                pass
            with bells.hang(1, 1) as newest:
                late.close()
                bells.ring(1)
                assert newest._event.is_set()

    asyncio.run(wait())
