"""The right to rule: the whole table."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission

from game.accounts.guests import create_guest
from game.models import Granted, Player
from game.table import bot_accounts
from people.moderation import rights
from people.moderation.rights import Kind, may_rule
from tests.worlds import people

pytestmark = pytest.mark.django_db

TABLE = """
by         about       warn mute unmute ban unban void reset answer appeal  readmit  remove restore
host       anybody      x    x     x     x    x     x    x     x      x        x        x      x
host       player       x    x     x     x    x     x    x     x      x        x        x      x
host       guest        x    x     x     x    x     x    x     x      x        x        x      x
host       moderator    x    x     x     x    x     x    x     x      x        x        x      x
host       host         -    -     -     -    -     -    -     x      -        -        -      -
host       bot          -    -     -     -    -     -    -     -      -        -        -      -
host       himself      -    -     -     -    -     -    -     -      -        -        -      -
moderator  anybody      x    x     x     x    x     -    -     x      -        -        x      x
moderator  player       x    x     x     x    x     -    -     x      -        -        x      x
moderator  guest        x    x     x     x    x     -    -     x      -        -        x      x
moderator  moderator    -    -     -     -    -     -    -     -      -        -        -      -
moderator  host         -    -     -     -    -     -    -     -      -        -        -      -
moderator  bot          -    -     -     -    -     -    -     -      -        -        -      -
moderator  himself      -    -     -     -    -     -    -     -      -        -        -      -
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
        "guest": create_guest(),
        "bot": bot_accounts.get_or_create_account("novice"),
        "banned moderator": banned,
        "moderator who is gone": gone,
        "moderator by name": by_name,
    }


def test_rights_of_hosts_and_moderators_match_the_table(all_sorts: dict[str, Player]):
    heads, *rows = (line.split() for line in TABLE.split("\n") if line)
    kinds = heads[2:]
    assert set(kinds) == set(Kind.values)
    others = {"host": people.host("Other"), "moderator": people.moderator("Ward")}
    for by, about, *marks in rows:
        whom = {**all_sorts, **others, "himself": all_sorts[by], "anybody": None}[about]
        allowed = {kind for kind in kinds if may_rule(all_sorts[by], Kind(kind), whom)}
        assert allowed == {kind for kind, mark in zip(kinds, marks, strict=True) if mark == "x"}, (by, about)


@pytest.mark.parametrize("nobody", NOBODIES)
def test_other_players_have_no_rights(all_sorts: dict[str, Player], nobody: str):
    for kind in Kind:
        for whom in (None, all_sorts["player"], people.player(f"Cat-{kind}")):
            assert not may_rule(all_sorts[nobody], kind, whom)


def test_a_host_may_give_one_right_more(moderator: Player, ann: Player):
    moderator.user_permissions.add(Permission.objects.get(codename="void_game"))
    assert may_rule(people.reload(moderator), Kind.VOID, ann)


def test_moderators_see_players_and_games_and_change_none(moderator: Player):
    theirs = {permission.split(".")[1] for permission in moderator.get_all_permissions()}
    rules = set(rights.MODERATOR_PERMISSIONS)
    assert {name.split("_")[0] for name in theirs - rules} == {"view"}
    assert {"view_player", "view_game", "view_report", "view_chat", "view_change"} < theirs
    assert "view_secrets" not in theirs


def names(group: Group) -> set[str]:
    return {right.codename for right in Permission.objects.filter(group=group)}


@pytest.mark.rows
def test_hosts_changes_of_the_group_stay(moderator: Player):
    group = moderator.groups.get()
    void = Permission.objects.get(codename="void_game")
    group.permissions.set([void])
    rights.update_moderator_group()
    assert names(group) == {"void_game"}


@pytest.mark.rows
def test_group_gains_new_rights_but_none_that_a_host_removed(
    moderator: Player, monkeypatch: pytest.MonkeyPatch
):
    group = moderator.groups.get()
    group.permissions.remove(Permission.objects.get(codename="ban_player"))
    added = (*rights.MODERATOR_PERMISSIONS, "void_game")
    monkeypatch.setattr(rights, "MODERATOR_PERMISSIONS", added)
    before = names(group)
    for _ in range(2):  # run by this migration and by the next
        rights.update_moderator_group()
        assert names(group) == before | {"void_game"}


@pytest.mark.rows
@pytest.mark.parametrize("has_later", [False, True], ids=["it gains them", "it keeps what is left of them"])
def test_group_of_an_older_release_gains_the_lists_it_never_had(moderator: Player, has_later: bool):
    """A release in between gave new groups four more lists. A group that has any of them had all of them."""
    group = moderator.groups.get()
    lists = set(Permission.objects.filter(group=group, content_type__app_label="rng"))
    assert len(lists) == 4
    kept = next(each for each in lists if each.codename == "view_watch")
    taken = {*(lists - {kept} if has_later else lists), Permission.objects.get(codename="mute_player")}
    group.permissions.remove(*taken)
    Granted.objects.all().delete()
    left = names(group)
    import_module("game.migrations.0007_rights_granted").remember(apps, None)
    rights.update_moderator_group()
    assert names(group) == left | (set() if has_later else {each.codename for each in lists})


def test_deleted_group_is_created_again(moderator: Player):
    before = names(moderator.groups.get())
    moderator.groups.get().delete()
    rights.update_moderator_group()
    assert names(Group.objects.get(name=rights.MODERATOR_GROUP)) == before
