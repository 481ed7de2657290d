"""What the docs name exists: files, functions, links with their anchors, targets and commands."""

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
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
HOUSES = ("bench", *WINGS)
FOLDERS = (*HOUSES, "deploy", "docs", "static", "templates", ".ci")

MADE_BY_A_HOST = ("deploy/.env", "deploy/tls/", "deploy/acme/", "deploy/backups/", "deploy/data/")

in_each = pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"(?ms)^```.*?^```$", "", page.read_text())


def quoted(page: Path) -> set[str]:
    """The texts in backticks."""
    return set(re.findall(r"`([^`\n]+)`", prose(page)))


@cache
def anchors(page: Path) -> set[str]:
    """The headings of a page, as GitHub makes anchors of them."""
    found: set[str] = set()
    for heading in re.findall(r"(?m)^#+ (.+)$", prose(page)):
        plain = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower())
        name = plain.replace(" ", "-")
        found.add(name if name not in found else f"{name}-{sum(one.startswith(name) for one in found)}")
    return found


def resolved(name: str) -> Any:
    """The object of a dotted name: a module, then attributes; ImportError or KeyError if there is none."""
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
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        led_to = (page.parent / path).resolve() if path else page
        assert led_to.exists(), target
        assert led_to.is_relative_to(ROOT), target
        assert not anchor or anchor in anchors(led_to), target


@in_each
def test_every_file_that_is_named_is_there(page: Path) -> None:
    for name in quoted(page):
        path, _, within = name.replace("::", ":").partition(":")
        is_ours = path.split("/")[0] in FOLDERS and not path.startswith(MADE_BY_A_HOST)
        if is_ours and re.fullmatch(r"[\w./-]+", path) and "/" in path:
            assert (ROOT / path).exists(), name
            if within:
                assert re.search(rf"\b{re.escape(within)}\s*[(=:]", (ROOT / path).read_text()), name


@in_each
def test_every_function_that_is_named_is_there(page: Path) -> None:
    for name in quoted(page):
        if re.fullmatch(rf"({'|'.join(HOUSES)})(\.\w+)+(\(\))?", name):
            assert resolved(name.removesuffix("()")), name


@in_each
def test_what_can_be_made_and_managed_is_there(page: Path) -> None:
    text = page.read_text()
    targets = set(re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text()))
    made = set(re.findall(r"(?:`|^    |^)make ([a-z]+)", text, re.MULTILINE))
    assert made <= targets, made - targets
    managed = set(re.findall(r"manage\.py ([a-z_]+)", text))
    assert managed <= {*get_commands()}, managed - {*get_commands()}


def test_every_page_is_reached_from_the_readme() -> None:
    linked = set(re.findall(r"\]\(docs/([a-z-]+\.md)", (ROOT / "README.md").read_text()))
    assert {page.name for page in DOCS[1:]} <= linked


def test_the_version_is_that_of_the_newest_release() -> None:
    changelog = (ROOT / "docs" / "changelog.md").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    newest = re.findall(r"(?m)^## (\d+\.\d+) - \d{4}-\d\d-\d\d$", changelog)[0]
    assert project["version"] == newest == VERSION


@pytest.mark.django_db
def test_a_host_sees_the_version_and_who_only_knocks_does_not(client: Client) -> None:
    assert f"· {VERSION}" not in client.get("/admin/login/").content.decode()
    client.force_login(Player.objects.create(username="Hostess", is_staff=True, is_superuser=True))
    assert f"Host’s dashboard · {VERSION}" in client.get("/admin/").content.decode()


def test_the_readme_names_the_checker_by_its_hash() -> None:
    """A changed verify.py changes the line: sha256sum proof/evidence/standalone/verify.py."""
    checker = ROOT / "proof" / "evidence" / "standalone" / "verify.py"
    digest = sha256(checker.read_bytes()).hexdigest()
    assert digest in (ROOT / "README.md").read_text(), f"the README has to name {digest}"
