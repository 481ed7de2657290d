"""The turning points of an event, in small worked examples, and their number in a large one."""

from rng.twister import stream
from tournaments.archive.turning_points import (
    MOST_OF_KIND,
    MOST_REPLAYED,
    Deal,
    Turn,
    choose_replayed,
    find_moments_in_game,
    find_moments_of_standings,
    top_after,
)
from tournaments.formats.encounters import Encounter
from tournaments.formats.scoring import VOID, given_up, no_show, played


def win(winner: int, loser: int, loser_has: int = 100) -> Encounter:
    return Encounter(winner, loser, played((121, loser_has)))


def test_a_new_leader_after_the_first_round_is_a_turning_point() -> None:
    games = [win(1, 2, 91), win(3, 4), win(3, 1), win(1, 4, 80), win(2, 3)]
    leads = [one for one in find_moments_of_standings([1, 2, 3, 4], games) if one.turn is Turn.LEAD]
    assert [(one.game, one.winner, one.loser) for one in leads] == [(2, 3, 1), (3, 1, 4)]


def test_players_who_share_the_lead_do_not_take_it() -> None:
    games = [win(1, 2), win(3, 4), win(1, 4), win(3, 2)]
    assert [one for one in find_moments_of_standings([1, 2, 3, 4], games) if one.turn is Turn.LEAD] == []


def test_a_climb_over_three_places_in_the_second_half_is_a_turning_point() -> None:
    games = [win(1, 6), win(2, 5, 95), win(3, 4, 99), win(6, 4, 60)]
    climbs = [one for one in find_moments_of_standings(range(1, 7), games) if one.turn is Turn.CLIMB]
    assert [(one.winner, one.figures) for one in climbs] == [(6, (4, 1))]


def test_games_that_do_not_count_change_nothing() -> None:
    games = [
        win(1, 2),
        Encounter(3, 4, VOID),
        Encounter(3, 4, no_show(1)),
        Encounter(4, 2, given_up(1, (50, 40))),
    ]
    assert top_after([1, 2, 3, 4], games) == [(4, 3), (1, 2), (3, 2), (2, 0)]
    find_moments_of_standings([1, 2, 3, 4], games)


def test_the_last_deal_decides_if_both_could_win_in_it() -> None:
    deals = [Deal(3, 0, 0), Deal(40, 60, 70), Deal(90, 100, 112)]
    (found,) = find_moments_in_game(7, win(1, 2, 118), 121, deals)
    assert (found.turn, found.figures, found.ply, found.game) == (Turn.LAST_DEAL, (21, 9), 90, 7)
    assert list(find_moments_in_game(7, win(1, 2), 121, [*deals[:2], Deal(90, 100, 90)])) == []
    assert list(find_moments_in_game(7, win(1, 2), 121, [])) == []


def test_a_deficit_of_twenty_holes_that_is_made_up_is_a_turning_point() -> None:
    deals = [Deal(3, 0, 0), Deal(40, 40, 61), Deal(60, 70, 75), Deal(90, 90, 90)]
    (found,) = find_moments_in_game(0, win(1, 2), 121, deals)
    assert (found.turn, found.figures, found.ply) == (Turn.COMEBACK, (21,), 40)


def test_few_games_of_the_largest_event_are_replayed() -> None:
    chance = stream(b"x" * 32, "a large night")
    players = list(range(400))
    games = []
    for _ in range(1800):
        one = int(chance.random() * 400)
        other = (one + 1 + int(chance.random() * 399)) % 400
        games.append(win(one, other, 121 - 1 - int(chance.random() * 60)))
    moments = find_moments_of_standings(players, games)
    assert len(moments) <= 2 * MOST_OF_KIND
    assert len(choose_replayed(games, moments)) == MOST_REPLAYED
    closest = games[choose_replayed(games, moments)[0]].result
    assert closest is not None
    assert closest.spread == 1
