"""Duels over the same decks: swapped seats cancel the luck of the cards."""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.arena.chance import Chance
from game.arena.game import play_game
from game.engine.state import Rules, Seat
from tournaments.formats.scoring import NOBODY_CAME, TARGET, VOID, Result, given_up, no_show, played
from tournaments.formats.team_boards import (
    BOARDS,
    SeatedTable,
    TeamBoard,
    TeamDraw,
    TeamTotal,
    compare_teams,
    line_up,
    parse_draw,
    tables_of_board,
    team_places,
    team_totals,
    to_json,
)


def game_of(first: str, second: str, board: int) -> Result:
    """Return a game of two bots through the engine, with the decks and each seat's chance of the board."""
    state = play_game((first, second), Rules(first_dealer=Seat.A), Chance(23, board)).state
    scores = tuple(min(TARGET, score) for score in state.scores)
    return played((scores[0], scores[1]))


def board_of(one: str, other: str, number: int, size: int = 2) -> TeamBoard | None:
    tables = tables_of_board(number, size)
    seats = [(one, other) if table.one_deals_first else (other, one) for table in tables]
    return compare_teams(tables, [game_of(*pair, number) for pair in seats])


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize("brain", ["novice", "intermediate"])
def test_swapped_seats_cancel_to_nothing_for_players_who_play_both_sides_alike(brain: str, size: int):
    boards = [board_of(brain, brain, number, size) for number in range(1, BOARDS + 1)]
    assert boards == [TeamBoard(0)] * BOARDS
    assert [total.points for total in team_totals(boards)] == [BOARDS, BOARDS]
    assert team_places(team_totals(boards)) == [1, 1]


def test_different_play_of_the_same_cards_is_not_level():
    boards = [board_of("intermediate", "novice", number) for number in range(1, BOARDS + 1)]
    assert any(board is not None and board.margin for board in boards)
    mirrored = [board_of("novice", "intermediate", number) for number in range(1, BOARDS + 1)]
    assert [board and -board.margin for board in mirrored] == [board and board.margin for board in boards]


@pytest.mark.parametrize("size", [2, 4])
def test_partners_sit_in_both_seats_of_the_same_cards_and_change_opponents_after_four(size: int):
    for number in range(1, BOARDS + 1):
        tables = tables_of_board(number, size)
        assert sorted(table.one for table in tables) == sorted(table.other for table in tables)
        assert sum(table.one_deals_first for table in tables) == size // 2
    met = Counter((t.one, t.other) for number in range(1, BOARDS + 1) for t in tables_of_board(number, size))
    assert set(met.values()) == {4}
    firsts = Counter(
        t.one for n in range(1, BOARDS + 1) for t in tables_of_board(n, size) if t.one_deals_first
    )
    assert set(firsts.values()) == {BOARDS // 2}


def test_after_four_boards_each_player_meets_the_next_opponent():
    assert [(table.one, table.other) for table in tables_of_board(5, 4)] == [(0, 1), (1, 2), (2, 3), (3, 0)]


@pytest.mark.parametrize(("number", "size"), [(0, 2), (BOARDS + 1, 2), (1, 3)])
def test_no_other_boards_and_sizes_exist(number: int, size: int):
    with pytest.raises(ValueError, match="teams of 2 or 4 and boards 1 to 8"):
        tables_of_board(number, size)


def test_a_board_has_a_result_for_each_table():
    with pytest.raises(ValueError, match="shorter"):
        compare_teams(tables_of_board(1, 2), [played((121, 100))])


def test_a_board_is_the_sum_of_both_margins_and_brings_two_one_or_nothing():
    tables = tables_of_board(1, 2)  # team one deals first at the first table
    won, lost, level = (
        compare_teams(tables, [played((121, 100)), played((121, loser))]) for loser in (110, 90, 100)
    )
    assert (won, lost, level) == (TeamBoard(10), TeamBoard(-10), TeamBoard(0))
    assert [board.points for board in (won, lost, level) if board] == [(2, 0), (0, 2), (1, 1)]
    assert TeamBoard(1).points == (2, 0)


def test_resigning_or_not_coming_loses_by_at_most_a_narrow_skunk():
    tables = tables_of_board(1, 2)
    assert compare_teams(tables, [given_up(0, (3, 40)), played((121, 90))]) == TeamBoard(-62)
    assert compare_teams(tables, [no_show(0), played((121, 90))]) == TeamBoard(-62)


def test_board_with_a_game_that_does_not_count_scores_nothing():
    tables = tables_of_board(1, 2)
    assert compare_teams(tables, [VOID, played((121, 90))]) is None
    assert compare_teams(tables, [NOBODY_CAME, played((121, 90))]) is None
    assert team_totals([None, TeamBoard(4)]) == [TeamTotal(2, 1, 0, 1, 4), TeamTotal(0, 0, 0, 1, -4)]


def test_level_points_are_separated_by_margins():
    totals = team_totals([TeamBoard(40), TeamBoard(-3)])
    assert [total.points for total in totals] == [2, 2]
    assert team_places(totals) == [1, 2]


def test_the_team_with_more_points_is_first():
    totals = team_totals([TeamBoard(-2), TeamBoard(0)])
    assert totals == [TeamTotal(1, 0, 1, 2, -2), TeamTotal(3, 1, 1, 2, 2)]
    assert team_places(totals) == [2, 1]


def test_a_draw_of_another_version_is_refused():
    kept = json.loads(to_json(TeamDraw("e", 1, 2, ((1, 2), (3, 4)), (1, 2, 3, 4))))
    with pytest.raises(ValueError, match="not a draw of teams/1"):
        parse_draw({**kept, "version": "teams/2"})


def test_awarded_boards_give_two_points_each_and_no_margin():
    totals = team_totals([TeamBoard(-5)], given=(3, 0))
    assert totals == [TeamTotal(6, 3, 0, 4, -5), TeamTotal(2, 1, 0, 4, 5)]


def test_reserve_replaces_an_absent_player_or_the_seat_stays_empty():
    assert line_up((1, 2, 8, 9), {1, 2, 8, 9}, 2) == (1, 2)
    assert line_up((1, 2, 8, 9), {2, 9}, 2) == (9, 2)
    assert line_up((1, 2, 8), {8}, 2) == (8, None)


def test_empty_seat_loses_its_table_by_at_most_a_narrow_skunk():
    draw = TeamDraw("e", 1, 2, ((1, 2), (3, 4)), (1, 3, 4))
    assert draw.tables == (SeatedTable(1, 3, True), SeatedTable(None, 4, False))
    assert [table.table for table in draw.tables] == [(1, 3), None]
    assert list(draw.empty_seats) == [2]
    assert list(TeamDraw("e", 1, 2, ((1, 2, 8), (3, 4)), (1, 3, 4)).empty_seats) == [2]
    results = [played((121, 80)), draw.tables[1].walkover]
    assert compare_teams(draw.tables, results) == TeamBoard(41 - 31)
    assert SeatedTable(None, None, True).walkover == NOBODY_CAME


@pytest.mark.parametrize(
    ("one", "other", "one_deals_first", "absent"),
    [(None, 4, True, 0), (None, 4, False, 1), (1, None, True, 1), (1, None, False, 0)],
)
def test_an_empty_seat_is_an_absent_player(one, other, one_deals_first: bool, absent: int):
    assert SeatedTable(one, other, one_deals_first).walkover == no_show(absent)


@given(st.integers(1, BOARDS), st.sampled_from([2, 4]), st.sets(st.integers(1, 12)))
def test_only_present_players_are_seated_and_each_once(number: int, size: int, present: set[int]):
    teams = (tuple(range(1, 7)), tuple(range(7, 13)))
    draw = TeamDraw("e", number, size, teams, tuple(sorted(present)))
    seated = [player for seats in draw.tables for player in (seats.one, seats.other) if player]
    assert len(seated) == len(set(seated)) == sum(min(size, len(present & {*team})) for team in teams)
    assert present.issuperset(seated)
    assert parse_draw(json.loads(to_json(draw))) == draw


dealt = st.builds(
    lambda loser, first: played((121, loser) if first else (loser, 121)), st.integers(0, 120), st.booleans()
)


@given(st.integers(1, BOARDS), st.lists(dealt, min_size=2, max_size=2))
def test_board_from_the_other_side_is_the_opposite(number: int, results: list[Result]):
    tables = tables_of_board(number, 2)
    turned = [table._replace(one_deals_first=not table.one_deals_first) for table in tables]
    own, theirs = compare_teams(tables, results), compare_teams(turned, results)
    assert own is not None
    assert theirs is not None
    assert (own.margin, own.points) == (-theirs.margin, theirs.points[::-1])
