"""Readers choose how pages look, as visitors and with an account."""

import re

import pytest
from django.test import Client

from game.accounts.preferences import CHOICES, Preferences
from game.models import Player

pytestmark = pytest.mark.django_db

DARK = {
    "language": "fr", "theme": "dark", "contrast": "more", "deck": "plain", "suits": "four", "index": "large",
    "board": "slate", "pegs": "round", "back": "lozenges", "felt": "blue", "speed": "none", "onward": "auto",
    "go": "hand", "confirm": "on", "cut": "on", "sound": "off", "keys": "off", "words": "on",
}  # fmt: skip


def worn(client: Client) -> dict[str, str]:
    """Return the attributes of a page's first line."""
    page = client.get("/privacy").content.decode()
    said = page.split("<html ", 1)[1].split(">", 1)[0]
    words = dict(word.split("=") for word in said.split() if word.startswith("data-"))
    is_plain = not re.search(r'contrast\.css"\s+media="all"', page)
    language = said.split('lang="')[1].split('"')[0]
    return {name.removeprefix("data-"): value.strip('"') for name, value in words.items()} | {
        "contrast": "system" if is_plain else "more",
        "language": "system" if language == "en" else language,
    }


@pytest.fixture
def ann() -> Player:
    return Player.objects.create_user("Ann", password="a long way to the crib")


def test_visitor_sees_the_default_look(client: Client) -> None:
    assert worn(client) == {name: next(iter(choices)) for name, (_, choices) in CHOICES.items()}


def test_choice_is_stored_in_this_browser(client: Client) -> None:
    assert client.post("/settings", DARK).status_code == 302
    assert worn(client) == DARK
    assert worn(Client()) != DARK


def test_an_account_looks_the_same_in_every_browser(client: Client, ann: Player) -> None:
    client.force_login(ann)
    client.post("/settings", DARK)
    elsewhere = Client()
    elsewhere.force_login(ann)
    assert worn(elsewhere) == DARK


def test_account_can_return_to_the_defaults(client: Client, ann: Player) -> None:
    client.force_login(ann)
    usual = {name: next(iter(choices)) for name, (_, choices) in CHOICES.items()}
    client.post("/settings", DARK)
    client.post("/settings", usual)
    client.cookies["look"] = "theme=light"
    assert worn(client) == usual, "the account's word stands, not a cookie's"


def test_one_thing_is_changed_from_the_table(client: Client) -> None:
    client.post("/settings", DARK)
    answer = client.post("/api/me/look", {"sound": "on"}, content_type="application/json")
    assert answer.status_code == 200
    assert worn(client) == DARK | {"sound": "on"}


def test_answers_in_another_order_lose_no_choice(client: Client) -> None:
    late = Client().post("/api/me/look", {"theme": "dark"}, content_type="application/json")
    client.post("/api/me/look", {"theme": "dark", "suits": "four"}, content_type="application/json")
    client.cookies.update(late.cookies)
    assert (worn(client)["theme"], worn(client)["suits"]) == ("dark", "four")


def test_choices_of_the_older_single_cookie_are_kept(client: Client) -> None:
    client.cookies["look"] = "theme=dark&suits=four"
    assert (worn(client)["theme"], worn(client)["suits"]) == ("dark", "four")
    client.post("/api/me/look", {"theme": "system"}, content_type="application/json")
    assert (worn(client)["theme"], worn(client)["suits"]) == ("system", "four")


@pytest.mark.parametrize("wrong", [{"theme": "plaid"}, {}, {**DARK, "sound": "deafening"}])
def test_unknown_choice_is_refused_and_changes_nothing(client: Client, wrong: dict[str, str]) -> None:
    client.post("/settings", DARK)
    assert client.post("/settings", wrong).status_code == 400
    assert worn(client) == DARK
    if wrong:
        assert client.post("/api/me/look", wrong, content_type="application/json").status_code == 400


@pytest.mark.parametrize("text", ["", "theme=plaid", "%00&&=", "colour=red&theme", "theme=dark&theme=%F0"])
def test_any_cookie_gives_valid_preferences(text: str) -> None:
    assert Preferences.parse(text) == Preferences()


def test_the_longest_choices_fit_into_an_account() -> None:
    longest = {name: max(list(choices)[1:], key=len) for name, (_, choices) in CHOICES.items()}
    assert len(str(Preferences(**longest))) <= (Player._meta.get_field("look").max_length or 0)


def test_stored_look_is_read_back_unchanged() -> None:
    assert Preferences.parse(str(Preferences(**DARK))) == Preferences(**DARK)
    assert str(Preferences()) == ""
