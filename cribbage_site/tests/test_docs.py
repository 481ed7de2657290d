"""Everything that the docs name exists: files, functions, links with their anchors, targets and commands."""

import re
import tomllib
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands
from django.test import Client

from common.wings import WINGS
from cribbage_site import VERSION
from game.models import Player

ROOT = Path(__file__).resolve().parents[2]
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
HOUSES = ("bench", *WINGS)
FOLDERS = (*HOUSES, "deploy", "docs", "static", "templates", ".ci")

MADE_BY_A_HOST = ("deploy/.env", "deploy/tls/", "deploy/acme/", "deploy/backups/", "deploy/data/")

in_each = pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)


def prose(page: Path) -> str:
    """Return a page without its code blocks."""
    return re.sub(r"(?ms)^```.*?^```$", "", page.read_text())


def quoted(page: Path) -> set[str]:
    """Return the texts in backticks."""
    return set(re.findall(r"`([^`\n]+)`", prose(page)))


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes of a page's headings."""
    found: set[str] = set()
    for heading in re.findall(r"(?m)^#+ (.+)$", prose(page)):
        plain = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower())
        name = plain.replace(" ", "-")
        found.add(name if name not in found else f"{name}-{sum(one.startswith(name) for one in found)}")
    return found


def resolved(name: str) -> Any:
    """Return the object of a dotted name: a module, then attributes.

    Raise ImportError or KeyError if missing.
    """
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            annotated = getattr(found, "__annotations__", {})
            found = getattr(found, part, None) or annotated[part]
        return found
    raise ImportError(name)


@in_each
def test_every_link_has_a_target(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        led_to = (page.parent / path).resolve() if path else page
        assert led_to.exists(), target
        assert led_to.is_relative_to(ROOT), target
        assert not anchor or anchor in anchors(led_to), target


@in_each
def test_every_named_file_exists(page: Path) -> None:
    for name in quoted(page):
        path, _, within = name.replace("::", ":").partition(":")
        is_ours = path.split("/")[0] in FOLDERS and not path.startswith(MADE_BY_A_HOST)
        if is_ours and re.fullmatch(r"[\w./-]+", path) and "/" in path:
            assert (ROOT / path).exists(), name
            if within:
                assert re.search(rf"\b{re.escape(within)}\s*[(=:]", (ROOT / path).read_text()), name


@in_each
def test_every_named_function_exists(page: Path) -> None:
    for name in quoted(page):
        if re.fullmatch(rf"({'|'.join(HOUSES)})(\.\w+)+(\(\))?", name):
            assert resolved(name.removesuffix("()")), name


@in_each
def test_every_named_target_and_command_exists(page: Path) -> None:
    text = page.read_text()
    targets = set(re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text()))
    made = set(re.findall(r"(?:`|^    |^)make ([a-z]+)", text, re.MULTILINE))
    assert made <= targets, made - targets
    managed = set(re.findall(r"manage\.py ([a-z_]+)", text))
    assert managed <= {*get_commands()}, managed - {*get_commands()}


def test_the_reference_has_every_command_of_the_project_and_no_other() -> None:
    page = (ROOT / "docs" / "reference" / "commands.md").read_text()
    listed = re.findall(r"(?m)^- `(\w+)` ", page)
    of_the_project = [name for name, app in get_commands().items() if app.partition(".")[0] in HOUSES]
    assert sorted(listed) == sorted(of_the_project)


def test_the_index_links_every_page_and_the_readme_links_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    linked = {index.parent / path for path in re.findall(r"\]\(([a-z/-]+\.md)", index.read_text())}
    assert {*DOCS[1:]} == {index, *linked}
    assert "](docs/index.md)" in (ROOT / "README.md").read_text()


def test_the_version_is_that_of_the_newest_release() -> None:
    changelog = (ROOT / "docs" / "changelog.md").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    newest = re.findall(r"(?m)^## (\d+\.\d+) - \d{4}-\d\d-\d\d$", changelog)[0]
    assert project["version"] == newest == VERSION


@pytest.mark.django_db
def test_only_the_host_sees_the_version(client: Client) -> None:
    assert f"· {VERSION}" not in client.get("/admin/login/").content.decode()
    client.force_login(Player.objects.create(username="Hostess", is_staff=True, is_superuser=True))
    assert f"Host’s dashboard · {VERSION}" in client.get("/admin/").content.decode()


def test_the_readme_states_the_hash_of_the_checker() -> None:
    """A changed verify.py changes the line: sha256sum proof/evidence/standalone/verify.py."""
    checker = ROOT / "proof" / "evidence" / "standalone" / "verify.py"
    digest = sha256(checker.read_bytes()).hexdigest()
    assert digest in (ROOT / "README.md").read_text(), f"the README has to name {digest}"
