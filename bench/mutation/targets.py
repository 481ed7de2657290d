"""The modules that are mutated, and the tests that have to kill their mutants."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MutantKey = tuple[str, str, str]  # the path, the text of the line, and the change
ROOT = Path(__file__).resolve().parent.parent.parent
EQUIVALENTS = Path(__file__).parent / "equivalent_mutants.toml"


@dataclass(frozen=True, slots=True)
class Target:
    """Files that are mutated, by pattern, and their tests."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    leaves_out: tuple[str, ...] = ()
    needs_django: bool = True

    @property
    def paths(self) -> Iterator[str]:
        for pattern in self.sources:
            for path in sorted(ROOT.glob(pattern)):
                if path.name not in self.leaves_out:
                    yield str(path.relative_to(ROOT))


RULES_TESTS = tuple(
    f"ranking/tests/test_{name}.py" for name in ("calculator", "drift", "levels", "points", "terms", "trend")
)
SETTLEMENT_TESTS = tuple(
    f"ranking/tests/test_{name}.py"
    for name in ("audit", "bots", "leaderboard", "pins", "settlement", "standings", "terms")
)
FORMATS_TESTS = tuple(
    f"tournaments/formats/tests/test_{name}.py"
    for name in (
        "berger",
        "boards",
        "bracket",
        "closest",
        "encounters",
        "format",
        "pairing",
        "scoring",
        "season",
        "standings",
        "swiss",
        "team_boards",
    )
)
TARGETS = {
    "commitment": Target(
        ("rng/commitment.py",),
        ("rng/tests/test_commitment.py", "rng/tests/test_vectors.py"),
        needs_django=False,
    ),
    "time_control": Target(
        ("game/table/clocks/time_control.py",), ("game/table/tests/test_time_control.py",)
    ),
    "engine": Target(("game/engine/*.py",), ("tests/engine",), needs_django=False),
    "formats": Target(
        ("tournaments/formats/*.py",),
        FORMATS_TESTS,
        # Experiments with event formats, whose figures are random.
        leaves_out=("simulation.py", "simulated_duplicates.py"),
        needs_django=False,
    ),
    "settlement": Target(("ranking/settlement.py",), SETTLEMENT_TESTS),
    "standings": Target(("ranking/standings.py",), SETTLEMENT_TESTS),
    "ranking": Target(("ranking/rules/*.py", "ranking/terms.py"), RULES_TESTS),
}


def load_equivalents() -> dict[MutantKey, str]:
    """Load the mutants that behave like the original module, each with the reason."""
    listed = tomllib.loads(EQUIVALENTS.read_text()).get("equivalent", [])
    return {(one["module"], one["line"], one["change"]): one["reason"] for one in listed}
