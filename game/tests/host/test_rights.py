"""Who may rule on whom: the whole table."""

import pytest

from game.host import rights
from game.host.rights import Kind, may
from game.models import Player
from game.table import house
from game.table.opening import new_guest
from game.tests.host import people

pytestmark = pytest.mark.django_db

TABLE = """
by         about       warn mute unmute ban unban void reset answer appeal
host       anybody      x    x     x     x    x     x    x     x      x
host       player       x    x     x     x    x     x    x     x      x
host       guest        x    x     x     x    x     x    x     x      x
host       moderator    x    x     x     x    x     x    x     x      x
host       host         -    -     -     -    -     -    -     x      -
host       bot          -    -     -     -    -     -    -     -      -
host       himself      -    -     -     -    -     -    -     -      -
moderator  anybody      x    x     x     x    x     -    -     x      -
moderator  player       x    x     x     x    x     -    -     x      -
moderator  guest        x    x     x     x    x     -    -     x      -
moderator  moderator    -    -     -     -    -     -    -     -      -
moderator  host         -    -     -     -    -     -    -     -      -
moderator  bot          -    -     -     -    -     -    -     -      -
moderator  himself      -    -     -     -    -     -    -     -      -
"""
NOBODIES = ("player", "guest", "bot", "banned moderator", "moderator who is gone", "moderator by name")


@pytest.fixture
def all_sorts() -> dict[str, Player]:
    banned, gone, by_name = (people.moderator(name) for name in ("Banned", "Gone", "Name"))
    banned.banned_until, gone.is_active, by_name.is_staff = people.in_days(1), False, False
    return {
        "host": people.host(),
        "moderator": people.moderator(),
        "player": people.player("Ann"),
        "guest": new_guest(),
        "bot": house.account("novice"),
        "banned moderator": banned,
        "moderator who is gone": gone,
        "moderator by name": by_name,
    }


def test_hosts_and_moderators_may_what_the_table_says(all_sorts: dict[str, Player]):
    heads, *rows = (line.split() for line in TABLE.split("\n") if line)
    kinds = heads[2:]
    assert set(kinds) == set(Kind.values)
    others = {"host": people.host("Other"), "moderator": people.moderator("Ward")}
    for by, about, *marks in rows:
        whom = {**all_sorts, **others, "himself": all_sorts[by], "anybody": None}[about]
        allowed = {kind for kind in kinds if may(all_sorts[by], Kind(kind), whom)}
        assert allowed == {kind for kind, mark in zip(kinds, marks, strict=True) if mark == "x"}, (by, about)


@pytest.mark.parametrize("nobody", NOBODIES)
def test_nobody_else_may_anything(all_sorts: dict[str, Player], nobody: str):
    for kind in Kind:
        for whom in (None, all_sorts["player"], people.player(f"Cat-{kind}")):
            assert not may(all_sorts[nobody], kind, whom)


def test_a_host_may_give_one_right_more(moderator: Player, ann: Player):
    from django.contrib.auth.models import Permission

    moderator.user_permissions.add(Permission.objects.get(codename="void_game"))
    assert may(people.again(moderator), Kind.VOID, ann)


def test_moderators_see_players_and_games_and_change_none(moderator: Player):
    theirs = {permission.split(".")[1] for permission in moderator.get_all_permissions()}
    rules = set(rights.OF_MODERATORS)
    assert {name.split("_")[0] for name in theirs - rules} == {"view"}
    assert {"view_player", "view_game", "view_report", "view_chat", "view_change"} < theirs
    assert "view_secrets" not in theirs


def test_what_a_host_makes_of_the_group_stays(moderator: Player):
    group = moderator.groups.get()
    group.permissions.clear()
    rights.appoint_moderators()
    assert not group.permissions.exists()
