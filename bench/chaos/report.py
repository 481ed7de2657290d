"""What a campaign came to: how often each fault happened, and how long players had to wait meanwhile."""

import os
import platform
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.chaos.campaign import Seen
from bench.chaos.client import Wait
from bench.chaos.faults import FAULTS, Happened
from bench.live.row import percentile

CALM = "calm"
AFTERWARDS = 3.0  # seconds in which a fault is still felt


@dataclass(frozen=True)
class Felt:
    """What players noticed of a fault: seconds until a move was acknowledged, and until the opponent knew."""

    name: str
    times: int
    moves: int
    acknowledged: tuple[float, float, float]
    known: tuple[float, float, float]

    def told(self) -> dict[str, Any]:
        return {
            "fault": self.name,
            "times": self.times,
            "moves": self.moves,
            "acknowledged_s": dict(zip(("p50", "p99", "max"), self.acknowledged, strict=True)),
            "known_s": dict(zip(("p50", "p99", "max"), self.known, strict=True)),
        }

    def row(self) -> str:
        says = FAULTS[self.name].says if self.name in FAULTS else "nothing"
        figures = " | ".join(_short(figure) for figure in (*self.acknowledged, *self.known))
        return f"| `{self.name}` | {says} | {self.times or ''} | {figures} |"


HEADS = (
    "| fault | what happens | times "
    "| acknowledged p50 | p99 | longest | opponent knows p50 | p99 | longest |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def felt(seen: Seen) -> list[Felt]:
    """Every fault as it was felt, and what it was like when there was none."""
    spans: dict[str, list[Happened]] = {}
    for happened in seen.happened:
        spans.setdefault(happened.name, []).append(happened)
    faults = [
        _felt(name, spans[name], _during(seen.waits, spans[name]), _during(seen.known, spans[name]))
        for name in FAULTS
        if name in spans
    ]
    return [_felt(CALM, [], _calm(seen.waits, seen.happened), _calm(seen.known, seen.happened)), *faults]


def _felt(name: str, spans: Sequence[Happened], waits: list[float], known: list[float]) -> Felt:
    return Felt(name, len(spans), len(waits), _figures(waits), _figures(known))


def _figures(waits: list[float]) -> tuple[float, float, float]:
    return (percentile(waits, 50), percentile(waits, 99), max(waits)) if waits else (0.0, 0.0, 0.0)


def _during(waits: Sequence[Wait], spans: Sequence[Happened]) -> list[float]:
    """The waits that a fault, or its end, fell into."""
    return [
        wait.until - wait.since
        for wait in waits
        if any(span.touched(wait.since - AFTERWARDS, wait.until) for span in spans)
    ]


def _calm(waits: Sequence[Wait], spans: Sequence[Happened]) -> list[float]:
    return [
        wait.until - wait.since
        for wait in waits
        if not any(span.touched(wait.since - AFTERWARDS, wait.until) for span in spans)
    ]


@dataclass(frozen=True)
class Report:
    """A campaign on one row, and what was wrong in the end."""

    database: str
    seed: int
    seconds: float
    games: int
    seen: Seen
    wrong: list[str]

    @property
    def passes(self) -> bool:
        return not self.wrong

    def told(self) -> dict[str, Any]:
        seen = self.seen
        return {
            "database": self.database,
            "passes": self.passes,
            "seed": self.seed,
            "seconds": round(self.seconds),
            "games_at_once": self.games,
            "games_over": len(seen.played),
            "moves": seen.moves,
            "lines_lost": seen.lines_lost,
            "refused": seen.refused,
            "ended": Counter(game.ended for game in seen.played),
            "went_on_in_s": round(seen.went_on_in, 2),
            "python": platform.python_version(),
            "cores": os.cpu_count(),
            "felt": [each.told() for each in felt(seen)],
            "wrong": self.wrong,
        }

    def lines(self) -> Iterator[str]:
        seen = self.seen
        refused = _listed(seen.refused)
        yield (
            f"{self.database}: {self.games} games at once for {self.seconds / 60:.1f} minutes "
            f"(seed {self.seed}): "
            f"{len(seen.happened)} faults, {len(seen.played)} games over, {seen.moves:,} moves acknowledged, "
            f"{seen.lines_lost:,} lines lost; refused: {refused}; after the last fault every game went on "
            f"within {seen.went_on_in:.1f} s; ended: {_listed(Counter(game.ended for game in seen.played))}."
        )
        yield ""
        yield HEADS
        yield from (each.row() for each in felt(seen))
        yield ""
        yield "Everything is as it has to be." if self.passes else f"{len(self.wrong)} things are wrong:"
        yield from self.wrong


def _listed(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {what}" for what, number in sorted(counted.items())) or "none"


def _short(seconds: float) -> str:
    return f"{seconds:.3f}" if seconds < 1 else f"{seconds:.1f}"
