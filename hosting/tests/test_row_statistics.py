"""SQLite finds one game in many with the selective index, as PostgreSQL does."""

from contextlib import closing

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from game.models import Player
from hosting.row_statistics import count_sqlite_rows
from people.profiles.history import find_history_page
from tests.worlds.scoresheets import create_change, create_scoresheet

pytestmark = pytest.mark.django_db


def history_plans(player: Player) -> list[str]:
    """Return the query plans for a page of a history."""
    first = find_history_page(player.pk, size=5)
    assert first is not None
    with CaptureQueriesContext(connection) as captured:
        find_history_page(player.pk, after=first.next, size=5)
    with closing(connection.cursor()) as cursor:
        return [
            " ".join(row[-1] for row in cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}").fetchall())
            for query in captured.captured_queries
        ]


def test_a_history_page_is_found_by_its_games() -> None:
    ann, bob = (Player.objects.create(username=name) for name in ("Ann", "Bob"))
    for number in range(40):
        sheet = create_scoresheet(ann, bob, minutes=number, rated=True)
        create_change(ann, 1500, 20, game=sheet.game_id)
    unaware = " ".join(history_plans(ann))
    assert "(undoes_id=?)" in unaware  # it reads every change
    count_sqlite_rows()
    last, _, changes = history_plans(ann)
    assert "(game_id=?)" in last or "(game_id=? AND" in last
    assert "(game=?)" in changes


@pytest.mark.rows
def test_refreshing_twice_does_no_harm() -> None:
    for _ in range(2):
        count_sqlite_rows()
    assert Player.objects.filter(username="Nobody").first() is None
