"""The formats' published numbers. A change of one is an announcement to players, and never an accident."""

import pytest

from tournaments.formats import bracket, format, pairing, season, swiss, team_boards
from tournaments.formats.draws import pair_drawn
from tournaments.formats.format import Again, Pace, duel, hour, minutes_in_step, minutes_of_teams, night

ROOT = bytes(range(32))


def test_the_lengths_of_nights_and_hours():
    assert format.NIGHT_GAMES == (5, 9, 12, 18, 22)
    assert format.HOUR_GAMES == {60: 6, 90: 9}
    assert [(of.games, of.minutes, of.join_minutes) for of in (night(18), hour(90))] == [
        (18, 210, 105),
        (9, 90, 90),
    ]
    assert [make(9, Pace.STANDARD).minutes for make in (night, duel)] == [150, 150]
    assert [make().across_clubs for make in (night, hour, duel)] == [False, False, True]


def test_how_long_players_may_join_and_whether_they_may_meet_again():
    assert [(of.name, of.join_minutes, of.again) for of in (night(), hour(), duel())] == [
        ("night", 52, Again.WHEN_ALL_ARE_MET),
        ("hour", 60, Again.NOT_IN_A_ROW),
        ("duel", 52, Again.NEVER),
    ]


@pytest.mark.parametrize(("pace", "rounds", "teams"), [(Pace.QUICK, 142, 163), (Pace.STANDARD, 282, 303)])
def test_the_longest_duration_of_seven_rounds(pace: Pace, rounds: int, teams: int):
    assert format.ROUNDS_IN_STEP == 7
    assert (minutes_in_step(7, pace), minutes_of_teams(7, pace)) == (rounds, teams)


def test_the_limits_of_all_formats():
    assert (format.GRACE_MINUTES, format.FEWEST_TABLES) == (15, 4)
    assert (pairing.MOST_AT_ONCE, swiss.MOST_PLAYERS) == (60, 100)
    assert (season.WEEKS, season.FINALISTS, season.FINAL_BEST_OF) == (13, 8, 5)
    assert (team_boards.BOARDS, team_boards.SIZES, team_boards.RESERVES) == (8, (2, 4), 2)
    assert (bracket.BEST_OF, bracket.FORFEIT_MS, bracket.NEXT_FORFEIT_MS) == ((3, 5), 300_000, 900_000)
    assert pairing.PATIENCE == {"pairing/1": (120_000, 120_000), "pairing/2": (100_000, 30_000)}


def test_a_draw_is_paired_by_the_rules_of_its_kind():
    in_step = swiss.SwissDraw("e", 1, tuple(swiss.Standing(n, n, 3, 0, False) for n in (1, 2)))
    free = tuple(pairing.Free(n, 0, 2, 2, 1, 0, dealt_first_last=False, least=0) for n in (1, 2))
    as_free = pairing.Draw("e", 1, 1_000_000, 0, free)
    assert pair_drawn(in_step, ROOT) == swiss.pair_in_step(in_step, ROOT) != ()
    assert pair_drawn(as_free, ROOT) == pairing.pair(as_free, ROOT) != ()
