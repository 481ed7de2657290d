"""The modules that are mutated, and the tests that have to kill their mutants."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MutantKey = tuple[str, str, str]  # its path, the text of its line, its change
ROOT = Path(__file__).resolve().parent.parent.parent
EQUIVALENTS = Path(__file__).parent / "equivalent_mutants.toml"


@dataclass(frozen=True, slots=True)
class Target:
    """Files that are mutated, by pattern, and the tests of their own."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    leaves_out: tuple[str, ...] = ()

    @property
    def paths(self) -> Iterator[str]:
        for pattern in self.sources:
            for path in sorted(ROOT.glob(pattern)):
                if path.name not in self.leaves_out:
                    yield str(path.relative_to(ROOT))


RANKING_TESTS = tuple(
    f"ranking/tests/test_{name}.py"
    for name in (
        "audit",
        "bots",
        "drift",
        "leaderboard",
        "levels",
        "pins",
        "points",
        "settlement",
        "standings",
        "terms",
    )
)
TARGETS = {
    "commitment": Target(
        ("rng/commitment.py",), ("rng/tests/test_commitment.py", "rng/tests/test_vectors.py")
    ),
    "time_control": Target(
        ("game/table/clocks/time_control.py",), ("game/table/tests/test_time_control.py",)
    ),
    "engine": Target(("game/engine/*.py",), ("tests/engine",)),
    "formats": Target(
        ("tournaments/formats/*.py",),
        ("tournaments/formats/tests",),
        # Experiments with the formats, whose figures are drawn.
        leaves_out=("simulation.py", "simulated_duplicates.py"),
    ),
    "settlement": Target(("ranking/settlement.py",), RANKING_TESTS),
    "standings": Target(("ranking/standings.py",), RANKING_TESTS),
    "ranking": Target(("ranking/rules/*.py", "ranking/terms.py"), RANKING_TESTS),
}


def load_equivalents() -> dict[MutantKey, str]:
    """Load the mutants that behave as the module does, each with the reason."""
    listed = tomllib.loads(EQUIVALENTS.read_text()).get("equivalent", [])
    return {(one["module"], one["line"], one["change"]): one["reason"] for one in listed}
