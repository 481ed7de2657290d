"""Randomness comes only from rng, and never from a clock."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# The code in clients/, docs/ and standalone/ runs on players' machines and draws its own random numbers.
# The tables in toolkit/ are those of a package.
NOT_OURS = {
    "node_modules",
    "site-packages",
    "tests",
    "__pycache__",
    "clients",
    "docs",
    "standalone",
    "toolkit",
}
SOURCES = {"random", "secrets", "numpy.random"}
DRAWN = {
    "urandom",
    "getrandom",
    "uuid1",
    "uuid4",
    "get_random_string",
    "SystemRandom",
    "token_bytes",
    "token_hex",
}
SEEDED = {"Random", "Twister", "seed", "twister", "stream", "default_rng", "SeedSequence", "RandomState"}
CLOCKS = {
    "time",
    "time_ns",
    "datetime",
    "now",
    "utcnow",
    "perf_counter",
    "perf_counter_ns",
    "monotonic",
    "getpid",
}
PURE = ("framing", "twister", "bulk", "shuffle", "deal", "commitment", "entropy", "seal")


def modules(under: Path) -> list[Path]:
    """Return our own Python files, without tests."""
    found = []
    for folder, folders, files in os.walk(under):
        folders[:] = [name for name in folders if name not in NOT_OURS and not name.startswith(".")]
        found += [Path(folder, file) for file in files if file.endswith(".py")]
    return sorted(found)


def running(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every node except those under `if TYPE_CHECKING:`, which never runs."""
    waiting = [tree]
    for parent in waiting:
        for node in ast.iter_child_nodes(parent):
            if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
                waiting.append(node)
                yield node


def imported(node: ast.AST) -> set[str]:
    """Return the dotted names that a statement imports."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return set()


def randomness(tree: ast.AST) -> Iterator[str]:
    """Yield every place where a module generates or accesses randomness."""
    for node in running(tree):
        names = imported(node)
        reached = isinstance(node, ast.Attribute) and (
            node.attr in DRAWN or ast.unparse(node) in {"np.random", "numpy.random"}
        )
        if reached or names & SOURCES or any(name.rpartition(".")[2] in DRAWN for name in names):
            yield ast.unparse(node)


def clock_seeds(tree: ast.AST) -> Iterator[str]:
    """Yield every generator that is seeded from a clock, or without a known seed."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or _last_name(node.func) not in SEEDED:
            continue
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        inner = {_last_name(part) for argument in given for part in ast.walk(argument)}
        if not given or inner & CLOCKS:
            yield ast.unparse(node)


def _last_name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def tree_of(path: Path) -> ast.Module:
    """Parse a module."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@pytest.mark.slow
def test_nothing_outside_rng_makes_randomness() -> None:
    found = {
        str(path.relative_to(ROOT)): list(randomness(tree_of(path)))
        for path in modules(ROOT)
        if path.relative_to(ROOT).parts[0] != "rng"
    }
    assert {path: places for path, places in found.items() if places} == {}


@pytest.mark.slow
def test_only_entropy_reads_from_the_operating_system() -> None:
    asking = {
        path.name
        for path in modules(ROOT / "rng")
        for node in ast.walk(tree_of(path))
        if "secrets" in imported(node)
        or (isinstance(node, ast.Attribute) and node.attr in DRAWN - {"token_bytes"})
    }
    assert asking == {"entropy.py"}


def test_only_the_twister_imports_random_for_deals() -> None:
    importing = {
        name
        for name in PURE
        for node in ast.walk(tree_of(ROOT / f"rng/{name}.py"))
        if "random" in imported(node)
    }
    assert importing == {"twister"}


@pytest.mark.slow
def test_only_bulk_uses_numpys_twister_for_deals() -> None:
    reaching = {
        path.name
        for path in modules(ROOT / "rng")
        if any("numpy.random" in found or "np.random" in found for found in randomness(tree_of(path)))
    }
    assert reaching == {"bulk.py"}


@pytest.mark.parametrize("name", PURE)
def test_dealing_modules_import_no_django_no_other_package_and_no_clock(name: str) -> None:
    tops = {
        top.partition(".")[0] for node in ast.walk(tree_of(ROOT / f"rng/{name}.py")) for top in imported(node)
    }
    assert not tops & {"django", "game", "ranking", "cribbage_site", "time", "datetime"}


@pytest.mark.slow
def test_nothing_in_rng_seeds_from_a_clock() -> None:
    found = {str(path.relative_to(ROOT)): list(clock_seeds(tree_of(path))) for path in modules(ROOT / "rng")}
    assert {path: places for path, places in found.items() if places} == {}


@pytest.mark.parametrize(
    "code",
    [
        "import random",
        "from random import choice",
        "import secrets as s",
        "from os import urandom",
        "import os\nos.urandom(8)",
        "import uuid\nuuid.uuid4()",
        "from uuid import uuid4",
        "import numpy as np\nnp.random.default_rng(1)",
        "from numpy import random",
        "from numpy.random import default_rng",
        "from django.utils.crypto import get_random_string",
        "def f():\n    import random",
    ],
)
def test_the_search_finds_randomness(code: str) -> None:
    assert list(randomness(ast.parse(code)))


@pytest.mark.parametrize(
    "code", ["Random(time.time())", "default_rng()", "r.seed(int(now()))", "twister(x + time_ns())"]
)
def test_the_search_finds_clocks(code: str) -> None:
    assert list(clock_seeds(ast.parse(code)))


def test_a_type_alone_is_no_randomness() -> None:
    assert not list(randomness(ast.parse("if TYPE_CHECKING:\n    from random import Random")))
