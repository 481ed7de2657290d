"""Following and blocking by calls does what the pages do, with the same refusals."""

from typing import Any

import pytest
from django.test import Client

from common import clock
from game.accounts.sanctions import PERMANENT
from game.following.models import Follow
from game.models import Block, Player
from game.tokens.scopes import Scope
from people.following import follows
from tests.worlds.api import bearer, bot_of, get, make_text
from tests.worlds.people import player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Player:
    return player("Ann")


@pytest.fixture
def bob() -> Player:
    return player("Bob")


def put(path: str, caller: Player, method: str = "PUT") -> Any:
    own = bearer(make_text(caller, Scope.FOLLOW))
    return Client().generic(method, f"/api/v1{path}", **own)


def code_of(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


class TestFollowing:
    def test_twice_is_once_and_ends(self, ann: Player, bob: Player) -> None:
        for _ in range(2):
            assert put("/following/bob", ann).json() == {}
        own = bearer(make_text(ann))
        assert [one["name"] for one in get("/following", **own).json()["following"]] == ["Bob"]
        for _ in range(2):
            assert put("/following/Bob", ann, "DELETE").json() == {}
        assert not Follow.objects.exists()

    @pytest.mark.parametrize("by_ann", [True, False])
    def test_is_refused_across_a_block(self, ann: Player, bob: Player, by_ann: bool) -> None:
        Block.objects.create(by=ann if by_ann else bob, blocked=bob if by_ann else ann)
        assert code_of(put("/following/Bob", ann)) == (403, "blocked")
        assert not Follow.objects.exists()

    def test_of_players_that_no_page_offers_is_refused(self, ann: Player) -> None:
        player("Guest-4b2gu", is_guest=True)
        for name, refused in (
            ("Ann", (400, "bad_request")),
            ("Nobody", (404, "no_player")),
            ("Guest-4b2gu", (400, "bad_request")),
            ("%00", (404, "no_player")),
        ):
            assert code_of(put(f"/following/{name}", ann)) == refused
        assert not Follow.objects.exists()

    def test_by_a_bot_is_refused(self, ann: Player, bob: Player) -> None:
        assert code_of(put("/following/Bob", bot_of(ann, "Deep"))) == (403, "people_only")

    def test_has_a_limit_that_is_no_rate(
        self, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(follows, "MAX_FOLLOWED", 1)
        Follow.objects.create(by=ann, followed=player("Carl"), at=clock.now())
        refused = put("/following/Bob", ann)
        assert code_of(refused) == (409, "full")
        assert "Retry-After" not in refused
        assert put("/following/Carl", ann).status_code == 200


class TestBlocking:
    def test_twice_is_once_ends_follows_and_is_listed(self, ann: Player, bob: Player) -> None:
        Follow.objects.create(by=bob, followed=ann, at=clock.now())
        for _ in range(2):
            assert put("/blocks/Bob", ann).json() == {}
        assert (Block.objects.count(), Follow.objects.count()) == (1, 0)
        assert get("/blocks", **bearer(make_text(ann))).json() == {"blocked": ["Bob"], "next": None}
        assert get("/blocks", **bearer(make_text(bob))).json() == {"blocked": [], "next": None}
        for _ in range(2):
            assert put("/blocks/Bob", ann, "DELETE").json() == {}
        assert not Block.objects.exists()

    def test_a_players_call_leaves_the_others_block(self, ann: Player, bob: Player) -> None:
        put("/blocks/Bob", ann)
        put("/blocks/Ann", bob, "DELETE")
        assert Block.objects.count() == 1

    def test_of_oneself_and_strangers_is_refused(self, ann: Player) -> None:
        assert code_of(put("/blocks/Ann", ann)) == (400, "bad_request")
        assert code_of(put("/blocks/Nobody", ann)) == (404, "no_player")


@pytest.mark.parametrize("path", ["/following/Bob", "/blocks/Bob"])
@pytest.mark.parametrize("method", ["PUT", "DELETE"])
class TestCallers:
    def test_a_banned_one_changes_nothing(self, ann: Player, bob: Player, path: str, method: str) -> None:
        Player.objects.filter(pk=ann.pk).update(banned_until=PERMANENT)
        assert code_of(put(path, ann, method)) == (403, "banned")
        assert (Follow.objects.count(), Block.objects.count()) == (0, 0)

    def test_a_muted_one_may(self, ann: Player, bob: Player, path: str, method: str) -> None:
        Player.objects.filter(pk=ann.pk).update(muted_until=PERMANENT)
        assert put(path, ann, method).status_code == 200

    def test_another_scope_is_not_enough(self, ann: Player, bob: Player, path: str, method: str) -> None:
        own = bearer(make_text(ann, Scope.PLAY, Scope.CHALLENGE, Scope.REVIEW, Scope.BOT))
        refused = Client().generic(method, f"/api/v1{path}", **own)
        assert code_of(refused) == (403, "no_scope")
