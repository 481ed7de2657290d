"""One audit of a log: it must have grown only, and the site must match its entries."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from common.formats.signed_note import Verifier
from game.log.checkpoint import Checkpoint
from game.log.game_counts import GameCount
from proof.public_log.audit import site
from proof.public_log.audit.memory import Memory
from proof.public_log.audit.remote import RemoteLog
from proof.public_log.audit.sighting import Sighting, faults_of_sighting
from proof.public_log.audit.tree import Finding, NotTheSame, StartSteps, take_growth


@dataclass(frozen=True, slots=True)
class Questions:
    """The checks of an audit beyond whether the log only grew."""

    key: str | None = None
    days: float = 2.0
    witnesses: Sequence[Verifier] = ()
    with_files: bool = False
    sightings: Sequence[Sighting] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """The findings: new ones and ones that still hold, and those reported before."""

    found: tuple[Finding, ...]
    found_before: tuple[str, ...]
    keys: tuple[str, ...]
    checkpoint: Checkpoint | None = None
    opened: int = 0
    closed: int = 0
    by_kind: Mapping[str, GameCount] = field(default_factory=dict)

    @property
    def description(self) -> str:
        lines = [f"  {finding.says}" for finding in self.found]
        lines += [f"  {says} (found before)" for says in self.found_before]
        lines += ["", *next((finding.evidence for finding in self.found if finding.evidence), ())]
        verdict = "FOUND" if self.found else "CLEAN"
        return "\n".join([f"{verdict}. {self._standing}", *self._counts, *lines]).rstrip()

    @property
    def _counts(self) -> Iterator[str]:
        for kind, count in self.by_kind.items():
            if count.opened:
                yield (
                    f"  {kind}: {count.opened:,} opened, {count.open:,} still open, "
                    f"{count.unrevealed:,} without a player's secret, "
                    f"{count.dropped:,} over with both secrets and no discard"
                )

    @property
    def _standing(self) -> str:
        if self.checkpoint is None:
            return "The log is not the one that was seen before. The stored state is unchanged."
        games = f"{self.opened:,} games opened, {self.closed:,} closed"
        key = f"signed by {self.keys[-1]}" if self.keys else "not signed"
        return f"{self.checkpoint.origin}: {self.checkpoint.size:,} entries, {games}; {key}"

    def to_json(self) -> dict[str, Any]:
        at = self.checkpoint
        log = {"origin": at.origin, "size": at.size, "root": at.root.hex()} if at else None
        return {
            "log": log,
            "keys": self.keys,
            "games": {"opened": self.opened, "closed": self.closed},
            "by_kind": {kind: count._asdict() for kind, count in self.by_kind.items()},
            "found": [asdict(finding) for finding in self.found],
            "found_before": self.found_before,
        }


def audit(log: RemoteLog, memory: Memory, questions: Questions, progress: StartSteps) -> Report:
    """Audit a log, and store what was seen. Raise Unreadable if there is no log."""
    before = memory.findings
    try:
        note, checkpoint = take_growth(log, memory, questions.key, progress)
    except NotTheSame as other:
        return Report(other.findings, tuple(before), tuple(memory.keys))
    told = [*memory.findings[len(before) :], *_site_faults(log, memory, note, questions)]
    found = [Finding(says) for says in told]
    for sighting in questions.sightings:
        found += faults_of_sighting(log, memory, checkpoint, sighting)
    counts = (*memory.count_games(), memory.count_by_kind())
    return Report(tuple(found), tuple(before), tuple(memory.keys), checkpoint, *counts)


def _site_faults(log: RemoteLog, memory: Memory, note: str, questions: Questions) -> Iterator[str]:
    yield from site.unclosed_games(memory, questions.days)
    yield from site.wrong_counts(log, memory)
    yield from site.other_programs(log, memory)
    if questions.with_files:
        yield from site.other_files(log, memory)
    yield from site.missing_cosignatures(note, memory, questions.witnesses)
