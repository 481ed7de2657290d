"""The Top 50, ranks and neighbours compared with plain sorting, and the index that serves them."""

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from ranking import leaderboard
from ranking.models import Kind, Standing
from ranking.tests.players import create_player

pytestmark = pytest.mark.django_db

POINTS = st.lists(st.tuples(st.integers(1490, 1496), st.booleans()), max_size=14)


def stand(*points: tuple[int, bool]) -> list[Standing]:
    """Create players with these points, listed or not, and others in the other list as noise."""
    players = [create_player(f"player {n}") for n in range(len(points))]
    Standing.objects.bulk_create(
        Standing(player_id=pk, kind=kind, points=own + shift, listed=is_listed)
        for kind, shift in ((Kind.PEOPLE, 0), (Kind.HOUSE, 3))
        for pk, (own, is_listed) in zip(players, points, strict=True)
    )
    return list(Standing.objects.filter(kind=Kind.PEOPLE).order_by("pk"))


def sorted_plainly(standings: list[Standing]) -> list[tuple[int, int]]:
    """Return all listed players as (rank, player)."""
    listed = sorted((one for one in standings if one.listed), key=lambda one: (-one.points, one.player_id))
    return [(1 + sum(other.points > one.points for other in listed), one.player_id) for one in listed]


def ranks(rows: list[leaderboard.LeaderboardRow]) -> list[tuple[int, int]]:
    return [(row.rank, row.standing.player_id) for row in rows]


@pytest.mark.slow
@settings(max_examples=25)
@given(points=POINTS)
def test_lists_ranks_and_neighbours_match_plain_sorting(points: list[tuple[int, bool]]) -> None:
    with pytest.MonkeyPatch.context() as patch, transaction.atomic():
        for what, number in {"TOP": 4, "MAX_COUNTED": 3, "CENSUS_LASTS": 0}.items():
            patch.setattr(leaderboard, what, number)
        standings = stand(*points)
        right = sorted_plainly(standings)
        assert ranks(leaderboard.load_top(Kind.PEOPLE)) == right[:4]
        for own in standings:
            if own.listed:
                place = [player for _, player in right].index(own.player_id)
                assert leaderboard.compute_rank(own) == right[place][0]
                assert ranks(leaderboard.load_neighbours(own)) == right[max(0, place - 3) : place + 4]
                assert ranks(leaderboard.load_after(own, 3)) == right[place + 1 : place + 4]
        transaction.set_rollback(True)


def test_it_is_read_by_the_index_and_never_sorted() -> None:
    own = stand(*[(1500 + n % 7, True) for n in range(30)])[9]
    with CaptureQueriesContext(connection) as queries:
        leaderboard.load_top(Kind.PEOPLE)
        leaderboard.load_neighbours(own)
        leaderboard.compute_rank(own)
        leaderboard.load_after(own, 3)
    assert len(queries) == 9
    with connection.cursor() as cursor:
        for query in queries:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            steps = " | ".join(row[-1] for row in cursor.fetchall())
            assert "USING INDEX the_ladder" in steps or "USING COVERING INDEX the_ladder" in steps, steps
            assert "TEMP B-TREE" not in steps, steps


def test_the_census_reads_no_column_outside_the_index() -> None:
    stand(*[(1500 + n % 7, True) for n in range(30)])
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert dict(leaderboard.census(Kind.PEOPLE))[1500] == 5
    assert '"ranking_standing"."id"' not in queries[0]["sql"]
    cache.clear()


def test_beyond_the_counting_limit_one_census_serves_many(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(leaderboard, "MAX_COUNTED", 5)
    standings = stand(*[(1600 - n, True) for n in range(12)])
    assert [leaderboard.compute_rank(own) for own in standings] == list(range(1, 13))
    with CaptureQueriesContext(connection) as queries:
        leaderboard.compute_rank(standings[-1])
    assert len(queries) == 1
    cache.clear()
