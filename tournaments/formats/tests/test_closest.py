"""The grid of an event: a calm choice of four games, and the closest one among them."""

from itertools import product

import pytest

from tournaments.formats.closest import (
    APART,
    MOST_SHOWN,
    NEAR_END,
    LiveGame,
    choose_shown,
    find_followed,
    keep_slots,
)


def live(game: str, one: int, other: int) -> LiveGame:
    return LiveGame(game, (one, other), 121)


@pytest.mark.parametrize(
    ("scores", "is_close"),
    [
        ((91, 91), True),
        ((90, 95), False),  # the player behind needs 31
        ((91, 101), True),
        ((91, 102), False),  # 11 apart
        ((120, 110), True),
        ((120, 109), False),
        ((0, 0), False),
    ],
)
def test_a_game_is_close_near_its_end_with_both_near_each_other(
    scores: tuple[int, int], is_close: bool
) -> None:
    assert live("a", *scores).is_close == is_close


def test_close_is_what_the_page_on_events_says() -> None:
    for one, other in product(range(0, 121, 5), repeat=2):
        needs = (121 - one, 121 - other)
        assert live("a", one, other).is_close == (max(needs) <= NEAR_END and abs(one - other) <= APART)


def test_the_game_in_which_the_player_behind_needs_fewest_is_followed() -> None:
    games = [live("a", 100, 100), live("b", 105, 108), live("c", 120, 60)]
    assert find_followed(games, None) == "b"


def test_the_followed_game_is_kept_while_it_is_close() -> None:
    games = [live("a", 100, 100), live("b", 118, 119)]
    assert find_followed(games, "a") == "a"
    assert find_followed([live("a", 100, 112), games[1]], "a") == "b"
    assert find_followed(games[1:], "a") == "b"


def test_no_game_is_followed_while_none_is_close() -> None:
    assert find_followed([live("a", 50, 50)], "a") is None
    assert find_followed([], "a") is None


def test_at_most_four_games_are_shown_the_furthest_on_first() -> None:
    games = [live(name, score, 0) for name, score in zip("abcdef", (10, 60, 20, 50, 30, 40), strict=True)]
    assert choose_shown(games, [], None) == ["b", "d", "f", "e"]
    assert len(choose_shown(games, [], None)) == MOST_SHOWN


def test_a_game_keeps_its_slot_until_it_ends() -> None:
    games = [live(name, score, 0) for name, score in zip("abcde", (10, 20, 30, 40, 90), strict=True)]
    assert choose_shown(games, ["a", "b", "c", "d"], None) == ["a", "b", "c", "d"]
    assert choose_shown(games[1:], ["a", "b", "c", "d"], None) == ["b", "c", "d", "e"]


def test_a_followed_game_takes_the_slot_of_the_game_furthest_from_its_end() -> None:
    games = [live(name, score, 0) for name, score in zip("abcd", (40, 10, 30, 20), strict=True)]
    games.append(live("e", 110, 110))
    assert choose_shown(games, ["a", "b", "c", "d"], "e") == ["a", "e", "c", "d"]


def test_fewer_games_than_slots_are_all_shown() -> None:
    assert choose_shown([live("a", 1, 2)], ["gone"], None) == ["a"]
    assert choose_shown([], ["gone"], None) == []
    assert choose_shown([live("a", 110, 110)], [], "a", most=0) == []


def test_games_do_not_change_their_slots() -> None:
    assert keep_slots(["a", "b", "c", "d"], ["d", "b", "x"]) == ["x", "b", "d"]
    assert keep_slots(["a", "b"], ["b", "a", "x", "y"]) == ["a", "b", "x", "y"]
    assert keep_slots(["a", "b", "c"], []) == []
