"""One walk over all pages: headings and names of each, and a full check of each kind of page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from cribbage_site.tests.addresses import routes
from cribbage_site.tests.browser.walk import AXE, Walk, walking
from cribbage_site.tests.every_page import Answer, DescribedSite
from cribbage_site.tests.repetitions import FULL_PROOF
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

TWO_RULES = ("heading-order", "label-content-name-mismatch")
HEADINGS_AND_NAMES = {"runOnly": {"type": "rule", "values": TWO_RULES}, **AXE}

# Pages of each kind that get a full check, and the visitor who opens them.
LOOKED_AT = {
    "nobody": "/ /learn /ladder /daily /fairness/verify /settings /accounts/signup/ /api /paste",
    "owner": """
        /lab?cards=5H+5S+JD+QC+9H+TH /@Ann /friends /clubs/new /settings/notices /settings/tokens /train
        /accounts/ /accounts/delete/ /board-games/new
    """,
    "cautious": "/accounts/second-factor/",
}
# A player gets another front page than a visitor. test_accessibility.py checks it in full.
ALSO_VISITED = {("/", "owner")}
# Built of the same parts as one of those: more prose, a similar form, the lab before it has cards.
# test_events.py checks events.
ALIKE = {
    "nobody": """
        /throw /events /events/rules /ladder/rules /rules /seasons /clubs /friend /privacy /offline /lab
        /fairness /fairness/lab /fairness/deals /log /data
        /accounts/login/ /accounts/password/reset/
    """,
    "owner": "/board-games /ladder /accounts/email/ /accounts/password/ /accounts/confirm/",
}


# URLs whose only HTML is a refusal or a part of a page.
NOT_WALKED = {
    ".well-known/security.txt": "a text, if the host has named a contact",
    "daily/<str:day>/own.png": "a picture",
    "data/<path:path>": "files of the dumps",
    "following": "leads to /friends",
    "friends/here": "a part of the front page, which loads it again",
    "ladder/mine": "a part of the ladder's page, which loads it again",
    "log/<path:path>": "files of the public log",
    "throws": "leads to /daily",
}
# The admin's lists and forms use the same templates for every model. The access test names one of each.
BY_EXAMPLES = ("admin/", "api/v1/")


def test_every_url_is_walked_or_has_a_reason(filled_server: tuple[Server, DescribedSite]) -> None:
    _, site = filled_server
    pages = {answer.route for answer in site.pages}
    data = {answer.route for answer in site.answers if answer.status == 200 and not answer.is_html}
    data |= {each.route for each in site.answers} - {each.route for each in site.answers if each.is_html}
    ours = {route for route in routes() if not route.startswith(BY_EXAMPLES)}
    assert sorted(ours - pages - data - {*site.write_only}) == sorted(NOT_WALKED)
    assert {"admin/", "admin/game/player/"} <= pages


def named(pages: dict[str, str]) -> set[tuple[str, str]]:
    return {(path, visitor) for visitor, paths in pages.items() for path in paths.split()}


def visits(site: DescribedSite) -> Iterator[tuple[Answer, bool]]:
    """Yield each page as its most privileged visitor, or as each visitor of a full check."""
    in_full = named(LOOKED_AT) | (named(ALIKE) if FULL_PROOF else set())
    assert named(LOOKED_AT) | named(ALIKE) <= {(page.path, page.visitor) for page in site.pages}
    seen = {path for path, _ in in_full}
    for page in site.pages:
        visit = (page.path, page.visitor)
        is_looked_at = visit in in_full
        if is_looked_at or visit in ALSO_VISITED or page.path not in seen:
            seen.add(page.path)
            yield page, is_looked_at


def open_as(walk: Walk, page: Answer, site: DescribedSite, folder: Path) -> None:
    """Open a page as its visitor. A downloaded page is opened from the disk."""
    context = walk.page.context
    context.clear_cookies()
    if session := site.sessions.get(page.visitor):
        context.add_cookies([{"name": "sessionid", "value": session, "url": walk.url}])
    if page.is_download:
        file = folder / "downloaded.html"
        file.write_bytes(walk.page.request.get(walk.url + page.path).body())
        walk.page.goto(file.as_uri())
    else:
        walk.go(page.path)
    walk.place = f"{page.path} as {page.visitor}"


def test_every_page_is_walked(
    filled_server: tuple[Server, DescribedSite], chromium: Browser, tmp_path: Path
) -> None:
    server, site = filled_server
    with walking(chromium, server) as walk:
        for page, is_looked_at in visits(site):
            open_as(walk, page, site, tmp_path)
            if is_looked_at:
                walk.look()
            else:
                walk.load_axe()
                walk.ask_axe(HEADINGS_AND_NAMES, page.visitor)
