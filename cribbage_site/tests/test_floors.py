"""The house stands on its floors: no arrow runs back up, and there are no circles."""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

TABLE = {"game.models", "game.engine", "game.bots", "rng", "ranking"}
PEOPLE = TABLE | {"game.table", "game.lobby", "game.review"}
SAID = {"common"}
ROOMS = {
    "common": set(),
    "rng": SAID,
    "ranking": SAID,
    "game.engine": set(),
    "game.bots": {"game.engine"},
    "game.arena": {"game.engine", "game.bots", "rng"} | SAID,
    "game.models": {"game.engine"},
    "game.table": TABLE,
    "game.lobby": TABLE | {"game.table"},
    "game.review": TABLE | {"game.table"},
    "game.accounts": PEOPLE,
    "game.moderation": PEOPLE,
    "game.evidence": TABLE | {"game.table"},
    "bench.chaos": TABLE | {"game.table", "game"},
    "game": PEOPLE
    | SAID
    | {"game.evidence", "game.arena", "game.accounts", "game.moderation", "bench.chaos"},
    "cribbage_site": PEOPLE | {"game.accounts", "game.moderation", "game"},
}

# Nothing here reads a clock, rolls a die, or touches a file.
PURE = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "heapq",
    "itertools",
    "math",
    "operator",
    "re",
    "string",
    "types",
    "typing",
}
# But that the shipped tables are read, by this module alone.
READER = "game.bots.tables.shipped"
READS = {"hashlib", "json", "pathlib"}


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the house but its tests, parsed."""
    found = {}
    for house in ("common", "rng", "ranking", "game", "cribbage_site"):
        for file in (ROOT / house).rglob("*.py"):
            parts = file.relative_to(ROOT).with_suffix("").parts
            if "tests" not in parts:
                found[".".join(parts).removesuffix(".__init__")] = ast.parse(file.read_text(), str(file))
    return found


def imports(name: str) -> Iterator[str]:
    """The full name of everything that a module imports, wherever in it."""
    is_package = (ROOT / name.replace(".", "/") / "__init__.py").exists()
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            here = name.split(".")[: len(name.split(".")) + is_package - node.level] if node.level else []
            source = ".".join([*here, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if inner in modules() else source


def room(name: str) -> str | None:
    """The innermost room that a module is in."""
    return max((r for r in ROOMS if name == r or name.startswith(f"{r}.")), key=len, default=None)


def test_no_arrow_runs_back_up():
    wrong = [
        f"{name} imports {other}"
        for name in modules()
        for other in imports(name)
        if room(other) and room(other) != room(name) and room(other) not in ROOMS[room(name)]
    ]
    assert not wrong


def test_there_are_no_circles():
    TopologicalSorter(
        {name: {o for o in imports(name) if o in modules() and o != name} for name in modules()}
    ).prepare()


@pytest.mark.parametrize(("pure", "besides"), [("game.engine", set()), ("game.bots", {"numpy"})])
def test_rules_and_brains_are_pure(pure, besides):
    inside = [name for name in modules() if room(name) == pure]
    wrong = [
        f"{name} imports {other}"
        for name in inside
        for other in imports(name)
        if room(other) is None
        and other.split(".")[0] not in PURE | besides | (READS if name == READER else set())
    ]
    wrong += [
        f"{name} calls {node.func.id}"
        for name in inside
        for node in ast.walk(modules()[name])
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"open", "print", "input", "exec", "eval", "__import__"}
    ]
    assert not wrong


def test_chance_comes_from_rng_alone():
    wrong = [name for name in modules() if room(name) != "rng" and "random" in set(imports(name))]
    assert not wrong
