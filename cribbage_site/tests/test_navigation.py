"""The bar, the menu and the footer lead to all parts of the site, and old addresses still work."""

import re

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from cribbage_site.sections import PATHS, section
from game.models import Player

pytestmark = pytest.mark.django_db

SECTIONS = ["/", "/daily", "/events", "/improve", "/ladder"]
MOVED = {
    "/following": "/friends",
    "/throws": "/daily",
    "/events?before=2026-01-01": "/events/past?before=2026-01-01",
}


def part(page: str, start: str, end: str) -> str:
    return page.split(start)[1].split(end)[0]


def links(html: str) -> list[str]:
    return re.findall(r'<a [^>]*?href="([^"]+)"', html)


def open_page(path: str, player: Player | None = None) -> str:
    browser = Client()
    if player:
        browser.force_login(player)
    return browser.get(path).content.decode()


@pytest.mark.parametrize("path", ["/", "/privacy", "/ladder/rules", "/improve"])
def test_the_bar_leads_to_the_five_sections(path: str) -> None:
    assert links(part(open_page(path), '<nav class="site-nav"', "</nav>")) == SECTIONS


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/", "play"),
        ("/friend", "play"),
        ("/throw/2026-11-01", "daily"),
        ("/clubs", "events"),
        ("/rules", "improve"),
        ("/ladder/rules", "ladder"),
        ("/strength", "ladder"),
        ("/privacy", ""),
        ("/@Ann", ""),
    ],
)
def test_a_page_marks_its_section(path: str, name: str) -> None:
    assert section(path) == name


def test_every_path_of_a_section_exists() -> None:
    for start in (start for starts in PATHS.values() for start in starts):
        for rest in ("", "/1", "/2026-01", "/winners"):
            try:
                found = resolve(f"/{start}{rest}")
            except Resolver404:
                continue
            assert found
            break
        else:
            pytest.fail(f"no page begins with /{start}")


def test_the_current_section_is_marked_in_the_bar() -> None:
    bar = part(open_page("/ladder"), '<nav class="site-nav"', "</nav>")
    assert re.findall(r'href="([^"]+)" aria-current="true"', bar) == ["/ladder"]


def test_the_menu_has_the_pages_of_an_account() -> None:
    menu = part(open_page("/privacy", Player.objects.create(username="Ann")), 'site-menu">', "</details>")
    own = menu.split("</ul>", 1)[1]
    assert links(own) == ["/@Ann", "/friends", "/settings"]
    assert 'action="/accounts/logout/"' in own


def test_the_menu_of_a_visitor_offers_an_account() -> None:
    menu = part(open_page("/privacy"), 'site-menu">', "</details>").split("</ul>", 1)[1]
    assert links(menu) == ["/accounts/signup/?next=/privacy", "/accounts/login/?next=/privacy", "/settings"]


def test_the_footer_leads_to_the_evidence_and_to_the_pages_for_programmers() -> None:
    foot = part(open_page("/"), '<footer class="site-foot">', "</footer>")
    evidence, programs, others = (links(line) for line in foot.split("<li>")[1:])
    assert evidence == ["/fairness", "/fairness/verify", "/log", "/fairness/lab"]
    assert programs == ["/api", "/data", "/paste", "/api#embed", "/ladder/bots"]
    assert others == ["/rules", "/friends", "/privacy"]


@pytest.mark.parametrize(
    "path", [*SECTIONS, "/rules", "/friends", "/@Ann", "/settings", "/fairness", "/privacy"]
)
def test_todays_game_events_rules_friends_and_ladder_are_one_tap_away(path: str) -> None:
    page = open_page(path, Player.objects.create(username="Ann"))
    open_links = links(re.sub(r"<details\b.*?</details>", "", page, flags=re.DOTALL))
    assert {"/daily", "/events", "/rules", "/friends", "/ladder"} <= {*open_links}


@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_an_old_address_leads_to_the_new_one_for_good(old: str, new: str) -> None:
    answer = Client().get(old)
    assert (answer.status_code, answer.headers["Location"]) == (301, new)
