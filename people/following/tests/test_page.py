"""The page of followed players, its forms, the calls, and the buttons on other pages."""

import json
from typing import Any

import pytest
from django.test import Client

from common import clock
from game.accounts import blocks
from game.following.models import Follow
from game.models import Player
from people.following.follows import follow
from tests.worlds.accounts import page_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def anns(client: Client, ann: Player) -> Client:
    client.force_login(ann)
    return client


def call(client: Client, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/api/{path}", json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


def test_empty_page_explains_how_to_follow(anns: Client):
    assert "You don’t follow any players yet" in page_text(anns.get("/friends"))


def test_a_form_follows_by_name_and_another_ends_it(anns: Client, bob: Player):
    shown = page_text(anns.post("/friends", {"follow": " bOB "}, follow=True))
    assert "You follow Bob. Other players can’t see that." in shown
    assert 'name="unfollow" value="Bob"' in shown
    shown = page_text(anns.post("/friends", {"unfollow": "Bob"}, follow=True))
    assert "You no longer follow Bob." in shown
    assert not Follow.objects.exists()


@pytest.mark.parametrize(
    ("form", "status", "says"),
    [
        ({"follow": "Zed"}, 404, "There’s no player called Zed."),
        ({"follow": "Ann"}, 400, "You can’t follow yourself."),
        ({"follow": "Bob"}, 403, "You can’t follow this player."),
        ({}, 404, "There’s no player called ."),
    ],
)
def test_impossible_follow_is_explained_next_to_the_form(
    anns: Client, ann: Player, bob: Player, form: dict[str, str], status: int, says: str
):
    blocks.block(player=bob, other=ann)
    answer = anns.post("/friends", form)
    assert answer.status_code == status
    assert says in page_text(answer)
    assert not Follow.objects.exists()


def test_last_seen_is_shown_unless_the_profile_is_private(anns: Client, ann: Player, bob: Player):
    Player.objects.filter(pk=bob.pk).update(seen_at=clock.now())
    follow(player=ann, other=bob)
    assert "Last seen on" in page_text(anns.get("/friends"))
    Player.objects.filter(pk=bob.pk).update(is_private=True)
    assert "Last seen on" not in page_text(anns.get("/friends"))


@pytest.mark.slow
def test_a_profile_offers_it_to_accounts_alone(client: Client, ann: Player, bob: Player):
    assert 'name="follow"' not in page_text(client.get("/@Bob"))
    client.force_login(ann)
    assert 'name="follow" value="Bob"' in page_text(client.get("/@Bob"))
    assert 'name="follow"' not in page_text(client.get("/@Ann"))
    assert 'name="follow"' not in page_text(client.get("/@Novice"))
    answer = client.post("/friends", {"follow": "Bob", "from_profile": "yes"})
    assert answer["Location"] == "/@Bob"
    assert 'name="unfollow" value="Bob"' in page_text(client.get("/@Bob"))


def test_the_calls_follow_ask_and_unfollow(anns: Client, bob: Player):
    assert anns.get("/api/following/Bob").json() == {"follows": False, "may_follow": True}
    for _ in range(2):
        assert call(anns, "follow", name="Bob") == (200, {})
    assert anns.get("/api/following/bob").json() == {"follows": True, "may_follow": True}
    for _ in range(2):
        assert call(anns, "unfollow", name="Bob") == (200, {})
    assert not Follow.objects.exists()


def test_a_stranger_is_refused_and_becomes_no_guest(client: Client, bob: Player):
    status, answer = call(client, "follow", name="Bob")
    assert (status, answer["error"]) == (403, "no_account")
    assert client.get("/api/following/Bob").json() == {"follows": False, "may_follow": False}
    assert not Player.objects.filter(is_guest=True).exists()
    assert client.get("/friends").status_code == 302
