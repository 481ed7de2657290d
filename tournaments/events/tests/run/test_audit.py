"""The audit recomputes an event from its record, and finds tampering."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command

from game.table.forced_endings import void_by_ruling
from tests.worlds.stepped_evenings import (
    A,
    B,
    announce,
    enter_all,
    live,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.events.models import Entry, Event, Pairing, Round, Seating
from tournaments.events.run.audit import find_differences

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]


@pytest.fixture
def event(later: Callable[..., None]) -> Event:
    """A finished event of seven players with one voided game."""
    event = announce(games=5)
    enter_all(event, players(7))
    for number in range(6):
        steps_until_nothing_is_due(event)
        for pairing in live(event):
            win(pairing.game, (A, B)[number % 2], loser_has=60 + 10 * number)
        later(seconds=50)
    void_by_ruling(Pairing.objects.order_by("pk")[2].game_id)
    later(minutes=100)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER
    return event


@pytest.mark.slow
def test_all_of_an_event_follows_from_its_record(event: Event):
    assert Round.objects.count() >= 5
    assert list(find_differences(event)) == []


def test_audit_covers_running_events():
    event = announce()
    enter_all(event, players(4))
    steps_until_nothing_is_due(event)
    assert list(find_differences(event)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "about"),
    [
        (
            lambda: Round.objects.order_by("pk")[:1].get().pairings.update(first=Entry.objects.last()),
            "games of",
        ),
        (lambda: Pairing.objects.filter(winner=0).update(score_second=59), "result of"),
        (lambda: Seating.objects.filter(number=1).update(number=77, is_live=True), "seats of"),
        (lambda: Entry.objects.update(spread=7), "sums of"),
        (lambda: Entry.objects.update(place=1), "place of"),
        (lambda: Event.objects.update(root="00" * 32), "root"),
        (lambda: Event.objects.update(root_commitment="00" * 32), "commitment"),
    ],
)
def test_tampering_is_found(event: Event, change: Callable[[], object], about: str):
    change()
    event.refresh_from_db()
    assert any(found.about.startswith(about) for found in find_differences(event))


@pytest.mark.slow
def test_tables_that_the_root_does_not_give_are_found(event: Event):
    first = Round.objects.order_by("pk")[0]
    first.tables = [table[::-1] for table in first.tables]
    first.save()
    assert any(found.about.startswith("tables of") for found in find_differences(event))


@pytest.mark.slow
def test_command_repairs_totals_and_reports_what_it_cannot_repair(event: Event):
    Entry.objects.update(points=1)
    with pytest.raises(SystemExit):
        call_command("recompute_events", "--check", stdout=StringIO())
    call_command("recompute_events", stdout=StringIO())
    out = StringIO()
    call_command("recompute_events", "--check", stdout=out)
    assert "everything is right" in out.getvalue()
