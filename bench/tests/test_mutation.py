"""Mutants: which changes are made, where they take effect, and what an outcome means."""

import importlib
import sys

import pytest

from bench.mutation import session
from bench.mutation.mutants import find_codes, find_mutants
from bench.mutation.report import Report
from bench.mutation.session import Baseline, Substitute, judge_in_parallel, limit_seconds, run_forked
from bench.mutation.targets import ROOT, Target, load_equivalents


def changes(source: str) -> list[str]:
    return [mutant.change for mutant in find_mutants("small.py", source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a < b -> pass", "a < b -> a <= b", "a < b -> a >= b"]),
        ("x = a and not b", ["a and (not b) -> a or not b", "not b -> b"]),
        ("x = a + a", ["a + a -> a - a"]),
        ("x = 1, True", ["1 -> 2", "True -> False"]),
        ("x = 1, 1", ["1 -> 2", "1 -> 2 (2)"]),
        ("x = f(a, b=c)", ["f(a, b=c) -> f(a)"]),
        ("x = [a for a in b if a]", ["a -> not a"]),
        ("def f():\n    return a", ["return a -> return None"]),
        ("while a:\n    break", ["a -> not a", "break -> continue"]),
        ("raise a(1)", ["raise a(1) -> pass"]),
        ("a.b = c", ["a.b = c -> pass"]),
        ('"""Two."""\nx: Literal[1] = gettext_noop(1)\nassert a < b\nT = A | B', []),
        ("@a(b=1)\nclass C:\n    pass", []),
    ],
)
def test_each_small_change_is_made_separately(source: str, expected: list[str]) -> None:
    assert changes(source) == expected


SOURCE = "LIMIT = 3\n\n\nclass Box:\n    def holds(self, n):\n        return [i < LIMIT for i in (n,)][0]\n"


def test_a_mutant_of_a_method_replaces_it() -> None:
    mutant = next(one for one in find_mutants("small.py", SOURCE) if one.change == "i < LIMIT -> i <= LIMIT")
    assert (mutant.line, mutant.function) == ("return [i < LIMIT for i in (n,)][0]", "Box.holds:5")
    names: dict = {}
    exec(SOURCE, names)
    assert not names["Box"]().holds(3)
    names["Box"].holds.__code__ = dict(find_codes(mutant.code))[mutant.function]
    assert names["Box"]().holds(3)


def test_a_mutant_of_import_time_code_is_imported_in_its_place(tmp_path, monkeypatch) -> None:
    (tmp_path / "small_and_mutated.py").write_text(SOURCE)
    mutant = next(find_mutants("small_and_mutated.py", SOURCE))
    assert (mutant.change, mutant.function) == ("3 -> 4", "")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "meta_path", [Substitute(mutant), *sys.meta_path])
    assert importlib.import_module("small_and_mutated").LIMIT == 4
    del sys.modules["small_and_mutated"]


def test_a_fork_that_fails_or_hangs_has_detected_the_mutant() -> None:
    def hang() -> int:
        limit_seconds(0.05)
        while True:
            pass

    assert run_forked(lambda: 0) == 0
    assert run_forked(lambda: 1) == 1
    assert run_forked(hang) != 0


def test_a_target_passes_if_nineteen_in_twenty_are_killed_and_no_listed_equivalent_is_outdated() -> None:
    keys = tuple(("small.py", "x = 1", f"1 -> {number}") for number in range(2))
    assert Report("small", 20, keys[:1], 0, ()).passes
    assert not Report("small", 20, keys, 0, ()).passes
    assert not Report("small", 20, (), 1, keys[:1]).passes


def test_a_report_counts_each_file() -> None:
    files = {"small.py": (4, 1), "whole.py": (16, 0), "empty.py": (0, 0)}
    report = Report("both", 20, (("small.py", "x = 1", "1 -> 2"),), 1, (), files)
    assert [*report.as_lines()] == [
        "pass  both: 19 of 20 killed (95.0%), 1 equivalent",
        "      small.py: 3 of 4 killed (75.0%), 1 equivalent",
        "      whole.py: 16 of 16 killed (100.0%), 0 equivalent",
        "      empty.py: 0 of 0 killed (none), 0 equivalent",
        "      alive: small.py: x = 1",
        "          1 -> 2",
    ]


@pytest.mark.parametrize("processes", [1, 3])
def test_processes_share_out_all_mutants_and_keep_their_order(tmp_path, monkeypatch, processes) -> None:
    mutants = [*find_mutants("small.py", SOURCE)]
    odd = [one.key for one in mutants[1::2]]
    monkeypatch.setattr(session, "judge", lambda _, share, *__: [one for one in share if one.key in odd])
    target = Target((), (), needs_django=False)
    assert judge_in_parallel(target, mutants, Baseline(()), tmp_path, processes) == odd
    monkeypatch.setattr(session, "judge", lambda *_: 1 / 0)
    with pytest.raises(SystemExit):
        judge_in_parallel(target, mutants, Baseline(()), tmp_path, processes)


def test_every_listed_equivalent_has_a_reason_and_an_existing_line() -> None:
    for (path, line, _), reason in load_equivalents().items():
        assert reason
        assert line in map(str.strip, (ROOT / path).read_text().splitlines())
