"""Followers are notified of an arrival: once in some hours, and never of a private player."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from common import clock
from game.accounts.guests import create_guest
from game.following.models import Follow
from game.models import Player
from people.following.arrivals import AWAY_FOR, TOLD_AT_MOST_EVERY, is_arriving, tell_followers
from people.following.follows import follow
from people.notices.listing import load_notices
from people.notices.models import Notice
from people.settings.deletion import delete_account
from tests.worlds.threads import at_once


def told(player: Player) -> list[dict[str, Any]]:
    notices = load_notices({player.pk})[0].get(player.pk, [])
    return [notice for notice in notices if notice["kind"] == "followed_here"]


def seen(player: Player, ago: timedelta | None) -> Player:
    player.seen_at = None if ago is None else clock.now() - ago
    return player


def test_player_who_was_away_for_a_while_arrives(ann: Player):
    assert is_arriving(seen(ann, None))
    assert is_arriving(seen(ann, AWAY_FOR + timedelta(minutes=1)))
    assert not is_arriving(seen(ann, AWAY_FOR - timedelta(minutes=1)))


def test_private_players_and_guests_never_arrive(ann: Player):
    ann.is_private = True
    assert not is_arriving(seen(ann, None))
    assert not is_arriving(seen(create_guest(), None))


@pytest.mark.slow
@pytest.mark.rows
def test_followers_are_notified_once_in_some_hours(ann: Player, bob: Player, cat: Player):
    follow(player=ann, other=cat)
    assert tell_followers(cat) == 1
    follow(player=bob, other=cat)
    assert tell_followers(cat) == 1  # bob is a new follower
    assert tell_followers(cat) == 0
    [notice] = told(ann)
    assert (notice["by"], notice["read"]) == ("Cat", False)
    assert len(told(bob)) == 1
    assert told(cat) == []
    Follow.objects.filter(by=ann).update(told_at=clock.now() - TOLD_AT_MOST_EVERY - timedelta(minutes=1))
    Notice.objects.update(about=f"player:{cat.pk}:0")  # as if it had been hours ago
    assert tell_followers(cat) == 1
    assert len(told(ann)) == 2


@pytest.mark.rows
@pytest.mark.django_db(transaction=True)
def test_only_one_of_many_concurrent_pages_notifies(ann: Player, bob: Player):
    follow(player=ann, other=bob)
    assert sorted(at_once(*[partial(tell_followers, bob)] * 4)) == [0, 0, 0, 1]
    assert Notice.objects.count() == 1


def test_deleted_account_leaves_no_arrival_notifications(ann: Player, bob: Player, cat: Player):
    for other in (bob, cat):
        follow(player=ann, other=other)
        tell_followers(other)
    delete_account(bob)
    assert [notice["by"] for notice in told(ann)] == ["Cat"]
    assert [one.followed for one in Follow.objects.all()] == [cat]
