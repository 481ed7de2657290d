"""Following is one-way, and only the follower can see it. A block ends it in both directions."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from common import clock
from common.refusal import Refusal
from game.accounts import blocks
from game.accounts.guests import create_guest
from game.accounts.names import likeness
from game.engine.state import Rules
from game.following.models import Follow
from game.models import Player
from game.runtime.presence import PEOPLE, SITE
from game.table.bot_accounts import get_or_create_account
from game.table.opening import open_game
from game.table.tables import SEATS
from people.following import follows
from people.following.follows import MAX_FOLLOWED, follow, is_following, may_follow, unfollow
from people.following.people import Following, load_following
from people.settings.deletion import delete_account
from ranking.models import Kind, Standing
from rng import entropy
from tests.worlds.threads import at_once

NOBODY: dict[str, set[str]] = {PEOPLE: set(), SITE: set(), SEATS: set()}


@pytest.fixture
def crowd(db: None) -> list[Player]:
    return [Player.objects.create(username=f"Player-{n}", likeness=likeness(f"Player-{n}")) for n in range(6)]


def code_of(doing: Callable[[], Any]) -> str:
    with pytest.raises(Refusal) as fault:
        doing()
    return fault.value.code


def seen_by(player: Player, **here: set[str]) -> Following:
    return load_following({player.pk}, NOBODY | here)[player.pk]


def names(following: Following) -> list[str]:
    return [one.player.username for one in following.players]


def test_following_is_one_way(ann: Player, bob: Player):
    follow(player=ann, other=bob)
    assert names(seen_by(ann)) == ["Bob"]
    assert names(seen_by(bob)) == []
    assert is_following(ann, bob)
    assert not is_following(bob, ann)


def test_following_twice_is_following_once(ann: Player, bob: Player):
    for _ in range(2):
        follow(player=ann, other=bob)
    assert Follow.objects.count() == 1
    unfollow(player=ann, other=bob)
    unfollow(player=ann, other=bob)
    assert not Follow.objects.exists()


@pytest.mark.parametrize("other", ["themselves", "a bot", "a guest", "one who is gone"])
def test_only_the_accounts_of_others_can_be_followed(ann: Player, bob: Player, other: str):
    delete_account(bob)
    bob.refresh_from_db()
    whom = {
        "themselves": ann,
        "a bot": get_or_create_account("novice"),
        "a guest": create_guest(),
        "one who is gone": bob,
    }[other]
    assert code_of(partial(follow, player=ann, other=whom)) in ("bad_request", "no_player")
    assert not may_follow(ann, whom)
    assert not Follow.objects.exists()


def test_guest_cannot_follow(ann: Player):
    guest = create_guest()
    assert code_of(partial(follow, player=guest, other=ann)) == "no_account"
    assert not may_follow(guest, ann)


@pytest.mark.parametrize("blocker", ["ann", "bob"])
def test_a_block_by_either_ends_it_for_both(ann: Player, bob: Player, blocker: str):
    follow(player=ann, other=bob)
    follow(player=bob, other=ann)
    by, other = (ann, bob) if blocker == "ann" else (bob, ann)
    blocks.block(player=by, other=other)
    assert not Follow.objects.exists()
    for one, two in ((ann, bob), (bob, ann)):
        assert code_of(partial(follow, player=one, other=two)) == "blocked"
        assert not may_follow(one, two)
    blocks.unblock(player=by, other=other)
    assert not Follow.objects.exists()


def test_number_of_follows_is_limited(ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch):
    assert MAX_FOLLOWED == 200
    monkeypatch.setattr(follows, "MAX_FOLLOWED", 1)
    cat = Player.objects.create(username="Cat")
    follow(player=ann, other=bob)
    assert code_of(partial(follow, player=ann, other=cat)) == "full"
    follow(player=ann, other=bob)  # already followed
    unfollow(player=ann, other=bob)
    follow(player=ann, other=cat)


class TestWhatIsSeen:
    def test_followed_players_are_listed_as_online_or_last_seen(self, ann: Player, bob: Player, cat: Player):
        Player.objects.filter(pk__in=(bob.pk, cat.pk)).update(seen_at=clock.now())
        Standing.objects.create(player=bob, kind=Kind.PEOPLE, points=1612)
        for other in (bob, cat):
            follow(player=ann, other=other)
        seen = seen_by(ann, **{SITE: {str(bob.pk)}})
        assert [(one.player, one.points) for one in seen.here] == [(bob, 1612)]
        assert [one.player for one in seen.away] == [cat]
        assert seen.away[0].seen_at is not None

    def test_private_player_shows_no_time_last_seen(self, ann: Player, bob: Player):
        Player.objects.filter(pk=bob.pk).update(seen_at=clock.now(), is_private=True)
        follow(player=ann, other=bob)
        [away] = seen_by(ann).away
        assert away.seen_at is None
        [here] = seen_by(ann, **{PEOPLE: {str(bob.pk)}}).here
        assert here.seen_at is None

    def test_a_game_is_shown_while_its_player_sits_there_and_not_to_the_other(
        self, ann: Player, bob: Player, cat: Player
    ):
        game = open_game(entropy.game_id(), (bob, cat), Rules())
        type(game).objects.filter(pk=game.pk).update(ply=5)
        for player in (ann, cat):
            follow(player=player, other=bob)
        here = {PEOPLE: {str(bob.pk)}}
        assert seen_by(ann, **here).here[0].game is None
        here |= {SEATS: {f"{game.pk}:0"}}
        [shown] = seen_by(ann, **here).here
        assert shown.game == game
        assert shown.opponent == cat
        assert seen_by(cat, **here).here[0].game is None  # it is cat's own game

    def test_number_of_queries_does_not_grow_with_follows(
        self, crowd: list[Player], django_assert_max_num_queries: Any
    ):
        everybody = {str(player.pk) for player in crowd}
        for player in crowd:
            for other in crowd:
                if player != other:
                    follow(player=player, other=other)
        owners = {player.pk for player in crowd}
        with django_assert_max_num_queries(3):
            found = load_following(owners, NOBODY | {PEOPLE: everybody})
        assert all(len(found[owner].here) == 5 for owner in owners)


@pytest.mark.slow
def test_no_page_of_another_and_no_list_of_a_host_shows_it(client: Client, ann: Player, bob: Player):
    def pages_of(who: Player) -> list[str]:
        client.force_login(who)
        paths = ("/@Ann", "/@Bob", "/friends", "/accounts/download/")
        return [b"".join(client.get(path)).decode() for path in paths]

    before = pages_of(bob)
    follow(player=ann, other=bob)
    assert [page.count("Ann") for page in pages_of(bob)] == [page.count("Ann") for page in before]
    hostess = Player.objects.create_superuser("Hostess", password="fifteen-two")
    client.force_login(hostess)
    assert client.get("/admin/following/").status_code == 404
    assert "following" not in client.get("/admin/").content.decode().lower()
    for player in (ann, bob):
        shown = client.get(f"/admin/game/player/{player.pk}/change/").content.decode()
        assert "follow" not in shown.lower().replace("rel=nofollow", "")


@pytest.mark.rows
@pytest.mark.django_db(transaction=True)
class TestRaces:
    @pytest.mark.slow
    def test_concurrent_follows_of_one_player_make_one_row(self, crowd: list[Player]):
        ann, *others = crowd
        for number, other in enumerate(others, start=1):
            assert at_once(*[partial(follow, player=ann, other=other)] * 4) == [None] * 4
            assert Follow.objects.count() == number

    @pytest.mark.slow
    def test_two_players_follow_each_other_at_once(self, crowd: list[Player]):
        ann, bob, *_ = crowd
        for _ in range(5):
            assert (
                at_once(partial(follow, player=ann, other=bob), partial(follow, player=bob, other=ann))
                == [None] * 2
            )
            assert Follow.objects.count() == 2
            Follow.objects.all().delete()

    def test_at_the_limit_one_of_many_gets_in(self, crowd: list[Player], monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(follows, "MAX_FOLLOWED", 1)
        ann, *others = crowd
        came_of_it = at_once(*[partial(follow, player=ann, other=other) for other in others])
        assert came_of_it.count("full") == len(others) - 1
        assert Follow.objects.count() == 1

    @pytest.mark.slow
    def test_concurrent_block_prevents_following(self, crowd: list[Player]):
        ann, bob, *_ = crowd
        for _ in range(8):
            at_once(
                partial(follow, player=ann, other=bob),
                partial(blocks.block, player=bob, other=ann),
                partial(follow, player=bob, other=ann),
            )
            assert not Follow.objects.exists()
            blocks.unblock(player=bob, other=ann)
        connection.close()
