"""A player's games added up."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from game.models import Player, Scoresheet
from people.profiles import record
from people.profiles.record import CountedGames, OpponentRecord, Skunks, compute_record
from tests.worlds.scoresheets import create_scoresheet

pytestmark = [pytest.mark.rows, pytest.mark.django_db]


def test_games_are_grouped_by_kind_of_opponent(
    ann: Player, bob: Player, novice: Player, intermediate: Player
):
    create_scoresheet(ann, intermediate, won=False)
    create_scoresheet(ann, novice)
    create_scoresheet(ann, novice, won=False)
    create_scoresheet(ann, novice)
    create_scoresheet(ann, bob)
    found = compute_record(CountedGames.of(ann.pk))
    assert found.against == (
        OpponentRecord("", 1, 1),
        OpponentRecord("novice", 3, 2),
        OpponentRecord("intermediate", 1, 0),
    )
    assert (found.all.played, found.all.won, found.all.lost) == (5, 3, 2)
    assert [round(each.percent) for each in found.against] == [100, 67, 0]


def test_averages_are_of_all_hands_and_deals_and_not_of_the_games_averages(ann: Player, bob: Player):
    create_scoresheet(
        ann, bob,
        hands=9, hand_points=72, best_hand=16, cribs=4, crib_points=18,
        deals_as_dealer=4, pegged_as_dealer=14, deals_as_pone=5, pegged_as_pone=10,
    )  # fmt: skip
    create_scoresheet(
        ann, bob,
        hands=1, hand_points=24, best_hand=24, cribs=1, crib_points=2,
        deals_as_dealer=1, pegged_as_dealer=1, deals_as_pone=0, pegged_as_pone=0,
    )  # fmt: skip
    averages = compute_record(CountedGames.of(ann.pk)).averages
    assert averages.hand == 9.6
    assert averages.crib == 4.0
    assert averages.pegging_as_dealer == 3.0
    assert averages.pegging_as_pone == 2.0
    assert averages.best_hand == 24


def test_a_record_is_added_up_from_an_index_alone(ann: Player):
    [index] = [index for index in Scoresheet._meta.indexes if index.name == "record_of_a_player"]
    fields = ("player", "at", *index.include)
    with CaptureQueriesContext(connection) as queries:
        compute_record(CountedGames.of(ann.pk))
    columns = {
        column for query in queries for column in re.findall(r'"game_scoresheet"\."(\w+)"', query["sql"])
    }
    assert columns == {Scoresheet._meta.get_field(field).column for field in fields}


def test_averages_without_data_are_empty(ann: Player, bob: Player):
    create_scoresheet(ann, bob, ended="resigned")
    averages = compute_record(CountedGames.of(ann.pk)).averages
    assert (averages.hand, averages.crib, averages.pegging_as_pone, averages.best_hand) == (None,) * 4


def test_skunks_count_for_and_against(ann: Player, bob: Player):
    for value in (2, 2, 4):
        create_scoresheet(ann, bob, value=value)
    create_scoresheet(ann, bob, value=2, won=False)
    found = compute_record(CountedGames.of(ann.pk))
    assert found.skunks == Skunks(2, 1)
    assert found.double_skunks == Skunks(1, 0)


def test_voided_game_does_not_count(ann: Player, bob: Player):
    create_scoresheet(ann, bob, voided=True, hands=9, hand_points=200)
    create_scoresheet(ann, bob, won=None, value=0, ended="void")
    assert compute_record(CountedGames.of(ann.pk)).against == ()


def test_totals_cover_the_newest_of_very_many_games(
    ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(record, "MAX_GAMES", 3)
    for minutes in range(5):
        create_scoresheet(ann, bob, minutes=minutes, won=minutes >= 2)
    found = compute_record(CountedGames.of(ann.pk))
    assert found.against == (OpponentRecord("", 3, 3),)
    assert not found.is_whole
