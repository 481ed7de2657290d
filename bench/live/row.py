"""One row of the live measurement: the cost of a thousand acknowledged moves, and their delays."""

from dataclasses import asdict, dataclass
from typing import Any

TARGETS = {"sqlite": 0.12, "postgresql": 0.18}
AT_TABLES, MOST_TABLES = 50, 500


@dataclass(frozen=True, slots=True)
class Row:
    """The moves at some tables on one database, or through the echo server."""

    database: str
    tables: int
    kind: str
    cpu_s_per_1000: float
    moves_per_s: float
    p50_ms: float
    p99_ms: float

    @property
    def target(self) -> float | None:
        is_held = self.kind == "game" and self.tables == AT_TABLES
        return TARGETS[self.database] if is_held else None

    @property
    def passes(self) -> bool:
        return self.target is None or self.cpu_s_per_1000 <= self.target

    def to_json(self) -> dict[str, Any]:
        """Return the row for a program."""
        return {k: round(v, 4) if isinstance(v, float) else v for k, v in asdict(self).items()}

    def as_text(self) -> str:
        """Return the row for a person."""
        verdict = "    " if self.target is None else "pass" if self.passes else "FAIL"
        limit = "" if self.target is None else f" (at most {self.target})"
        return (
            f"{verdict}  live: {self.database:10} {self.tables:3} tables {self.kind:4} "
            f"{self.cpu_s_per_1000:.3f} CPU s per 1,000 moves{limit}, {self.moves_per_s:,.0f} moves/s, "
            f"p50 {self.p50_ms:.2f} ms, p99 {self.p99_ms:.2f} ms"
        )


def percentile(numbers: list[float], percent: float) -> float:
    """Return the value that this percentage of the numbers does not exceed."""
    return sorted(numbers)[min(len(numbers) - 1, int(len(numbers) * percent / 100))]
