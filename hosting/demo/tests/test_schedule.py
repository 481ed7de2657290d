"""The plan of which games sample players play, and when."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from hashlib import sha512
from itertools import pairwise

import pytest

from game.accounts.names import find_name_fault, likeness
from hosting.demo.samples import NAMES, build_samples, sample_names
from hosting.demo.schedule import DAYS, GAMES_EACH, PlannedGame, plan_games
from rng.twister import Twister, stream

NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
BOTS = ("novice", "intermediate")


def chance(seed: int = 0) -> Twister:
    return stream(sha512(str(seed).encode()).digest()[:32], "test")


def planned(players: int, games: int, seed: int = 0) -> list[PlannedGame]:
    drawn = chance(seed)
    return plan_games(build_samples(sample_names(players), drawn), BOTS, games, NOW, drawn)


def test_it_plans_as_many_games_as_asked_for_in_order_of_their_end():
    found = planned(12, 150)
    assert len(found) == 150
    assert found == sorted(found, key=lambda fixture: fixture.ends)


def test_all_games_are_over_and_none_is_much_older_than_six_weeks():
    for seed in range(5):
        found = planned(12, 150, seed)
        assert all(fixture.begins < fixture.ends < NOW for fixture in found)
        assert min(fixture.begins for fixture in found) > NOW - timedelta(days=DAYS + 14)


def test_no_player_plays_two_games_at_a_time():
    found = planned(8, 200)
    for player in range(8):
        own = sorted((f for f in found if player in f.people), key=lambda fixture: fixture.begins)
        assert all(one.ends < other.begins for one, other in pairwise(own))


def test_the_first_games_list_every_player_in_both_lists():
    players = 10
    found = planned(players, GAMES_EACH * players * 3 // 2)
    for with_people in (False, True):
        rated = Counter(p for f in found if (len(f.people) == 2) is with_people for p in f.people)
        assert rated == dict.fromkeys(range(players), GAMES_EACH)
    assert all(fixture.settings.rated for fixture in found)


def test_rated_games_could_be_asked_for_on_the_site():
    for fixture in planned(12, 300):
        settings = fixture.settings
        if settings.rated:
            assert settings.target == 121
            assert settings.counting in ("auto", "muggins")
            assert settings.clock == ("relaxed" if len(fixture.people) == 1 else settings.clock) != "none"


def test_a_seed_repeats_its_games_and_another_seed_gives_others():
    assert planned(8, 60) == planned(8, 60) != planned(8, 60, seed=1)


def test_names_are_allowed_and_distinguishable():
    many = sample_names(200)
    assert not [name for name in many if find_name_fault(name)]
    assert len({likeness(name) for name in NAMES}) == len(NAMES)
    assert len(set(many)) == 200


@pytest.mark.parametrize("players", [4, 5, 31])
def test_any_number_of_players_finds_games(players: int):
    assert len(planned(players, 40)) == 40
