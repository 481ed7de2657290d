"""Each panel of the table page owns a part: a template with one root, and a module that looks inside it."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings

from cribbage_site.tests.node import SCRIPTS

PAGE = Path(settings.BASE_DIR, "templates/game/table")
TABLE = SCRIPTS / "game/table"

# These pass each panel its root element.
PAGE_MODULES = {"table", "table-view"}

VOID = {"input", "br", "hr", "img", "link", "meta"}
TAG = re.compile(r"\{%.*?%\}|\{#.*?#\}", re.DOTALL)

LOOKUPS = re.compile(
    r"""(?:\b(?:byId|part)|\bwithin\(\w+\))\(["'](?P<id>[\w-]+)["']\)  # part("chat-lines")
    | \b(?:querySelector|querySelectorAll|closest|matches)\([^)]*?\#(?P<selected>[a-zA-Z][\w-]*)""",
    re.VERBOSE,
)
COMPUTED = re.compile(
    r"""\b(?:byId|part)\((?!["'])|\bwithin\(\w+\)\((?!["'])|getElementById|querySelector(?:All)?\(`[^`]*\#\$"""
)


class Elements(HTMLParser):
    """Collects the ids of a template, and those of its outermost elements."""

    def __init__(self, template: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.roots: list[str | None] = []
        self.depth = 0
        self.feed(TAG.sub("", template.read_text(encoding="utf-8")))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = dict(attrs).get("id")
        self.ids |= {name} if name else set()
        if self.depth == 0:
            self.roots.append(name)
        self.depth += tag not in VOID

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.depth -= tag not in VOID

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1


TEMPLATES = {path.stem: path for path in sorted(PAGE.rglob("*.html"))}
MODULES = {
    path.stem: path for path in sorted(TABLE.rglob("*.js")) if "tests" not in path.relative_to(TABLE).parts
}
PARTS = [name for name in TEMPLATES if name != "table"]


def own_ids(module: str) -> set[str]:
    """Return the ids of a module's template: chat-toggle.js belongs to chat_toggle.html."""
    template = TEMPLATES.get(module.replace("-", "_"))
    return Elements(template).ids if template else set()


def looked_up(source: str) -> set[str]:
    return {found["id"] or found["selected"] for found in LOOKUPS.finditer(source)}


@pytest.mark.parametrize("name", PARTS)
def test_a_part_has_one_root_with_an_id(name: str) -> None:
    """The id of a seat contains its side: seat-{{ side }}."""
    [root] = Elements(TEMPLATES[name]).roots
    assert root


@pytest.mark.parametrize("module", [name for name in MODULES if name not in PAGE_MODULES])
def test_a_panel_only_looks_up_ids_of_its_own_part(module: str) -> None:
    source = MODULES[module].read_text(encoding="utf-8")
    assert looked_up(source) <= own_ids(module)
    assert not COMPUTED.search(source)
    assert "byId" not in source


@pytest.mark.parametrize("module", sorted(PAGE_MODULES))
def test_the_page_only_looks_up_roots(module: str) -> None:
    roots = {root for name in PARTS for root in Elements(TEMPLATES[name]).roots if root}
    seats = {"seat-you", "seat-them"}
    source = MODULES[module].read_text(encoding="utf-8")
    found = looked_up(source)
    assert found
    assert found <= roots | seats | Elements(TEMPLATES["table"]).ids
    assert not COMPUTED.search(source)


def test_every_part_is_on_the_page() -> None:
    included = {
        name
        for template in TEMPLATES.values()
        for name in re.findall(
            r'\{% (?:include|drawn) "game/table/(?:\w+/)?(\w+)\.html"', template.read_text(encoding="utf-8")
        )
    }
    assert included == set(PARTS)


def test_no_id_is_in_two_parts() -> None:
    ids = [one for name in [*PARTS, "table"] for one in Elements(TEMPLATES[name]).ids]
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('part("chat-lines").append(line);', {"chat-lines"}),
        ('byId("voice")', {"voice"}),
        ("const cost = within(root)('resign-stakes');", {"resign-stakes"}),
        ('root.querySelectorAll(".pile, #pile .slot")', {"pile"}),
        ("this.root.querySelector(`#seat-you .held`)", {"seat-you"}),
        ('root.querySelector("[data-part=says]")', set()),
    ],
)
def test_lookups_are_found(line: str, found: set[str]) -> None:
    assert looked_up(line) == found


@pytest.mark.parametrize(
    "line", ["part(id)", "byId(`${name}-says`)", "document.getElementById(name)", "querySelector(`#${id}`)"]
)
def test_a_computed_lookup_is_found(line: str) -> None:
    assert COMPUTED.search(line)
