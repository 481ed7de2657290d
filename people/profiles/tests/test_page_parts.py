"""The series score at a table before its first deal."""

import pytest

from game.engine.state import Rules, Seat
from game.models import Game, Player
from people.profiles.page_parts import describe_at_table
from people.profiles.record import HeadToHead
from tests.worlds.bot_games import open_bot_game
from tests.worlds.scoresheets import create_scoresheet
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ann: Player, bob: Player) -> Game:
    """A game that has not begun, of two people who have played three."""
    for won in (True, True, False):
        create_scoresheet(ann, bob, won=won)
        create_scoresheet(bob, ann, won=not won)
    return create_game(players=(ann, bob), begun=False)


def test_each_seat_sees_the_series_from_its_own_side(game: Game, ann: Player, bob: Player):
    assert describe_at_table(game, Seat.A) == {"opponent": bob, "series": HeadToHead(2, 1)}
    assert describe_at_table(game, Seat.B) == {"opponent": ann, "series": HeadToHead(1, 2)}


def test_watchers_and_later_deals_get_none(game: Game):
    assert describe_at_table(game, None) == {}
    game.ply = 1
    assert describe_at_table(game, Seat.A) == {}


def test_a_table_with_a_bot_gets_none(ann: Player):
    assert describe_at_table(open_bot_game(ann, "novice", Rules()), Seat.A) == {}
