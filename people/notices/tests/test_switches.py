"""Players' choices of notifications and ways: the defaults, unless they chose otherwise."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from game.models import Player
from people.following.notice_kinds import FOLLOWED_HERE
from people.notices.kinds import Way, load_kinds
from people.notices.listing import load_notices
from people.notices.models import Switch
from people.notices.notice_kinds import CHALLENGE, REMATCH, TURN
from people.notices.push.vapid import make_key_pair
from people.notices.record import notify
from people.notices.switches import is_on, players_wanting, set_switch, settings_of, wants
from tests.worlds.accounts import create_account
from tournaments.events.notice_kinds import PAIRED


@pytest.fixture
def anna(db: None) -> Player:
    return create_account("Anna", "anna@example.com")


def boxes(page: str) -> dict[str, str]:
    """Return the switches of a page: their names, and whether they are on or fixed."""
    found = re.findall(r'<input type="checkbox" name="([\w-]+)"[^>]*?(\s+checked)?(\s+disabled)?\s*>', page)
    return {name: f"{'on' if on else 'off'}{' always' if fixed else ''}" for name, on, fixed in found}


def test_every_kind_has_or_shares_a_switch():
    assert PAIRED in load_kinds().values()
    for kind in load_kinds().values():
        assert Way.BELL in kind.default
        assert set(kind.default) <= set(kind.ways)
        assert set(kind.always) <= set(kind.default)
        assert not load_kinds()[kind.setting].group
        assert kind.group or kind.label


@pytest.mark.rows
def test_only_differences_from_the_default_are_stored(anna: Player):
    assert (is_on(anna, TURN, Way.MAIL), is_on(anna, PAIRED, Way.PUSH)) == (False, True)
    set_switch(anna, TURN, Way.MAIL, on=True)
    set_switch(anna, TURN, Way.MAIL, on=True)
    set_switch(anna, PAIRED, Way.PUSH, on=False)
    assert (is_on(anna, TURN, Way.MAIL), is_on(anna, PAIRED, Way.PUSH)) == (True, False)
    assert Switch.objects.count() == 2
    set_switch(anna, TURN, Way.MAIL, on=False)
    set_switch(anna, PAIRED, Way.PUSH, on=True)
    assert not Switch.objects.exists()


def test_fixed_ways_stay_on_and_unavailable_ways_stay_off(anna: Player):
    set_switch(anna, CHALLENGE, Way.BELL, on=False)
    set_switch(anna, CHALLENGE, Way.MAIL, on=True)
    assert (is_on(anna, CHALLENGE, Way.BELL), is_on(anna, CHALLENGE, Way.MAIL)) == (True, False)


@pytest.mark.rows
def test_query_finds_the_players_who_want_it(anna: Player):
    berta = create_account("Berta")
    set_switch(anna, TURN, Way.MAIL, on=True)
    set_switch(anna, TURN, Way.PUSH, on=False)
    for way, wanted in ((Way.MAIL, {anna.pk}), (Way.PUSH, {berta.pk})):
        people = Player.objects.filter(brain="").filter(wants(TURN, way, "pk"))
        assert set(people.values_list("pk", flat=True)) == wanted
        assert players_wanting(TURN, way, {anna.pk, berta.pk}) == wanted


def test_a_rematch_goes_by_the_switch_of_a_challenge(anna: Player):
    set_switch(anna, CHALLENGE, Way.PUSH, on=False)
    assert not is_on(anna, REMATCH, Way.PUSH)
    assert "rematch" not in {kind.name for kind, _ in settings_of(anna)}


def test_silenced_kind_is_not_listed(anna: Player):
    berta = create_account("Berta")
    set_switch(anna, FOLLOWED_HERE, Way.BELL, on=False)
    notify(FOLLOWED_HERE, [anna.pk, berta.pk], "player:7", by=berta)
    notices, _ = load_notices({anna.pk, berta.pk})
    assert [len(notices.get(player.pk, [])) for player in (anna, berta)] == [0, 1]


def test_the_page_shows_and_stores_them(anna: Player, settings: Any):
    settings.VAPID_PRIVATE_KEY = make_key_pair().private
    browser = Client()
    browser.force_login(anna)
    shown = boxes(browser.get("/settings/notices").content.decode())
    assert shown.items() >= {
        "turn-bell": "on always", "turn-push": "on", "turn-mail": "off", "challenge-push": "on",
        "ruling-mail": "on", "followed_here-bell": "on", "followed_here-push": "off",
    }.items()  # fmt: skip
    assert "challenge-mail" not in shown
    on = {name: "on" for name, state in shown.items() if state == "on"}
    del on["challenge-push"]
    browser.post("/settings/notices", on | {"turn-mail": "on"})
    assert is_on(anna, TURN, Way.MAIL)
    assert not is_on(anna, CHALLENGE, Way.PUSH)
    assert Switch.objects.count() == 2
    after = boxes(browser.get("/settings/notices").content.decode())
    assert after == shown | {"turn-mail": "on", "challenge-push": "off"}


def test_unavailable_ways_are_not_offered(anna: Player, settings: Any):
    settings.VAPID_PRIVATE_KEY = ""
    EmailAddress.objects.update(verified=False)
    set_switch(anna, TURN, Way.MAIL, on=True)
    browser = Client()
    browser.force_login(anna)
    page = browser.get("/settings/notices").content.decode()
    assert {name.rpartition("-")[2] for name in boxes(page)} == {"bell"}
    assert "Confirm an email address" in page
    browser.post("/settings/notices", {})
    assert is_on(anna, TURN, Way.MAIL)  # a switch that was not on the page is unchanged


def test_a_stranger_is_sent_to_the_login(db: None):
    assert Client().get("/settings/notices").url == "/accounts/login/?next=/settings/notices"  # type: ignore[attr-defined]
