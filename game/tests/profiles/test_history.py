"""A player's games, a page at a time."""

import pytest

from game.models import Player
from game.profiles import history
from game.profiles.history import page_of
from game.tests.profiles.scoresheets import a_change, a_sheet

pytestmark = [pytest.mark.rows, pytest.mark.django_db]


def test_pages_follow_each_other_without_a_gap_also_where_games_ended_together(
    ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(history, "ON_A_PAGE", 2)
    played = [a_sheet(ann, bob, minutes=minutes).game_id for minutes in (1, 2, 2, 2, 2, 3)]
    seen, after = [], None
    for _ in range(3):
        page = page_of(ann.pk, after)
        seen += [game.game for game in page.games]
        after = page.next
    assert seen == played[::-1]
    assert after is None


def test_a_page_after_a_game_that_was_not_the_players_is_none(ann: Player, bob: Player, novice: Player):
    others = a_sheet(bob, novice)
    assert page_of(ann.pk, others.game_id) is None


def test_a_rated_game_tells_what_it_changed(ann: Player, bob: Player):
    sheet = a_sheet(ann, bob, rated=True)
    entry = a_change(ann, 1500, 21, game=sheet.game_id)
    a_change(ann, 1521, -21, game=sheet.game_id, undoes=entry)
    a_change(bob, 1500, -21, game=sheet.game_id)
    [game] = page_of(ann.pk).games
    assert game.change == 21


@pytest.mark.parametrize(
    ("figures", "says"),
    [
        ({}, None),
        ({"value": 2}, "a skunk"),
        ({"won": False, "value": 4}, "a double skunk"),
        ({"ended": "flag"}, "the opponent’s time was up"),
        ({"ended": "left", "won": False}, "left the table"),
        ({"ended": "resigned", "won": False}, "resigned"),
    ],
)
def test_how_a_game_ended_is_said_from_the_players_side(
    ann: Player, bob: Player, figures: dict[str, object], says: str | None
):
    a_sheet(ann, bob, **figures)
    [game] = page_of(ann.pk).games
    assert game.how == says
