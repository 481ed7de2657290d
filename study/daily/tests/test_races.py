"""Concurrent processes at one daily: each step runs once, and each player has one try."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.db import connection

from game.accounts.guests import create_guest
from game.models import Game, Leaf
from game.shared_decks.models import DeckSet, Round
from game.shared_rounds.rounds import _close_due_rounds
from study.daily import running
from study.daily.models import Daily, DailyEntry
from study.daily.playing import play_today
from study.daily.tests.test_running import NOON
from tests.worlds.days import DAY, begin, create_account, finish, midnight_of, moved_clock, open_today
from tests.worlds.threads import at_once

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]

TOGETHER = 4


@pytest.fixture
def move(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(running, "PAR_GAMES", 1)
    with moved_clock(NOON) as moved:
        yield moved


def test_processes_that_begin_together_announce_one(move: Any):
    at_once(*[running.announce_if_none_waits] * TOGETHER)
    assert Daily.objects.count() == DeckSet.objects.count() == 1


def test_a_process_that_another_overtakes_announces_no_second_one(move: Any):
    # A former bug: one process saw no waiting game, and announced tomorrow's after another had announced
    # today's.
    statements: list[str] = []

    def overtake(execute: Any, sql: str, *how: Any) -> Any:
        statements.append(sql)
        if len(statements) == 2:
            at_once(partial(running.announce, NOON.date()))
        return execute(sql, *how)

    with connection.execute_wrapper(overtake):
        running.announce_if_none_waits()
    assert list(Daily.objects.values_list("day", flat=True)) == [NOON.date()]


@pytest.mark.slow
def test_its_root_is_fixed_once_and_it_opens_once(move: Any):
    running.announce_if_none_waits()
    day = NOON.date()
    at_once(*[partial(running.fix, day)] * TOGETHER)
    assert Leaf.objects.filter(kind="root").count() == 1
    assert sum(at_once(*[partial(running.take_long_step, day)] * TOGETHER)) == 1
    at_once(*[partial(running.open_daily, day, [[number]]) for number in range(TOGETHER)])
    assert Round.objects.count() == 1
    assert len(Daily.objects.get(day=day).par_margins) == 1
    assert list(Daily.objects.values_list("day", flat=True).order_by("day")) == [day, day + DAY]


@pytest.mark.slow
def test_player_with_concurrent_requests_has_one_game(move: Any):
    open_today()
    player = create_guest()
    games = at_once(*[partial(play_today, player)] * TOGETHER)
    assert len({game.pk for game in games}) == 1
    assert Game.objects.count() == DailyEntry.objects.count() == 1


@pytest.mark.slow
def test_player_who_joins_at_the_close_is_in_or_out_and_it_closes_once(move: Any):
    daily = open_today()
    finish(begin(create_account("Ann")))
    move(midnight_of(daily.day + DAY))
    at_once(*[_close_due_rounds] * TOGETHER, partial(play_today, create_account("Bob")))
    assert Leaf.objects.filter(kind="links").count() == 1
    assert not Game.objects.unfinished().exists()
    asyncio.run(running.advance(daily.day))
    assert Daily.objects.get(day=daily.day).stage == Daily.Stage.COUNTED
    assert set(DailyEntry.objects.values_list("player__username", "margin")) == {("Ann", 21)}
