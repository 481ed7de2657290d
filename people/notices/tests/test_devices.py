"""A browser receives push messages from its subscription until its session ends."""

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from django.core.cache import cache
from django.test import Client

from game.models import Player
from people.notices.models import PushSubscription
from people.notices.push.devices import MAX_PER_PLAYER, load_devices
from people.notices.push.vapid import make_key_pair
from people.settings.deletion import delete_account
from tests.worlds.accounts import OTHER_PASSWORD, PASSWORD, create_account
from tests.worlds.push_server import FakeBrowser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def site_with_a_key(settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = make_key_pair().private


@pytest.fixture(autouse=True)
def all_may_log_in() -> None:
    """Reset the rate limit: together, these tests log in more often than one address may in a minute."""
    cache.clear()


@pytest.fixture
def anna() -> Player:
    return create_account("Anna")


def logged_in(player: Player) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": player.username, "password": PASSWORD})
    return client


def browser(name: str = "one") -> FakeBrowser:
    return FakeBrowser(f"https://push.example/send/{name}", generate_private_key(SECP256R1()))


def call(client: Client, path: str, body: Any) -> tuple[int, Any]:
    answer = client.post(f"/api/me/push{path}", json.dumps(body), "application/json")
    return answer.status_code, answer.json()


def is_on(client: Client, of: FakeBrowser) -> bool:
    return bool(call(client, "/check", {"endpoint": of.endpoint})[1]["on"])


@pytest.mark.slow
@pytest.mark.rows
def test_it_is_on_until_it_is_turned_off(anna: Player):
    client, phone = logged_in(anna), browser()
    assert not is_on(client, phone)
    for _ in range(2):
        assert call(client, "", phone.subscription) == (200, {})
    assert is_on(client, phone)
    assert [device.endpoint for device in load_devices(anna)] == [phone.endpoint]
    assert call(client, "/stop", {"endpoint": phone.endpoint}) == (200, {})
    assert not is_on(client, phone)
    assert load_devices(anna) == []


def test_a_log_out_ends_it_there_and_not_elsewhere(anna: Player):
    phone, desk = browser("phone"), browser("desk")
    on_phone, at_desk = logged_in(anna), logged_in(anna)
    call(on_phone, "", phone.subscription)
    call(at_desk, "", desk.subscription)
    on_phone.post("/accounts/logout/")
    assert [device.endpoint for device in PushSubscription.objects.all()] == [desk.endpoint]


@pytest.mark.slow
def test_a_new_password_ends_it_everywhere(anna: Player):
    client, elsewhere = logged_in(anna), logged_in(anna)
    call(elsewhere, "", browser().subscription)
    answer = client.post(
        "/accounts/password/",
        {"oldpassword": PASSWORD, "password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD},
    )
    assert answer.status_code == 302
    assert load_devices(Player.objects.get(pk=anna.pk)) == []
    assert not PushSubscription.objects.exists()


def test_a_session_that_is_gone_ends_it(anna: Player):
    client = logged_in(anna)
    call(client, "", browser().subscription)
    client.session.delete()
    assert load_devices(anna) == []


def test_deleted_accounts_devices_are_removed(anna: Player):
    call(logged_in(anna), "", browser().subscription)
    delete_account(anna)
    assert not PushSubscription.objects.exists()


def test_changing_the_site_key_turns_devices_off(anna: Player, settings: Any):
    client, phone = logged_in(anna), browser()
    call(client, "", phone.subscription)
    settings.VAPID_PRIVATE_KEY = make_key_pair().private
    assert not is_on(client, phone)
    assert load_devices(anna) == []


def test_browser_belongs_to_the_last_player_who_subscribed(anna: Player):
    berta, phone = create_account("Berta"), browser()
    call(logged_in(anna), "", phone.subscription)
    call(logged_in(berta), "", phone.subscription)
    assert [len(load_devices(player)) for player in (anna, berta)] == [0, 1]


def test_player_cannot_turn_off_anothers_device(anna: Player):
    phone = browser()
    call(logged_in(anna), "", phone.subscription)
    call(logged_in(create_account("Berta")), "/stop", {"endpoint": phone.endpoint})
    assert len(load_devices(anna)) == 1


def test_oldest_of_too_many_devices_are_deleted(anna: Player, later: Any):
    client = logged_in(anna)
    for number in range(MAX_PER_PLAYER + 2):
        call(client, "", browser(str(number)).subscription)
        later(seconds=1)
    kept = {int(device.endpoint.rpartition("/")[2]) for device in load_devices(anna)}
    assert kept == set(range(2, MAX_PER_PLAYER + 2))


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example/send/1"},
        {"endpoint": "https://127.0.0.1/send/1"},
        {"endpoint": "https://push.example/" + "x" * 1000},
        {"keys": {"p256dh": "AAAA", "auth": "c2l4dGVlbiBsZXR0ZXJzIQ"}},
        {"keys": {"p256dh": "not/base64+url", "auth": "c2l4dGVlbiBsZXR0ZXJzIQ"}},
        {"keys": {"p256dh": "\u00e9", "auth": "c2l4dGVlbiBsZXR0ZXJzIQ"}},
        {"auth": "c2hvcnQ"},
    ],
)
def test_invalid_subscription_is_refused_with_an_explanation(anna: Player, wrong: dict[str, Any]):
    body = browser().subscription
    if "auth" in wrong:
        body["keys"]["auth"] = wrong["auth"]
    else:
        body |= wrong
    status, answer = call(logged_in(anna), "", body)
    assert (status, answer["error"]) == (400, "bad_request")
    assert answer["says"] == "This browser’s address for notifications isn’t valid."
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "body", [[], {}, {"endpoint": 1, "keys": {}}, {"endpoint": "https://push.example/1"}]
)
def test_invalid_body_is_refused(anna: Player, body: Any):
    assert call(logged_in(anna), "", body)[0] == 400


def test_visitor_without_an_account_cannot_subscribe():
    status, answer = call(Client(), "", browser().subscription)
    assert (status, answer["error"]) == (403, "not_yours")
