"""Run a target's tests against each of its mutants, in a fork with the test setup already loaded.

A mutant of a function replaces it in a process that has collected the tests, and only tests that enter the
function run. A mutant of import-time code is imported in place of the module. So is a surviving mutant whose
function had already run during import.
"""

import gc
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from resource import RLIMIT_AS, setrlimit
from tempfile import TemporaryDirectory
from time import process_time
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.db import connections
from hypothesis import Phase, settings

from bench.mutation.mutants import Mutant, find_codes, find_mutants
from bench.mutation.targets import ROOT, TARGETS, MutantKey, Target, load_equivalents

ARGUMENTS = (
    "-x",
    "-q",
    "--tb=no",
    "--assert=plain",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-p",
    "no:cribbage_site.tests.cpu_time",  # its limit is for tests without call tracing
    "--no-header",
)
# Tests that need no database start in a tenth of the time without the site, its fixtures and other plugins.
WITHOUT_DJANGO = ("-c", os.devnull, "--rootdir", str(ROOT), "--noconftest")
PATIENCE = 3  # multiple of the time of a test without a change and with call tracing
LEAST_SECONDS = 2.0
IMPORT_SECONDS = 60.0
MOST_MEMORY = 8 << 30  # of address space, for mutants that allocate without end
PROGRESS, PROGRESS_STEP = os.dup(2), 50
PRELOADED = ("django.db.models", "django.test", "playwright.sync_api")
PRELOADED_WITHOUT_DJANGO = ("hypothesis.stateful", "hypothesis.strategies", "networkx", "numpy")


class Baseline:
    """A run without a change: the time of each test, and the functions that tests and imports enter."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.files = {str(ROOT / path): path for path in paths}
        self.seconds: dict[str, float] = {}
        self.entered: dict[str, list[str]] = {}
        self.imported: set[str] = set()
        self.ever_entered: set[str] = set()

    def enter_while_importing(self) -> None:
        """Record the functions that run until the tests begin."""
        sys.settrace(self._note_into(self.imported))

    def pytest_collection_finish(self) -> None:
        sys.settrace(None)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        functions: set[str] = set()
        began = process_time()
        sys.settrace(self._note_into(functions))
        try:
            return (yield)
        finally:
            sys.settrace(None)
            self.seconds[item.nodeid] = process_time() - began
            self.entered[item.nodeid] = sorted(functions)

    def _note_into(self, functions: set[str]) -> Callable[[FrameType, str, object], None]:
        """Return a trace function, which Python calls when a function is entered, and not for its lines."""

        def enter(frame: FrameType, _event: str, _: object) -> None:
            code = frame.f_code
            if code.co_filename in self.files:
                functions.add(f"{self.files[code.co_filename]}:{code.co_qualname.split('.<locals>')[0]}")

        return enter

    def to_json(self) -> str:
        return json.dumps([self.seconds, self.entered, sorted(self.imported)])

    def read(self, text: str) -> None:
        self.seconds, self.entered, imported = json.loads(text)
        self.imported = set(imported)
        self.ever_entered = {name for names in self.entered.values() for name in names}

    def needs_import(self, mutant: Mutant) -> bool:
        """Return whether the mutant's function may have run during import."""
        return _function_name(mutant) in self.imported or not self.enters(mutant)

    def enters(self, mutant: Mutant) -> bool:
        """Return whether any test enters the mutant's function."""
        return _function_name(mutant) in self.ever_entered

    def reaches(self, nodeid: str, mutant: Mutant) -> bool:
        """Return whether a test can detect a mutant: it enters its function, or import runs the mutant."""
        return _function_name(mutant) in self.entered.get(nodeid, ()) or not self.enters(mutant)


def _function_name(mutant: Mutant) -> str:
    return f"{mutant.path}:{mutant.function.split(':')[0]}"


class Judge:
    """Runs only the tests that reach the mutant, fastest first, each with a time limit."""

    def __init__(self, baseline: Baseline, mutant: Mutant | None = None) -> None:
        self.baseline, self.mutant = baseline, mutant

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        seconds = self.baseline.seconds
        items.sort(key=lambda item: seconds.get(item.nodeid, 0.0))
        if self.mutant is not None:
            items[:] = [item for item in items if self.baseline.reaches(item.nodeid, self.mutant)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        limit_seconds(max(LEAST_SECONDS, PATIENCE * self.baseline.seconds.get(item.nodeid, 0.0)))


class InPlace:
    """Forks for each mutant of a function after collection, and runs the tests there."""

    def __init__(self, baseline: Baseline, mutants: Sequence[Mutant], told: Path) -> None:
        self.baseline, self.mutants, self.told = baseline, mutants, told
        self.functions: dict[tuple[str, str], list[FunctionType]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self) -> None:
        """Find the functions before the garbage collector's freeze hides them."""
        for one in gc.get_objects():
            if type(one) is FunctionType and one.__code__.co_filename in self.baseline.files:
                code = one.__code__
                key = (self.baseline.files[code.co_filename], f"{code.co_qualname}:{code.co_firstlineno}")
                self.functions.setdefault(key, []).append(one)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items, survivors = session.items, []
        # Set session fixtures, above all the database, up once for all forks.
        first = next((item for item in items if item.get_closest_marker("django_db")), items[0])
        session.config.hook.pytest_runtest_protocol(item=first, nextitem=session)
        limit_seconds(0)
        for number, mutant in enumerate(self.mutants):
            session.items = [item for item in items if self.baseline.reaches(item.nodeid, mutant)]
            if not self.baseline.enters(mutant) or not run_forked(partial(self._judge, session, mutant)):
                survivors.append(number)
                if not self.baseline.needs_import(mutant):
                    tell(f"alive: {mutant.key}")
            tell_progress(number + 1, len(self.mutants), "in place")
        self.told.write_text(json.dumps(survivors))
        return True

    def _judge(self, session: pytest.Session, mutant: Mutant) -> int:
        code = dict(find_codes(mutant.code))[mutant.function]
        for function in self.functions.get((mutant.path, mutant.function), ()):
            function.__code__ = code
        if site_settings.configured:
            connections.close_all()  # each fork opens its own
        for item, following in zip(session.items, [*session.items[1:], session], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return 1
        return 0


class Substitute(MetaPathFinder):
    """Imports a mutant in place of its module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = mutant.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target) if name == self.name else None
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(spec.name, spec.origin, self.mutant.code)
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.code


def tell(line: str) -> None:
    """Write to the session's stderr, which its forks do not have."""
    os.write(PROGRESS, f"{line}\n".encode())


def tell_progress(number: int, total: int, how: str) -> None:
    if number % PROGRESS_STEP == 0:
        tell(f"{number} of {total} {how} ...")


def limit_seconds(seconds: float) -> None:
    """Let the operating system end this process after this much CPU time."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # a fork inherits the handler that limits a bot's time
    signal.setitimer(signal.ITIMER_PROF, seconds)


def start_fork(work: Callable[[], int], output: str | None = None) -> int:
    """Run work in a fork, and return its process ID."""
    sys.stdout.flush()
    if pid := os.fork():
        return pid
    status = 3
    try:
        setrlimit(RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        for stream in (1, 2):
            os.dup2(os.open(output or os.devnull, os.O_WRONLY | os.O_CREAT), stream)
        status = int(work())
    finally:
        os._exit(status)


def wait_for_fork(pid: int) -> int:
    """Return the result of a fork's work. A crash or timeout returns a value other than 0."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def run_forked(work: Callable[[], int], output: str | None = None) -> int:
    return wait_for_fork(start_fork(work, output))


def run_tests(target: Target, *plugins: object) -> int:
    """Run tests like pytest. Hypothesis draws the same examples every time, and stores none."""

    class Quick:
        def pytest_sessionstart(self) -> None:
            phases = (Phase.explicit, Phase.generate)
            settings.register_profile(
                "mutation", settings(), database=None, derandomize=True, phases=phases, deadline=None
            )
            settings.load_profile("mutation")

    arguments = ARGUMENTS if target.needs_django else (*ARGUMENTS, *WITHOUT_DJANGO)
    return int(pytest.main([*arguments, *target.tests], plugins=[Quick(), *plugins]))


def judge_fresh(target: Target, baseline: Baseline, mutant: Mutant) -> int:
    """Import the mutant in place of the module, and run the tests."""
    limit_seconds(IMPORT_SECONDS)
    sys.meta_path.insert(0, Substitute(mutant))
    return run_tests(target, Judge(baseline, mutant))


def run_baseline(target: Target, baseline: Baseline, file: Path) -> None:
    """Run the tests without a change. They have to pass."""

    def run() -> int:
        baseline.enter_while_importing()
        status = run_tests(target, baseline)
        file.write_text(baseline.to_json())
        return status

    output = file.with_suffix(".txt")
    if run_forked(run, str(output)):
        raise SystemExit(f"{output.read_text()}\nThese tests fail without a change.")
    baseline.read(file.read_text())


def judge(target: Target, mutants: Sequence[Mutant], baseline: Baseline, file: Path) -> list[Mutant]:
    """Return the mutants that no test detects."""
    of_functions = [one for one in mutants if one.function]
    run_forked(lambda: run_tests(target, Judge(baseline), InPlace(baseline, of_functions, file)))
    alive = [of_functions[number] for number in json.loads(file.read_text())]
    survivors = [one for one in alive if not baseline.needs_import(one)]
    again = [one for one in mutants if not one.function] + [one for one in alive if one not in survivors]
    for number, mutant in enumerate(again, 1):
        if run_forked(partial(judge_fresh, target, baseline, mutant)) == 0:
            survivors.append(mutant)
            tell(f"alive: {mutant.key}")
        tell_progress(number, len(again), "imported")
    return survivors


def judge_in_parallel(
    target: Target, mutants: Sequence[Mutant], baseline: Baseline, directory: Path, processes: int
) -> list[MutantKey]:
    """Share the mutants out to processes, and return the keys of those that no test detects."""

    def judge_share(number: int) -> int:
        share, told = mutants[number::processes], directory / f"told-{number}.json"
        survivors = judge(target, share, baseline, directory / f"alive-{number}.json")
        told.write_text(json.dumps([one.key for one in survivors]))
        return 0

    forks = [start_fork(partial(judge_share, number)) for number in range(processes)]
    statuses = [wait_for_fork(fork) for fork in forks]
    if any(statuses):
        raise SystemExit("A process that judges mutants failed.")
    texts = [(directory / f"told-{number}.json").read_text() for number in range(processes)]
    alive = {tuple(key) for text in texts for key in json.loads(text)}
    return [one.key for one in mutants if one.key in alive]


def main(target_name: str, path_part: str = "", processes: str = "1") -> None:
    """Judge the mutants of a target, and print the result as JSON."""
    target, equivalents = TARGETS[target_name], load_equivalents()
    paths = [path for path in target.paths if path_part in path]
    mutants = [one for path in paths for one in find_mutants(path, (ROOT / path).read_text())]
    judged = [one for one in mutants if one.key not in equivalents]
    outdated = [key for key in equivalents if key[0] in paths and key not in {one.key for one in mutants}]
    if not target.needs_django:
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    with TemporaryDirectory(prefix="every-other-mutation-") as directory:
        os.environ["TMPDIR"] = tempfile.tempdir = directory
        os.environ["MIGRATED_DATABASES"] = directory
        baseline = Baseline(paths)
        for name in PRELOADED if target.needs_django else PRELOADED_WITHOUT_DJANGO:
            import_module(name)
        run_baseline(target, baseline, Path(directory) / "told.json")
        survivors = judge_in_parallel(target, judged, baseline, Path(directory), int(processes))
    told = {
        "total": len(judged),
        "survivors": survivors,
        "equivalent": len(mutants) - len(judged),
        "outdated": outdated,
        "files": {path: _count(path, judged, mutants) for path in paths},
    }
    print(json.dumps(told))


def _count(path: str, judged: Sequence[Mutant], mutants: Sequence[Mutant]) -> tuple[int, int]:
    """Return the number of a file's mutants that are judged, and of its equivalents."""
    count = sum(one.path == path for one in judged)
    return count, sum(one.path == path for one in mutants) - count


if __name__ == "__main__":
    main(*sys.argv[1:])
