"""The pages' scripts are layered: shared modules are below the rooms, and no room imports another."""

import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from cribbage_site.assets.imports import IMPORT_PATTERN
from cribbage_site.tests.node import APP_SCRIPTS, SCRIPTS
from cribbage_site.tests.test_imports import ROOMS

# The server lacks these two rooms: the base of every page, and the rendering of a game on all pages.
UI, SCENE = "ui", "game/scene"
BELOW = {
    UI: set(),
    "rng": {UI},
    "ranking": {UI},
    "game/engine": {UI},
    "game/fairness": {UI, "rng"},
    SCENE: {UI, "game/engine"},
    "game/advice": {UI, "game/engine", SCENE},
}
SHARED = {*BELOW}
# The table checks the source of shared decks as every verifier does. The throw of the day is drawn as the
# lab, an exercise as the table that it comes from, and the board on other sites as the replay, which shows
# the review. The live games of an event are drawn as the one on the front page.
BORROWS = {
    "game/table": {"proof/evidence"},
    "rng/lab": {"rng/fairness"},
    "study/throws": {"study/lab"},
    "study/trainer": {"game/table"},
    "study/replay": {"study/review"},
    "programs/embedding": {"study/replay"},
    "tournaments/events": {"game/lobby"},
}

# Static and dynamic imports, workers, and types in comments.
REFERENCE = re.compile(r"""["'](?P<url>\.{1,2}/[^"'\s]+\.js)["']""")


@cache
def modules() -> dict[str, Path]:
    """Return every module but the tests, by its path below js/, where the site and its apps form one tree."""
    paths = {
        path.relative_to(scripts).as_posix(): path
        for scripts in (SCRIPTS, *APP_SCRIPTS)
        for path in sorted(scripts.rglob("*.js"))
    }
    return {name: path for name, path in paths.items() if "tests" not in name.split("/")}


def references(module: str, pattern: re.Pattern[str] = REFERENCE) -> Iterator[str]:
    """Yield every module that a module refers to."""
    for found in pattern.finditer(modules()[module].read_text(encoding="utf-8")):
        yield normpath(join(dirname(module), found["url"]))


def room(module: str) -> str:
    """Return the room of a module, by its folder, or by its file for a room of one file."""
    wing, _, rest = module.partition("/")
    name = rest.partition("/")[0].removesuffix(".js").replace("-", "_")
    inside = name in ROOMS.get(wing, ()) or f"{wing}/{name}" == SCENE
    return f"{wing}/{name}" if inside else wing


@pytest.mark.parametrize("name", sorted({room(module) for module in modules()}))
def test_a_room_imports_only_itself_and_lower_layers(name: str) -> None:
    allowed = BELOW.get(name, SHARED) | BORROWS.get(name, set()) | {name}
    inside = [module for module in modules() if room(module) == name]
    wrong = [
        f"{one} imports {other}" for one in inside for other in references(one) if room(other) not in allowed
    ]
    assert wrong == []


def test_every_named_module_exists() -> None:
    wrong = [(one, other) for one in modules() for other in references(one) if other not in modules()]
    assert wrong == []


def test_there_are_no_import_cycles() -> None:
    TopologicalSorter({one: set(references(one, IMPORT_PATTERN)) for one in modules()}).prepare()
