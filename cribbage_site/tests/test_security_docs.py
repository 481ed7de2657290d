"""Each line of docs/explanation/security.md has an existing test and the limits of the code."""

import ast
import re
from functools import cache
from hashlib import sha256
from importlib import import_module

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.utils.module_loading import import_string

from common.http.rate_limit import RateLimit
from common.wings import WINGS
from cribbage_site import password_pages, settings
from cribbage_site.tests.server_process import ROOT
from game.accounts import password_queue
from game.accounts.hashers import Argon2idHasher
from game.consumers import limits
from game.consumers.base import FRAME_BURST, FRAMES_PER_SECOND

PAGE = (ROOT / "docs/explanation/security.md").read_text()
COUNTED_IN = (
    "people.settings.pages",
    "game.accounts.rate_limits", "rng.views.decks", "rng.views.battery", "rng.views.hand", "rng.razz.pages",
)  # fmt: skip


def entries(heading: str) -> list[tuple[str, str]]:
    """Return the entries of the list under a heading, each divided at its first colon."""
    section = PAGE.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    listed = section.split("\n- ", 1)[1].split("\n\n")[0].split("\n- ")
    return [
        (head, " ".join(rest.split()))
        for head, _, rest in (re.split(r"(:)\s", one, maxsplit=1) for one in listed)
    ]


@cache
def named_in(path: str) -> set[str]:
    """Return the names of the tests in a file, including those of classes."""
    parsed = ast.parse((ROOT / path).read_text())
    return {node.name for node in ast.walk(parsed) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("numbers", "protection"), entries("The requirements"))
def test_every_line_is_held_by_tests_that_are_there(numbers: str, protection: str) -> None:
    numbers = " ".join(numbers.split())
    assert re.fullmatch(r"V\d+\.\d+(\.\d+)?(, V\d+\.\d+(\.\d+)?)*", numbers)
    named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", protection)
    assert named
    assert [f"{path}::{name}" for path, name in named if name not in named_in(path)] == []


def test_the_docs_list_the_rate_limits() -> None:
    counted = [
        each
        for name in COUNTED_IN
        for each in vars(import_module(name)).values()
        if isinstance(each, RateLimit)
    ]
    listed = entries("Limits")
    said = {name.strip("`"): tuple(map(int, re.findall(r"\d+", rest)[:3])) for name, rest in listed}
    assert said == {
        pace.name: (pace.limit, pace.limit * pace.shares_per_address, pace.seconds) for pace in counted
    }


@pytest.mark.slow
def test_every_rate_limit_is_in_a_listed_module() -> None:
    houses = [path.relative_to(ROOT) for sources in WINGS for path in (ROOT / sources).rglob("*.py")]
    found = {
        ".".join(path.with_suffix("").parts)
        for path in houses
        if "tests" not in path.parts and re.search(r"\bRateLimit\(\"", (ROOT / path).read_text())
    }
    assert found == set(COUNTED_IN)


def test_passwords_are_stored_as_slow_hashes() -> None:
    first, *older = [import_string(name)() for name in settings.PASSWORD_HASHERS]
    assert isinstance(first, Argon2idHasher)
    assert (first.memory_cost, first.time_cost, first.parallelism) == (19 * 1024, 2, 1), (
        "the least that OWASP names"
    )
    assert [type(hasher) for hasher in older] == [PBKDF2PasswordHasher]
    assert (older[0].digest, older[0].iterations >= 600_000) == (sha256, True)


def test_the_docs_list_the_limits_of_the_password_queue() -> None:
    words = " ".join(PAGE.split())
    most, seconds = password_queue.MAX_WAITING, password_queue.MAX_WAIT
    assert f"At most {most} requests wait, each for at most {seconds:g} seconds" in words
    assert f"`Retry-After: {password_pages.RETRY_SECONDS}`" in words


def test_the_limits_of_sockets_are_those_of_the_docs() -> None:
    words = " ".join(PAGE.split())
    most, at_address = limits.MAX_PER_ACCOUNT, limits.MAX_PER_ADDRESS
    assert f"One account may have {most} sockets open and one address {at_address}" in words
    assert f"a burst of {FRAME_BURST} frames and {FRAMES_PER_SECOND} a second" in words
