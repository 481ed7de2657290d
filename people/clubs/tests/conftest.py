"""A club with an owner, a director and a member."""

import pytest

from game.models import Player
from people.clubs.models import Club
from people.clubs.tests.people import create_club, create_veteran
from tests.worlds.accounts import create_account


@pytest.fixture
def olga(db: None) -> Player:
    """The owner of the club."""
    return create_veteran("Olga")


@pytest.fixture
def club(olga: Player) -> Club:
    return create_club("Night Owls", olga, Dirk="director", Mona="member")


@pytest.fixture
def dirk(club: Club) -> Player:
    """A director of the club."""
    return Player.objects.get(username="Dirk")


@pytest.fixture
def mona(club: Club) -> Player:
    """A member of the club."""
    return Player.objects.get(username="Mona")


@pytest.fixture
def nora(db: None) -> Player:
    """A player outside the club."""
    return create_account("Nora")
