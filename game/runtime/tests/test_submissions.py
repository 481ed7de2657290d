"""Every function that the site submits to a worker pool can be imported in a worker process."""

import ast
import importlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from common.wings import WINGS
from game.runtime.cpu_budget import run_with_cpu_limit
from game.runtime.worker_pool import JobFailed, WorkerPool
from tests.worlds import worker_tasks
from tournaments.formats.draws import pair_drawn

ROOT = Path(settings.BASE_DIR)
POOL_MODULE = "game.runtime.worker_pool"
POOLS = {"interactive", "background", "WorkerPool"}
OWN_FILES = {"game/runtime/worker_pool.py"}
Function = Callable[..., Any]


class CannotFollow(Exception):
    """A use of a worker pool in a form that this scan cannot check."""


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def files_that_use_a_pool() -> tuple[Path, ...]:
    return tuple(
        path
        for wing in WINGS
        for path in sorted((ROOT / wing).rglob("*.py"))
        if "tests" not in path.relative_to(ROOT).parts
        and str(path.relative_to(ROOT)) not in OWN_FILES
        and "worker_pool" in path.read_text()
    )


def find_submissions(source: str) -> Iterator[list[ast.expr]]:
    """Yield the arguments of every submission. Raise CannotFollow for any other use of a pool."""
    tree = ast.parse(source)
    imported = set(_imported_pools(tree))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if _is_pool(node, imported):
            pool = parents[node]
            submit = parents.get(pool)
            call = parents.get(submit) if submit else None
            is_submission = (
                isinstance(pool, ast.Call)
                and pool.func is node
                and isinstance(submit, ast.Attribute)
                and submit.attr == "submit"
                and isinstance(call, ast.Call)
                and call.func is submit
            )
            if not is_submission:
                raise CannotFollow(f"line {getattr(node, 'lineno', 0)}: call `.submit` on the pool itself")
            assert isinstance(call, ast.Call)
            yield call.args


def _imported_pools(tree: ast.AST) -> Iterator[str]:
    """Yield the names by which a file knows the pools or their module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(one.name == POOL_MODULE for one in node.names):
            raise CannotFollow(f"line {node.lineno}: import the pool by `from`")
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                found = f"{node.module}.{one.name}"
                if found == POOL_MODULE or (node.module == POOL_MODULE and one.name in POOLS | {"*"}):
                    if one.asname or one.name == "*":
                        raise CannotFollow(f"line {node.lineno}: import the pool by its own name")
                    yield one.name


def _is_pool(node: ast.AST, imported: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in imported & POOLS
    is_in_module = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    return is_in_module and node.attr in POOLS and node.value.id in imported  # type: ignore[attr-defined]


def resolve(module: Any, name: ast.expr) -> Function:
    """Return the function that an expression names at the top of its module."""
    if not isinstance(name, ast.Name):
        raise CannotFollow(f"{ast.unparse(name)} is not the plain name of a function")
    found = getattr(module, name.id, None)
    if not callable(found):
        raise CannotFollow(f"{name.id} is no function at the top of {module.__name__}")
    return found  # type: ignore[no-any-return]


def submitted_functions() -> Iterator[tuple[str, Function]]:
    for path in files_that_use_a_pool():
        module = importlib.import_module(module_name(path))
        for arguments in find_submissions(path.read_text()):
            function = resolve(module, arguments[0])
            yield str(path.relative_to(ROOT)), function
            if function is run_with_cpu_limit:
                yield str(path.relative_to(ROOT)), resolve(module, arguments[2])


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    one = WorkerPool(1, timeout=60)
    yield one
    one.stop()


@pytest.mark.slow
def test_a_worker_can_import_every_submitted_function_and_the_types_of_its_arguments(pool: WorkerPool):
    functions = {function: where for where, function in submitted_functions()}
    assert pair_drawn in functions
    assert len(functions) > 10
    for function, where in functions.items():
        try:
            pool.submit(worker_tasks.resolve_annotations, function).result()
        except JobFailed as fault:
            pytest.fail(f"{where}: no worker can run {function.__name__}: {fault}")


@pytest.mark.slow
def test_a_function_that_needs_django_is_found(pool: WorkerPool):
    from tournaments.events.run.flow import next_step

    with pytest.raises(JobFailed, match="ModuleNotFoundError"):
        pool.submit(worker_tasks.resolve_annotations, next_step).result()


@pytest.mark.parametrize(
    "use",
    [
        "from game.runtime.worker_pool import interactive\npool = interactive()\npool.submit(len)",
        "from game.runtime.worker_pool import interactive as quick\nquick().submit(len)",
        "from game.runtime import worker_pool as pools\npools.interactive().submit(len)",
        "from game.runtime import worker_pool\nsubmit = worker_pool.background().submit\nsubmit(len)",
        "from game.runtime.worker_pool import background\nuse(background)",
        "from game.runtime.worker_pool import WorkerPool\npool = WorkerPool(1, timeout=1)",
        "import game.runtime.worker_pool\ngame.runtime.worker_pool.interactive().submit(len)",
    ],
)
def test_no_submission_can_hide(use: str):
    with pytest.raises(CannotFollow):
        list(find_submissions(use))


@pytest.mark.parametrize("name", ["lambda: 1", "partial(len)", "module.function", "local"])
def test_only_the_plain_name_of_a_function_is_submitted(name: str):
    with pytest.raises(CannotFollow):
        resolve(worker_tasks, ast.parse(name, mode="eval").body)
