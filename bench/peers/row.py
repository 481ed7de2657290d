"""What a move costs one server, beside what it costs ours in the same run."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from bench.live.player import Traffic
from bench.live.throughput import CLIENTS_BUSY_SHARE


@dataclass(frozen=True, slots=True)
class Cost:
    """One round of one server: the closed loop, and in milliseconds of CPU a move that comes alone."""

    cpu_s_per_1000: float
    alone_ms: float | None
    traffic: Traffic
    clients_share: float


@dataclass(frozen=True, slots=True)
class PeerRow:
    """A server at its cheapest of all rounds; `times` is of the first server in the run, which is ours."""

    name: str
    differs: str
    tables: int
    cpu_s_per_1000: float
    times: float
    alone_ms: float | None
    alone_times: float | None
    frames_per_move: float
    bytes_per_move: float
    clients_share: float

    @property
    def passes(self) -> bool:
        return True

    def to_json(self) -> dict[str, Any]:
        """The row for a program."""
        return {k: round(v, 4) if isinstance(v, float) else v for k, v in asdict(self).items()}

    def as_text(self) -> str:
        """The row as a person reads it."""
        alone = ""
        if self.alone_ms is not None and self.alone_times is not None:
            alone = f"; alone {self.alone_ms:.3f} ms CPU, {self.alone_times:.2f} times"
        busy = f"; the clients were busy {self.clients_share:.0%} of the time"
        return (
            f"      peers: {self.name:13} {self.tables:3} tables {self.cpu_s_per_1000:.3f} "
            f"CPU s per 1,000 moves, {self.times:.2f} times ours{alone}\n"
            f"             {self.frames_per_move:.1f} frames and {self.bytes_per_move:,.0f} bytes a move; "
            f"{self.differs}{busy if self.clients_share > CLIENTS_BUSY_SHARE else ''}"
        )


def build_rows(tables: int, costs: Mapping[str, Sequence[Cost]], differs: Mapping[str, str]) -> list[PeerRow]:
    """A row for each server, of its cheapest round: what others do on a machine only ever adds."""
    cheapest = {name: _cheapest(rounds) for name, rounds in costs.items()}
    ours = next(iter(cheapest.values()))
    return [
        PeerRow(
            name,
            differs[name],
            tables,
            cost.cpu_s_per_1000,
            cost.cpu_s_per_1000 / ours.cpu_s_per_1000,
            cost.alone_ms,
            cost.alone_ms / ours.alone_ms if cost.alone_ms is not None and ours.alone_ms else None,
            cost.traffic.frames,
            cost.traffic.bytes,
            cost.clients_share,
        )
        for name, cost in cheapest.items()
    ]


def _cheapest(rounds: Sequence[Cost]) -> Cost:
    best = min(rounds, key=lambda each: each.cpu_s_per_1000)
    alone = [each.alone_ms for each in rounds if each.alone_ms is not None]
    return replace(best, alone_ms=min(alone, default=None))
