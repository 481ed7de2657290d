"""An owner makes a bot from their own account, with one form and one click."""

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from game.accounts.rate_limits import OWN_BOTS
from game.bot_accounts.models import BotAccount
from game.models import Player
from game.tokens.tokens import find_token
from people.moderation.rulings import ban
from programs.bots.accounts import MAX_PER_OWNER
from tests.worlds.api import bearer, bot_of, get
from tests.worlds.oauth import log_in
from tests.worlds.people import REASON, host, player

pytestmark = [pytest.mark.rows, pytest.mark.django_db]

PAGE = "/settings/bots"
LINK = re.compile(r'<a [^>]*href="([^"]+)"[^>]*>([^<]+)</a>')
HIDDEN = re.compile(r'<input type="hidden" name="(next)" value="([^"]*)"')


@pytest.fixture
def ann(db: None) -> Player:
    cache.clear()
    return player("Ann")


def token_in(page: str) -> str:
    return re.findall(r"eo_[\w-]{43}", page)[0]


def test_new_player_makes_a_bot_without_a_second_account_or_password(db: None) -> None:
    cache.clear()
    browser = Client()
    browser.post(
        "/accounts/signup/?next=/settings/bots", {"username": "Ann", "password1": "every other hand"}
    )
    answer = browser.post(PAGE, {"name": "Deep", "do": "make"})
    assert answer.status_code == 200, answer["Location"]
    text = token_in(answer.content.decode())
    me = get("/me", **bearer(text)).json()
    assert (me["name"], me["token"]["scopes"]) == ("Deep", ["bot"])
    bot = BotAccount.objects.get()
    assert (bot.owner.username, bot.engine, bot.version) == ("Ann", "Deep", "1")
    assert bot.account.is_api_bot
    assert not bot.account.has_usable_password()
    assert text not in browser.get(PAGE).content.decode()


def test_old_session_is_asked_for_the_password(ann: Player) -> None:
    answer = log_in(ann, confirms=False).post(PAGE, {"name": "Deep", "do": "make"})
    assert answer["Location"].startswith("/accounts/confirm/")
    assert not BotAccount.objects.exists()


class Newcomer:
    """A new person, who follows the links and sends the forms of the pages that they see."""

    def __init__(self) -> None:
        self.client, self.pages, self.passwords = Client(), 0, 0

    def look(self, answer: Any) -> None:
        self.page, self.path = unescape(answer.content.decode()), answer.request["PATH_INFO"]
        assert answer.status_code == 200, answer
        self.pages += 1
        self.passwords += self.page.count('type="password"')

    def open(self, path: str) -> None:
        self.look(self.client.get(path, follow=True))

    def follow(self, words: str) -> None:
        (link,) = {link for link, text in LINK.findall(self.page.partition("<main")[2]) if text == words}
        self.open(link)

    def send(self, **fields: str) -> None:
        """Send the form of this page, with what is hidden in it."""
        self.look(self.client.post(self.path, {**dict(HIDDEN.findall(self.page)), **fields}, follow=True))


def test_walk_of_a_new_person_to_a_first_bot(db: None) -> None:
    """Two forms: the sign-up, with its password, and the bot's name."""
    cache.clear()
    ann = Newcomer()
    ann.open("/api")
    ann.follow("Make a bot")
    assert ann.path == "/accounts/login/"
    ann.follow("Sign up")
    ann.pages = ann.passwords = 0
    ann.send(username="Ann", password1="every other hand")
    assert ann.path == PAGE
    ann.send(name="Deep", do="make")
    assert (ann.pages, ann.passwords) == (2, 0)
    assert get("/me", **bearer(token_in(ann.page))).json()["name"] == "Deep"


def test_bot_cannot_log_in(ann: Player) -> None:
    log_in(ann).post(PAGE, {"name": "Deep", "do": "make"})
    for password in ("", "fifteen-two", "!"):
        answer = Client().post("/accounts/login/", {"login": "Deep", "password": password})
        assert answer.status_code == 400


def test_new_token_ends_the_old(ann: Player) -> None:
    browser = log_in(ann)
    old = token_in(browser.post(PAGE, {"name": "Deep", "do": "make"}).content.decode())
    new = token_in(browser.post(PAGE, {"name": "Deep", "do": "token"}).content.decode())
    assert find_token(old) is None
    assert find_token(new) is not None


def test_bot_is_deleted_by_its_owner_alone(ann: Player) -> None:
    browser = log_in(ann)
    text = token_in(browser.post(PAGE, {"name": "Deep", "do": "make"}).content.decode())
    for do in ("delete", "token"):
        assert log_in(player(f"Eve-{do}")).post(PAGE, {"name": "Deep", "do": do}).status_code == 403
    assert find_token(text) is not None
    assert browser.post(PAGE, {"name": "Deep", "do": "delete"}).status_code == 302
    assert find_token(text) is None
    assert not BotAccount.objects.exists()
    assert browser.post(PAGE, {"name": "Deep", "do": "delete"}).status_code == 403


def test_bot_with_a_password_manages_itself(ann: Player) -> None:
    bot_of(ann, "Deep")
    browser = log_in(ann)
    assert "Deep" in browser.get(PAGE).content.decode()
    for do in ("delete", "token"):
        assert browser.post(PAGE, {"name": "Deep", "do": do}).status_code == 403
    assert BotAccount.objects.exists()


@pytest.mark.parametrize("name", ["", "x", "Ann", "ANN", "admin", "a b", "x" * 21, "a\0b", "<b>bold</b>"])
def test_name_that_no_account_may_have_is_refused(ann: Player, name: str) -> None:
    answer = log_in(ann).post(PAGE, {"name": name, "do": "make"})
    assert answer.status_code in (400, 409)
    assert not BotAccount.objects.exists()
    assert Player.objects.filter(is_guest=False, brain="").count() == 1


def test_an_owner_has_three_and_a_double_click_makes_one(ann: Player) -> None:
    browser = log_in(ann)
    for n in range(MAX_PER_OWNER):
        assert browser.post(PAGE, {"name": f"Deep-{n}a", "do": "make"}).status_code == 200
        assert browser.post(PAGE, {"name": f"Deep-{n}a", "do": "make"}).status_code == 409
        cache.clear()
    assert browser.post(PAGE, {"name": "One-more", "do": "make"}).status_code == 409
    assert BotAccount.objects.count() == MAX_PER_OWNER


def test_names_are_not_used_up(ann: Player) -> None:
    browser, answers = log_in(ann), []
    for n in range(OWN_BOTS.limit + 1):
        answers.append(browser.post(PAGE, {"name": f"Deep-{n}a", "do": "make"}).status_code)
        browser.post(PAGE, {"name": f"Deep-{n}a", "do": "delete"})
    assert answers == [200] * OWN_BOTS.limit + [429]


def test_bot_banned_player_and_guest_make_none(ann: Player) -> None:
    deep = bot_of(ann, "Deep")
    assert log_in(deep).post(PAGE, {"name": "Blue", "do": "make"}).status_code == 403
    browser = log_in(ann)
    ban(by=host(), player=ann, reason=REASON)
    assert browser.post(PAGE, {"name": "Blue", "do": "make"}).status_code == 403
    assert Client().post(PAGE, {"name": "Blue", "do": "make"}).status_code == 302
    assert BotAccount.objects.count() == 1


def test_owner_is_responsible_as_before(ann: Player) -> None:
    """A bot made here is a bot like any other: it challenges no people."""
    browser = log_in(ann)
    text = token_in(browser.post(PAGE, {"name": "Deep", "do": "make"}).content.decode())
    answer = Client().post(
        "/api/v1/challenges", '{"against": "Ann", "rated": true}', "application/json", **bearer(text)
    )
    assert answer.status_code == 403
