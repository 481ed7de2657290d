"""A season: ACC's table for a night of nine games, other lengths, and standings."""

import pytest

from tournaments.formats.scoring import Score
from tournaments.formats.season import Night, season_points, season_standings


@pytest.mark.parametrize(
    ("points", "brings"),
    [
        (0, 0), (11, 0), (12, 3), (13, 6), (14, 11), (15, 19), (16, 27),
        (17, 39), (18, 53), (19, 69), (20, 87), (21, 107), (27, 107),
    ],
)  # fmt: skip
def test_season_points_of_nine_games_match_the_table(points, brings):
    assert season_points(points, 9) == brings


@pytest.mark.parametrize(
    ("points", "games", "as_of_nine"),
    [(10, 5, 18), (7, 5, 12), (6, 5, 10), (24, 18, 12), (25, 18, 12), (51, 22, 20)],
)
def test_another_length_goes_by_points_a_game(points, games, as_of_nine):
    assert season_points(points, games) == season_points(as_of_nine, 9)


def night(**points):
    return Night(9, {int(name[1:]): Score(each, each // 2, 0, 0, 9) for name, each in points.items()})


def test_four_nights_list_a_player_and_three_do_not():
    nights = [night(p1=14, p2=21)] * 3 + [night(p1=12)]
    assert [(line.player, line.points, line.nights) for line in season_standings(nights)] == [(1, 36, 4)]


def test_season_points_come_before_game_points():
    nights = [night(p1=21, p2=12), night(p1=0, p2=12), night(p1=0, p2=12), night(p1=0, p2=12)]
    assert [line.player for line in season_standings(nights)] == [1, 2]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (Score(22, 7, 0, 0, 9), Score(21, 8, 50, 50, 9)),
        (Score(14, 7, 0, 0, 9), Score(14, 6, 50, 50, 9)),
        (Score(14, 7, 9, 0, 9), Score(14, 7, 8, 50, 9)),
        (Score(14, 7, 9, 40, 9), Score(14, 7, 9, 39, 9)),
    ],
    ids=["game points", "wins", "net", "plus"],
)
def test_equal_season_points_are_ranked_as_in_a_night(better, worse):
    nights = [Night(9, {1: worse, 2: better})] * 4
    assert [(line.place, line.player) for line in season_standings(nights)] == [(1, 2), (2, 1)]


def test_level_players_share_a_place():
    nights = [night(p1=14, p2=14, p3=12)] * 4
    assert [(line.place, line.player) for line in season_standings(nights)] == [(1, 1), (1, 2), (3, 3)]
