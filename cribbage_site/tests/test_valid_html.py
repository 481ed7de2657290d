"""Every page is valid HTML, and says in its first line what it is for, except the admin's.

The admin's theme writes its pages. The rules for HTML are those of html-validate.
"""

import json
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import resolve

from cribbage_site.tests.every_page import load_whole_pages

VALIDATOR = settings.BASE_DIR / "node_modules/.bin/html-validate"
RULES = {"root": True, "extends": ["html-validate:standard"]}

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


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_is_valid_html(tmp_path: Path) -> None:
    names = []
    for path, visitor, content in load_whole_pages():
        (tmp_path / f"{len(names)}.html").write_bytes(content)
        names.append(f"{path} for {visitor}")
    assert len(names) > 100
    assert faults(tmp_path, names) == []


@pytest.mark.slow
def test_an_invalid_page_is_noticed(tmp_path: Path) -> None:
    page = "<!doctype html><html lang='en'>\n<title>A</title><p><form></form></p></html>"
    (tmp_path / "0.html").write_text(page)
    assert faults(tmp_path, ["/a"]) == ["/a, line 2: Stray end tag '</p>'"]


def faults(folder: Path, names: list[str]) -> list[str]:
    """Return what html-validate finds in the numbered pages of a folder."""
    if not VALIDATOR.exists():
        pytest.skip("HTML-VALIDATE IS NOT INSTALLED: pages were NOT validated. Install Node 20, then npm ci.")
    rules = folder / "rules.json"
    rules.write_text(json.dumps(RULES))
    command = [VALIDATOR, "--config", rules, "--formatter", "json", *sorted(folder.glob("*.html"))]
    run = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    return [
        f"{names[int(Path(page['filePath']).stem)]}, line {found['line']}: {found['message']}"
        for page in json.loads(run.stdout)
        for found in page["messages"]
    ]


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
    without = {
        resolve(path.partition("?")[0]).route
        for path, _, content in load_whole_pages()
        if not has_first_line(content.decode())
    }
    assert sorted(without) == sorted(CLEAR_TITLES)
