"""Every page says in its first line what it is for."""

import re

import pytest
from django.urls import resolve

from cribbage_site.tests.every_page import SiteOfAllPages, is_page

# Pages whose title says it.
CLEAR_TITLES = {
    "": "Play, with its buttons under the greeting",
    "accounts/login/": "Log in",
    "accounts/password/reset/key/done/": "Your password was changed",
    "appointment/<slug:appointment_id>": "Your game with Ann, and its time under the title",
    "cards/<slug:code>": "Send this link to your friend",
    "join/<slug:code>": "Send this link to your friend",
    "learn": "its first step says it, below the contents",
}
TITLE = re.compile(r"<h1\b(?P<attributes>[^>]*)>.*?</h1>(?P<rest>.*)", re.DOTALL)
BODY = re.compile(r"<(h2|section|table|ol|label|dl|footer)\b")
LINE = re.compile(r"<p\b(?![^>]* hidden)[^>]*>(.*?)</p>", re.DOTALL)


def has_first_line(page: str) -> bool:
    """Return whether a sentence stands between the title and the rest of a page.

    A page with an invisible title shows a board that fills the screen.
    """
    title = TITLE.search(re.sub(r"<(noscript|dialog)\b.*?</\1>", "", page, flags=re.DOTALL))
    assert title
    if "unseen" in title["attributes"]:
        return True
    head = BODY.split(title["rest"], maxsplit=1)[0]
    lines = [re.sub(r"<[^>]*>", "", line).strip() for line in LINE.findall(head)]
    return any(re.search(r"\w[.?](\s|$)", line) for line in lines)


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ('<p class="lede">The results of all events.</p>', True),
        ("<p>All events. <a href='/'>Winners</a></p>", True),
        ("<p><a href='/'>Winners</a></p>", False),
        ("<p hidden>The results of all events.</p>", False),
        ("<h2>Results</h2><p>The results of all events.</p>", False),
        ("<noscript><p>You need JavaScript.</p></noscript>", False),
    ],
)
def test_a_first_line_is_a_visible_sentence_under_the_title(rest: str, expected: bool) -> None:
    assert has_first_line(f"<h1>Past events</h1>{rest}<footer>") is expected


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_has_a_first_line_or_a_clear_title() -> None:
    site = SiteOfAllPages()
    without = set()
    for path, visitor in site.requests():
        if path.startswith("/admin"):
            continue
        response = site.respond(path, visitor)
        if is_page(response) and not has_first_line(response.content.decode()):
            without.add(resolve(path.partition("?")[0]).route)
    assert sorted(without) == sorted(CLEAR_TITLES)
