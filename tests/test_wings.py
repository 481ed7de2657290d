"""A host leaves wings out: what is left has no dead link, and a game can be played."""

import asyncio
import json
import secrets
from collections import deque
from html.parser import HTMLParser
from ipaddress import ip_address
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

import pytest

from common.wings import OPTIONAL_WINGS
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Visitor, connect_player

pytestmark = pytest.mark.slow

# None, and each alone. All are there once they are added later.
CHOICES = [(), *((wing,) for wing in OPTIONAL_WINGS)]
# A page of each wing, and a call of the open API that comes with it.
PAGES = {
    "tournaments": "/events",
    "study": "/learn",
    "proof": "/fairness/verify",
    "programs": "/api",
}
CALLS = {
    "tournaments": "/api/v1/events",
    "study": "/api/v1/daily",
    "proof": "/api/v1/games/{game}/transcript",
    "programs": "/api/v1/games/{game}",
}
SCHEMAS = {"tournaments": "ListedEvent", "study": "DailyDay", "programs": "GameInfo"}
MAKE_HOST = """
from game.models import Player
Player.objects.filter(username="Ann").update(is_staff=True, is_superuser=True)
"""
# An invitation to an event and one to a club; then what the bell lists.
INVITE = """
from common import clock
from game.models import Player
from people.notices.models import Notice
ann = Player.objects.get(username="Ann")
for url in ("/events/e7k2m9", "/clubs"):
    parts = {"by": "Bob", "title": "Friday night", "url": url}
    Notice.objects.create(player=ann, kind="invitation", about=url, parts=parts, at=clock.now())
"""
LIST = """
import json
from game.models import Player
from people.notices.listing import load_notices
from people.notices.models import Notice
from people.notices.sentences import describe, path_of
ann = Player.objects.get(username="Ann")
listed = sorted(notice["url"] for notice in load_notices([ann.pk])[0][ann.pk])
print(json.dumps([listed, [[path_of(one), describe(one)] for one in Notice.objects.order_by("about")]]))
"""
OPENAPI = "/api/v1/openapi.json"


class Links(HTMLParser):
    """The addresses that a page leads to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("a", "link") and (href := dict(attrs).get("href")) is not None:
            self.found.append(href)


def crawl(visitor: Visitor, start: str = "/") -> tuple[set[str], dict[str, str]]:
    """Follow every link from a page: the paths that were opened, and each dead one with its page."""
    opened, dead = set[str](), dict[str, str]()
    seen, ahead = set[tuple[str, ...]](), deque([(start, "")])
    while ahead:
        address, page_with_link = ahead.popleft()
        parts = urlsplit(address)
        # One page is enough of those that differ in a parameter's value, and one of each dashboard list.
        kind = (parts.path, *(() if parts.path.startswith("/admin/") else sorted(parse_qs(parts.query))))
        if kind in seen:
            continue
        seen.add(kind)
        visitor.address = str(ip_address(secrets.randbits(128)))  # a crawl is more than one address may ask
        status, page = visitor.get(address)
        opened.add(parts.path)
        if status >= 400:
            dead[address] = f"{status}, from {page_with_link}"
        elif page.lstrip()[:15].lower().startswith("<!doctype html"):
            ahead.extend((each, address) for each in _own_links(visitor.url, address, page))
    return opened, dead


def _own_links(site: str, address: str, page: str) -> list[str]:
    """The pages of this site that a page leads to; files of the page itself are the same in every choice."""
    links = (urldefrag(urljoin(site + address, href)).url for href in Links(page).found)
    own = (link.removeprefix(site) or "/" for link in links if link == site or link.startswith(f"{site}/"))
    return [path for path in own if not path.startswith("/static/")]


async def play(visitor: Visitor) -> str:
    """Play a short game against a bot, and resign."""
    game = visitor.new_game("novice", target=61)
    async with connect_player(visitor, game) as player:
        await player.wait_for_cards()
        assert len(await player.play_moves(6)) == 6
        await player.resign()
    return game


def run_code(site: Server, code: str) -> str:
    return site.manage("shell", "--no-imports", "--command", code)


def check_site(site: Server, visitor: Visitor, game: str, wings: tuple[str, ...]) -> None:
    """Open every page: the site has these wings, and no link to another."""
    opened, dead = crawl(visitor)
    assert dead == {}
    assert {f"/game/{game}", "/ladder", "/clubs", "/@Ann", "/fairness", "/settings"} <= opened
    for wing, path in PAGES.items():
        assert (visitor.get(path)[0] < 400, path in opened) == (wing in wings, wing in wings), path
    status, document = visitor.get(OPENAPI)
    assert (status == 200) == ("programs" in wings)
    described = json.loads(document) if status == 200 else {"paths": {}, "components": {"schemas": {}}}
    for wing, path in CALLS.items():
        is_there = "programs" in wings and wing in wings
        assert (path in described["paths"]) == is_there, path
        assert (visitor.get(path.format(game=game))[0] < 400) == is_there, path
    for wing, name in SCHEMAS.items():
        is_there = "programs" in wings and wing in wings
        assert (name in described["components"]["schemas"]) == is_there, name
    run_code(site, MAKE_HOST)
    opened, dead = crawl(visitor, "/admin/")
    assert dead == {}
    assert "/admin/game/game/" in opened
    assert "Traceback" not in site.log.read_text()


@pytest.mark.parametrize("wings", CHOICES, ids=lambda wings: ",".join(wings) or "none")
def test_site_works_with_some_of_its_wings(wings: tuple[str, ...]):
    """The database has been migrated with all wings: a host has left these out later."""
    with Server({"WINGS": ",".join(wings)}) as site:
        visitor = Visitor(site.url)
        visitor.sign_up("Ann")
        check_site(site, visitor, asyncio.run(play(visitor)), wings)


def test_wings_that_are_added_later_need_only_migrate():
    site = Server({"WINGS": ""}, new=False)
    site.manage("migrate", "--verbosity", "0")
    with site:
        visitor = Visitor(site.url)
        visitor.sign_up("Ann")
        game = asyncio.run(play(visitor))
        run_code(site, INVITE)
        invited = "Bob invites you: Friday night"
        assert json.loads(run_code(site, LIST)) == [["/clubs"], [["/clubs", invited], ["/", invited]]]
        site.stop()
        del site.environment["WINGS"]
        site.manage("migrate", "--verbosity", "0")
        both = [["/clubs", invited], ["/events/e7k2m9", invited]]
        assert json.loads(run_code(site, LIST)) == [["/clubs", "/events/e7k2m9"], both]
        site.start()
        check_site(site, visitor, game, OPTIONAL_WINGS)
        assert visitor.get(f"/game/{game}/deals")[0] == 200
