"""Report how many of a target's mutants its tests killed."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bench.mutation.targets import ROOT, MutantKey

GOAL = 0.95


@dataclass(frozen=True, slots=True)
class Report:
    """The mutants of a target: the judged ones, the survivors, and the listed equivalents.

    `files` has the number of judged mutants and of equivalents for each file.
    """

    target: str
    total: int
    survivors: tuple[MutantKey, ...]
    equivalent: int
    outdated: tuple[MutantKey, ...]
    files: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def killed(self) -> int:
        return self.total - len(self.survivors)

    @property
    def passes(self) -> bool:
        return self.killed >= GOAL * self.total and not self.outdated

    def to_json(self) -> dict[str, Any]:
        """Return the report for a program."""
        counts = {"target": self.target, "total": self.total, "killed": self.killed, "passes": self.passes}
        return counts | {
            "equivalent": self.equivalent,
            "survivors": self.survivors,
            "outdated_equivalents": self.outdated,
            "files": self.files,
        }

    def as_lines(self) -> Iterator[str]:
        """Yield the report for a person."""
        counts = _count_killed(self.total, len(self.survivors), self.equivalent)
        yield f"{'pass' if self.passes else 'FAIL'}  {self.target}: {counts}"
        alive = Counter(path for path, _, _ in self.survivors)
        for path, (total, equivalent) in self.files.items():
            yield f"      {path}: {_count_killed(total, alive[path], equivalent)}"
        for title, keys in (("alive", self.survivors), ("no longer there", self.outdated)):
            for path, line, change in keys:
                yield f"      {title}: {path}: {line}"
                yield f"          {change}"


def _count_killed(total: int, alive: int, equivalent: int) -> str:
    killed = total - alive
    share = f"{killed / total:.1%}" if total else "none"
    return f"{killed} of {total} killed ({share}), {equivalent} equivalent"


class TestsFailed(Exception):
    """The tests fail even without a change. The message has their output."""


def run_session(target: str, path_part: str = "", processes: int = 1) -> Report:
    """Judge a target in a separate process that has imported nothing of the product."""
    command = [sys.executable, "-B", "-m", "bench.mutation.session", target, path_part, str(processes)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise TestsFailed(f"The mutants of {target} cannot be judged.")
    told = json.loads(done.stdout)
    survivors, outdated = (tuple(map(tuple, told[name])) for name in ("survivors", "outdated"))
    files = {path: (total, equivalent) for path, (total, equivalent) in told["files"].items()}
    return Report(target, told["total"], survivors, told["equivalent"], outdated, files)
