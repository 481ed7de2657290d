"""Players' standings, and whether the lists show them."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from ranking.models import Kind, Standing
from ranking.standings import (
    is_listed,
    listing_status,
    load_points,
    load_standings,
    load_standings_of,
    lock_standings,
    select_withheld_players,
    why_unlisted,
)
from ranking.tests.players import create_player

pytestmark = pytest.mark.django_db

FIVE = Standing(kind=Kind.PEOPLE, wins=2, losses=3)
NONE = Standing(kind=Kind.HOUSE)


class TestPoints:
    def test_a_player_without_games_has_1500(self):
        old, new = create_player("old", points=1620), create_player("new")
        assert load_points([old, new], Kind.PEOPLE) == {old: 1620, new: 1500}
        assert load_points([old, new], Kind.HOUSE) == {old: 1500, new: 1500}

    def test_no_other_players_are_loaded(self):
        one = create_player("one", points=1620)
        create_player("other", points=1700)
        assert load_points([one], Kind.PEOPLE) == {one: 1620}
        assert load_standings(one)[Kind.PEOPLE].points == 1620
        assert load_standings(create_player("new"))[Kind.PEOPLE].points == 1500

    def test_two_players_have_one_standing_each_of_a_kind(self):
        old, new = create_player("old", points=1620), create_player("new")
        create_player("other", points=1700)
        Standing.objects.create(player_id=old, kind=Kind.HOUSE, points=1400)
        for kind, points in ((Kind.PEOPLE, 1620), (Kind.HOUSE, 1400)):
            found = load_standings_of((old, new), kind)
            assert {pk: (row.player_id, row.kind, row.points) for pk, row in found.items()} == {
                old: (old, kind, points),
                new: (new, kind, 1500),
            }


@pytest.mark.rows
class TestHolding:
    def test_both_standings_are_made_where_there_are_none(self):
        old, new = create_player("old", points=1620), create_player("new")
        held = lock_standings([new, old])
        assert {pk: {kind: row.points for kind, row in both.items()} for pk, both in held.items()} == {
            old: {Kind.HOUSE: 1500, Kind.PEOPLE: 1620},
            new: {Kind.HOUSE: 1500, Kind.PEOPLE: 1500},
        }

    def test_they_are_made_once(self):
        new = create_player("new")
        assert lock_standings([new])[new][Kind.HOUSE].pk == lock_standings([new])[new][Kind.HOUSE].pk
        assert Standing.objects.count() == 2

    def test_an_empty_request_locks_no_player(self):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert lock_standings([]) == {}
        assert len(queries) == 0

    def test_rows_are_locked_by_player_then_kind(self):
        one, other = create_player("one"), create_player("other")
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            lock_standings({other, one})
        last = queries.captured_queries[-1]["sql"]
        columns, rest = last.removeprefix("SELECT ").split(" FROM ")
        assert [column.split('"')[-2] for column in columns.split(", ")][1:3] == ["player_id", "kind"]
        assert " ORDER BY 2 ASC, 3 ASC" in rest
        assert last.endswith("FOR UPDATE") == (connection.vendor == "postgresql")


class TestListing:
    """Both standings of a player decide. The first is the one that is listed or not."""

    def test_after_five_finished_games_a_player_is_listed(self):
        assert is_listed(FIVE, NONE)
        assert not is_listed(Standing(wins=4), NONE)

    def test_they_are_five_of_that_kind(self):
        assert not is_listed(NONE, FIVE)
        assert listing_status(NONE, FIVE).missing == 5

    def test_a_game_that_was_left_is_not_finished(self):
        assert listing_status(Standing(wins=2, losses=3, unfinished=1), NONE).missing == 1

    def test_a_player_hidden_by_a_host_is_not_listed(self):
        assert not is_listed(Standing(wins=9, hidden=True), NONE)

    def test_a_player_can_be_hidden_from_one_list_only(self):
        assert is_listed(FIVE, Standing(wins=9, hidden=True))

    @pytest.mark.parametrize(("unfinished", "listed"), [(3, True), (4, False)])
    def test_half_as_many_left_as_finished_is_just_allowed(self, unfinished: int, listed: bool):
        assert is_listed(Standing(wins=6, losses=unfinished, unfinished=unfinished), NONE) is listed

    @pytest.mark.parametrize(("wins", "before", "missing"), [(19, 0, 1), (20, 0, 0), (45, 30, 5), (3, 9, 20)])
    def test_a_bot_is_listed_after_twenty_games_of_its_present_version(self, wins, before, missing):
        bot = Standing(kind=Kind.BOTS, wins=wins, finished_before=before)
        assert listing_status(bot).missing == missing

    def test_games_left_and_finished_count_over_both_standings(self):
        left = Standing(losses=4, unfinished=4)
        assert not is_listed(Standing(wins=6), left)
        assert is_listed(Standing(wins=8), left)

    def test_the_stated_number_of_finished_games_restores_the_listing(self):
        broken = listing_status(Standing(wins=5, losses=4, unfinished=4), NONE)
        assert (broken.unfinished, broken.finished, broken.to_mend) == (4, 5, 3)
        assert is_listed(Standing(wins=8, losses=4, unfinished=4), NONE)
        assert not is_listed(Standing(wins=7, losses=4, unfinished=4), NONE)


class TestWhy:
    def test_a_new_player_has_five_games_to_go_in_each(self):
        why = why_unlisted(load_standings(create_player("new")))
        assert {kind: listing.missing for kind, listing in why.items()} == {Kind.HOUSE: 5, Kind.PEOPLE: 5}

    def test_a_listed_player_has_no_reason(self):
        assert list(why_unlisted(load_standings(create_player("regular", wins=5)))) == [Kind.HOUSE]

    def test_a_player_who_leaves_too_often_sees_the_numbers(self):
        why = why_unlisted(load_standings(create_player("leaver", wins=5, losses=4, unfinished=4)))[
            Kind.PEOPLE
        ]
        assert (why.unfinished, why.finished, why.to_mend, why.missing) == (4, 5, 3, 0)


def test_players_who_are_hidden_or_left_too_many_games_are_withheld():
    create_player("allowed", wins=6, losses=3, unfinished=3)
    leaver = create_player("leaver", wins=5, losses=3, unfinished=3)
    hidden = create_player("hidden", wins=9)
    Standing.objects.create(player_id=hidden, kind=Kind.HOUSE, hidden=True)
    mended = create_player("mended", losses=4, unfinished=4)
    Standing.objects.create(player_id=mended, kind=Kind.HOUSE, wins=8)
    assert {row["player"] for row in select_withheld_players()} == {leaver, hidden}
