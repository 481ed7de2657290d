"""A player's games, a page at a time."""

import pytest

from game.models import Player
from people.profiles.history import find_history_page
from tests.worlds.scoresheets import create_change, create_scoresheet

pytestmark = pytest.mark.django_db


@pytest.mark.rows
def test_pages_follow_each_other_without_a_gap_also_where_games_ended_together(ann: Player, bob: Player):
    played = [create_scoresheet(ann, bob, minutes=minutes).game_id for minutes in (1, 2, 2, 2, 2, 3)]
    seen, after = [], None
    for _ in range(3):
        page = find_history_page(ann.pk, after, size=2)
        seen += [game.game for game in page.games]
        after = page.next
    assert seen == played[::-1]
    assert after is None


def test_page_after_another_players_game_is_empty(ann: Player, bob: Player, novice: Player):
    others = create_scoresheet(bob, novice)
    assert find_history_page(ann.pk, others.game_id) is None


def test_rated_game_shows_its_change_of_points(ann: Player, bob: Player):
    sheet = create_scoresheet(ann, bob, rated=True)
    entry = create_change(ann, 1500, 21, game=sheet.game_id)
    create_change(ann, 1521, -21, game=sheet.game_id, undoes=entry)
    create_change(bob, 1500, -21, game=sheet.game_id)
    [game] = find_history_page(ann.pk).games
    assert game.change == 21


@pytest.mark.parametrize(
    ("figures", "says"),
    [
        ({}, None),
        ({"value": 2}, "a skunk"),
        ({"won": False, "value": 4}, "a double skunk"),
        ({"ended": "flag"}, "opponent ran out of time"),
        ({"ended": "left", "won": False}, "left the table"),
        ({"ended": "resigned", "won": False}, "resigned"),
    ],
)
def test_ending_is_described_from_the_players_side(
    ann: Player, bob: Player, figures: dict[str, object], says: str | None
):
    create_scoresheet(ann, bob, **figures)
    [game] = find_history_page(ann.pk).games
    assert game.ending == says
