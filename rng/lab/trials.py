"""Runs the monitor on simulated decks of any shuffle or dealer until it raises an alarm."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rng.fairness.watch.evidence import Evidence, add_decks
from rng.lab.dealers import dealt_batches
from rng.lab.shuffles import deck_batches
from rng.twister import stream_seed

# Decks per batch: after an early alarm, the rest of the decks is not needed.
BATCH_SIZE = 1024
TENTHS = (1, 5, 9)


@dataclass(frozen=True, slots=True)
class Trials:
    """The number of decks until the alarm in each run; None without an alarm."""

    alarms: Sequence[int | None]

    @property
    def alarm_count(self) -> int:
        return sum(alarm is not None for alarm in self.alarms)

    @property
    def share(self) -> float:
        return self.alarm_count / len(self.alarms)

    def alarm_quantile(self, tenths: int) -> int | None:
        """Return the number of decks by which so many tenths of the runs had an alarm, if they did."""
        in_order = sorted(alarm for alarm in self.alarms if alarm is not None)
        wanted = -(-len(self.alarms) * tenths // 10)
        return in_order[wanted - 1] if wanted <= len(in_order) else None


def run_trials(shuffle: str, decks: int, runs: int, seed: int) -> Iterator[int | None]:
    """Yield the deck of the alarm, if any, for each run. Each run has its own twister."""
    secret = hashlib.sha256(f"trials of the watch {seed}".encode()).digest()
    for run in range(runs):
        yield _first_alarm(shuffle, decks, stream_seed(secret, shuffle, str(run)))


def run_dealer_trials(dealer: str, decks: int, runs: int, seed: int) -> Iterator[int | None]:
    """Yield the same for simulated tables, where the players are known."""
    secret = hashlib.sha256(f"trials of dealers {seed}".encode()).digest()
    for run in range(runs):
        evidence = Evidence()
        for batch, about in dealt_batches(dealer, stream_seed(secret, dealer, str(run)), decks):
            evidence = add_decks(evidence, batch, about)
            if evidence.alarmed_after is not None:
                break
        yield evidence.alarmed_after


def _first_alarm(shuffle: str, decks: int, seed: bytes) -> int | None:
    evidence = Evidence()
    for batch in deck_batches(shuffle, "mt", seed, decks):
        for at in range(0, len(batch), BATCH_SIZE):
            evidence = add_decks(evidence, batch[at : at + BATCH_SIZE])
            if evidence.alarmed_after is not None:
                return evidence.alarmed_after
    return None
