"""Round robins: the tables that FIDE prints (Handbook C.05, annex 1), and properties of all sizes."""

from collections import Counter
from itertools import combinations

import pytest

from tournaments.formats.berger import berger_table

PUBLISHED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 "
    "| 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 | 10-7 8-6 9-5 1-4 2-3 "
    "| 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 | 4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5 "
    "| 5-10 6-4 7-3 8-2 9-1",
}


@pytest.mark.parametrize("players", PUBLISHED)
def test_the_tables_are_those_that_are_published(players):
    written = " | ".join(" ".join(f"{a}-{b}" for a, b in each) for each in berger_table(players))
    assert written == PUBLISHED[players]


@pytest.mark.parametrize("players", range(2, 25))
def test_each_two_players_meet_once_and_play_once_per_round(players):
    rounds = berger_table(players)
    met = Counter(frozenset(pair) for each in rounds for pair in each)
    assert met == Counter(frozenset(pair) for pair in combinations(range(1, players + 1), 2))
    assert all(len({p for pair in each for p in pair}) == 2 * len(each) for each in rounds)


@pytest.mark.parametrize("players", range(2, 25))
def test_first_deals_are_at_most_one_apart(players):
    lean = Counter()
    for first, second in (pair for each in berger_table(players) for pair in each):
        lean[first] += 1
        lean[second] -= 1
    assert all(abs(lean[player]) <= 1 for player in lean)


def test_one_player_is_no_round_robin():
    with pytest.raises(ValueError, match="needs two players"):
        berger_table(1)
