"""Summarize a campaign: how often each fault happened, and how long players waited meanwhile."""

import os
import platform
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bench.chaos.campaign import Observations
from bench.chaos.client import Wait
from bench.chaos.faults import FAULTS, FaultSpan
from bench.live.row import percentile

CALM = "calm"
AFTERMATH_SECONDS = 3.0  # seconds in which a fault still has effects


@dataclass(frozen=True)
class FaultImpact:
    """The effect of a fault: seconds until a move was acknowledged, and until the opponent saw it."""

    name: str
    times: int
    moves: int
    acknowledged: tuple[float, float, float]
    opponent_knew: tuple[float, float, float]

    def to_json(self) -> dict[str, Any]:
        return {
            "fault": self.name,
            "times": self.times,
            "moves": self.moves,
            "acknowledged_s": dict(zip(("p50", "p99", "max"), self.acknowledged, strict=True)),
            "known_s": dict(zip(("p50", "p99", "max"), self.opponent_knew, strict=True)),
        }

    def as_table_row(self) -> str:
        says = FAULTS[self.name].description if self.name in FAULTS else "nothing"
        figures = " | ".join(_format_seconds(figure) for figure in (*self.acknowledged, *self.opponent_knew))
        return f"| `{self.name}` | {says} | {self.times or ''} | {figures} |"


TABLE_HEAD = (
    "| fault | what happens | times "
    "| acknowledged p50 | p99 | longest | opponent knows p50 | p99 | longest |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def fault_impacts(observations: Observations) -> list[FaultImpact]:
    """Return the effect of every fault, and the values without any fault."""
    spans: dict[str, list[FaultSpan]] = {}
    for happened in observations.fault_spans:
        spans.setdefault(happened.name, []).append(happened)

    def impact(name: str, times: int, is_felt: Callable[[Wait], bool]) -> FaultImpact:
        waits, known = (
            [wait.until - wait.since for wait in all_waits if is_felt(wait)]
            for all_waits in (observations.ack_waits, observations.opponent_waits)
        )
        return FaultImpact(name, times, len(waits), _figures(waits), _figures(known))

    calm = impact(CALM, 0, lambda wait: not _is_during(wait, observations.fault_spans))
    return [calm] + [
        impact(name, len(spans[name]), partial(_is_during, spans=spans[name]))
        for name in FAULTS
        if name in spans
    ]


def _is_during(wait: Wait, spans: Sequence[FaultSpan]) -> bool:
    """Return whether a fault, or its end, overlapped a wait."""
    return any(span.overlaps(wait.since - AFTERMATH_SECONDS, wait.until) for span in spans)


def _figures(waits: list[float]) -> tuple[float, float, float]:
    return (percentile(waits, 50), percentile(waits, 99), max(waits)) if waits else (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Report:
    """A campaign on one database, and its problems."""

    database: str
    seed: int
    seconds: float
    games: int
    observations: Observations
    problems: list[str]

    @property
    def passes(self) -> bool:
        return not self.problems

    def to_json(self) -> dict[str, Any]:
        seen = self.observations
        return {
            "database": self.database,
            "passes": self.passes,
            "seed": self.seed,
            "seconds": round(self.seconds),
            "games_at_once": self.games,
            "games_over": len(seen.finished_games),
            "games_of_events": _count_of_events(seen),
            "moves": seen.moves,
            "lines_lost": seen.connections_lost,
            "refused": seen.refused,
            "ended": Counter(game.ended for game in seen.finished_games),
            "went_on_in_s": round(seen.recovery_seconds, 2),
            "python": platform.python_version(),
            "cores": os.cpu_count(),
            "felt": [each.to_json() for each in fault_impacts(seen)],
            "wrong": self.problems,
        }

    def lines(self) -> Iterator[str]:
        seen = self.observations
        refused = _format_counts(seen.refused)
        yield (
            f"{self.database}: {self.games} games at once for {self.seconds / 60:.1f} minutes "
            f"(seed {self.seed}): "
            f"{len(seen.fault_spans)} faults, {len(seen.finished_games)} games over, "
            f"{_count_of_events(seen)} of them of events, "
            f"{seen.moves:,} moves acknowledged, {seen.connections_lost:,} lines lost; refused: {refused}; "
            f"after the last fault every game went on within {seen.recovery_seconds:.1f} s; "
            f"ended: {_format_counts(Counter(game.ended for game in seen.finished_games))}."
        )
        yield ""
        yield TABLE_HEAD
        yield from (each.as_table_row() for each in fault_impacts(seen))
        yield ""
        yield "All checks pass." if self.passes else f"{len(self.problems)} things are wrong:"
        yield from self.problems


def _count_of_events(seen: Observations) -> int:
    return sum(bool(game.event) for game in seen.finished_games)


def _format_counts(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {what}" for what, number in sorted(counted.items())) or "none"


def _format_seconds(seconds: float) -> str:
    return f"{seconds:.3f}" if seconds < 1 else f"{seconds:.1f}"
