"""Concurrent processes and players: each pairing is opened once, and each result is stored once."""

from functools import partial
from typing import Any

import pytest
from django.db import transaction

from common import clock
from game.engine.state import Ended, Seat
from game.models import Game
from game.table.record.ending import Result
from game.table.record.game_over import Cause, GameOver
from tests.worlds.stepped_evenings import announce, enter_all, live, players, win
from tests.worlds.threads import at_once
from tournaments.events.kinds.base import Task
from tournaments.events.manage import entering
from tournaments.events.manage.daily_schedule import announce as announce_standing
from tournaments.events.models import Entry, Event, Pairing, Round, Seating
from tournaments.events.record.tables import Superseded, open_tables
from tournaments.events.run import flow
from tournaments.events.run.audit import find_differences
from tournaments.events.run.results import record_results
from tournaments.formats.pairing import pair

pytestmark = [
    pytest.mark.rows,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("newcomers_may_enter"),
]


def run_flow(event: str) -> None:
    """Run one process's step."""
    if (task := flow.next_step(event)) is not None:
        open_unless_superseded(task)


def open_unless_superseded(task: Task) -> bool:
    """Return whether this process opened the tables, rather than another."""
    try:
        open_tables(task.event, task.version, task.draw, pair(task.draw, task.root))
    except Superseded:
        return False
    return True


def test_concurrent_processes_open_each_pairing_once():
    event = announce()
    enter_all(event, players(8))
    for _ in range(8):
        Event.objects.update(due_at=clock.now())
        at_once(*[partial(run_flow, event.pk)] * 4)
        if Pairing.objects.exists():
            break
    assert Pairing.objects.count() == Game.objects.count() == 4
    assert Seating.objects.filter(is_live=True).count() == 8
    assert Round.objects.count() == 1


def test_pairing_computed_by_several_workers_is_opened_once():
    event = announce()
    enter_all(event, players(6))
    while (task := flow.next_step(event.pk)) is None:
        Event.objects.update(due_at=clock.now())
    assert sorted(at_once(*[partial(open_unless_superseded, task)] * 4)) == [False, False, False, True]
    assert Game.objects.count() == 3


def test_players_who_leave_while_being_paired_are_at_a_table_or_gone():
    entrants = players(6)
    for _ in range(4):
        event = announce()
        enter_all(event, entrants)
        while (task := flow.next_step(event.pk)) is None:
            Event.objects.filter(pk=event.pk).update(due_at=clock.now())
        at_once(
            partial(open_unless_superseded, task),
            *[partial(entering.leave, event_id=event.pk, player=player) for player in entrants[:3]],
        )
        opened = Pairing.objects.filter(event=event).count()
        assert opened in (0, 3)
        assert Seating.objects.filter(entry__event=event, is_live=True).count() == 2 * opened
        for pairing in live(event):
            win(pairing.game)


def test_joining_many_times_at_once_makes_one_entry():
    event = announce()
    (ann,) = players(1)
    at_once(*[partial(entering.join, event_id=event.pk, player=ann)] * 5)
    assert Entry.objects.count() == 1


def test_players_who_block_each_other_and_join_at_once_are_kept_apart():
    from game.accounts.blocks import block

    for number in range(5):
        event = announce()
        ann, bob = players(2, prefix=f"Q{number}")
        block(player=ann, other=bob)
        at_once(*[partial(entering.join, event_id=event.pk, player=one) for one in (ann, bob)])
        one, other = Entry.objects.filter(event=event).order_by("pk")
        assert other.apart == [one.pk]


@pytest.mark.slow
def test_games_of_one_event_that_end_at_once_are_all_entered_while_the_flow_runs():
    event = announce(games=12)
    enter_all(event, players(8))
    for _ in range(4):
        Event.objects.update(due_at=clock.now())
        while not live(event):
            run_flow(event.pk)
            Event.objects.update(due_at=clock.now())
        games = [pairing.game_id for pairing in live(event)]
        at_once(*[partial(win, game) for game in games], *[partial(run_flow, event.pk)] * 2)
    event.refresh_from_db()
    while live(event):
        for pairing in live(event):
            win(pairing.game)
    assert list(find_differences(event)) == []
    assert sum(Entry.objects.values_list("wins", flat=True)) == Pairing.objects.count()


def test_a_result_is_entered_once_however_often_it_comes():
    event = announce()
    enter_all(event, players(2))
    while not live(event):
        Event.objects.update(due_at=clock.now())
        run_flow(event.pk)
    (pairing,) = live(event)
    Game.objects.update(score_a=121, score_b=100)
    result = Result(Seat.A, 1, Ended.PLAYED.value, deals=9)
    over = GameOver(Cause.LAST_MOVE, {pairing.game_id: result}, clock.now())
    at_once(*[partial(transaction.atomic(record_results), over)] * 4)
    assert sum(Entry.objects.values_list("points", flat=True)) == 2
    assert set(Entry.objects.values_list("played", flat=True)) == {1}


def test_concurrent_schedulers_make_each_daily_event_once(settings: Any):
    from datetime import time

    settings.EVENT_NIGHTS, settings.EVENT_HOURS = [time(19, 30)], [time(12)]
    at_once(*[announce_standing] * 4)
    assert Event.objects.count() == 2
