"""The lock files list every installed package with its hashes, and match the requirements."""

import re
from functools import cache
from importlib.metadata import distributions, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cribbage_site.tests.server_process import ROOT

LOCKS = {
    "requirements.lock": ("requirements.txt",),
    "requirements-site.lock": ("requirements.txt", "requirements-uvicorn.txt"),
    "requirements-dumps.lock": ("requirements-dumps.txt",),
    "requirements-dev.lock": (
        "requirements.txt",
        "requirements-uvicorn.txt",
        "requirements-dumps.txt",
        "requirements-dev.txt",
    ),
}
WITH_PYTHON = {"pip", "setuptools"}
FOR_TESTS = "pytest"  # lines of requirements.txt that begin with this are not part of the site


@cache
def locked(lock: str) -> dict[str, list[Requirement]]:
    """Return the packages of a lock file. One that differs by platform has several entries."""
    found: dict[str, list[Requirement]] = {}
    without_comments = re.sub(r"(?m)^ *#.*\n", "", (ROOT / lock).read_text())
    for entry in without_comments.replace("\\\n", " ").splitlines():
        pin, *hashes = re.split(r" +(?=--)", entry.strip())
        requirement = Requirement(pin)
        assert re.fullmatch(r"==[\w.]+", str(requirement.specifier)), entry
        assert hashes, pin
        assert all(re.fullmatch("--hash=sha256:[0-9a-f]{64}", each) for each in hashes), entry
        found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


def locked_here(lock: str) -> dict[str, str]:
    """Return the versions that a lock installs on this machine."""
    return {
        name: str(requirement.specifier).removeprefix("==")
        for name, requirements in locked(lock).items()
        for requirement in requirements
        if requirement.marker is None or requirement.marker.evaluate()
    }


def wanted(file: str) -> list[Requirement]:
    lines = [line.partition("#")[0].strip() for line in (ROOT / file).read_text().splitlines()]
    return [Requirement(line) for line in lines if line and not line.startswith("-r ")]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_every_pin_of_its_requirements_and_their_dependencies(lock: str) -> None:
    here = locked_here(lock)
    to_follow = [
        pin
        for file in LOCKS[lock]
        for pin in wanted(file)
        if lock != "requirements-site.lock" or not pin.name.startswith(FOR_TESTS)
    ]
    followed = set()
    while to_follow:
        needed = to_follow.pop()
        assert needed.specifier.contains(here[canonicalize_name(needed.name)]), f"{needed}: run make lock"
        if str(needed) not in followed:
            followed.add(str(needed))
            for brought in map(Requirement, requires(needed.name) or ()):
                extras = needed.extras or {""}
                if brought.marker is None or any(brought.marker.evaluate({"extra": one}) for one in extras):
                    to_follow.append(brought)
    brought_along = {canonicalize_name(Requirement(each).name) for each in followed}
    assert here.keys() == brought_along, "a lock names nothing that nobody needs"


def test_the_locks_agree() -> None:
    all_here = locked_here("requirements-dev.lock")
    for lock in LOCKS:
        assert locked_here(lock).items() <= all_here.items()


def test_the_site_lock_leaves_out_test_packages() -> None:
    assert not [name for name in locked("requirements-site.lock") if name.startswith(FOR_TESTS)]
    assert {"pytest", "pytest-django"} <= locked("requirements.lock").keys()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_contains_no_url_and_no_path(lock: str) -> None:
    assert not re.search(r"://|^-|@|(?<!\w)/", (ROOT / lock).read_text(), re.MULTILINE)


def test_the_installed_versions_are_those_of_the_lock() -> None:
    installed = {canonicalize_name(each.name): each.version for each in distributions()}
    expected = locked_here("requirements-dev.lock")
    fault = "make setup-to-develop brings what is missing; for what is too much, rm -r .venv before"
    assert _without_installers(installed) == _without_installers(expected), fault


def _without_installers(packages: dict[str, str]) -> dict[str, str]:
    return {name: version for name, version in packages.items() if name not in WITH_PYTHON}


@pytest.mark.parametrize("file", ["Makefile", "deploy/Dockerfile", "docs/how-to/production.md"])
def test_every_installed_package_is_checked_against_its_hash(file: str) -> None:
    text = (ROOT / file).read_text().replace("\\\n", " ")
    installs = [line for line in text.splitlines() if re.search(r"\bpip install\b", line)]
    assert installs
    assert not [line for line in installs if "--require-hashes" not in line or "--no-deps" not in line]
