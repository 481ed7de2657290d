"""Measure the cost of a bot's move."""

import os
from collections.abc import Iterator, Sequence
from time import process_time
from typing import NamedTuple

from bench import worker_tasks
from bench.figure import Figure
from bench.games import play_game
from bench.live.accounting import resident_bytes
from bench.live.row import percentile
from bench.measurement import BenchOptions, Measurement
from game.bots.registry import choose
from game.decisions.versions import newest_brain
from game.engine.events import Event
from game.engine.moves import Deal
from game.engine.play import act
from game.engine.state import Phase
from game.engine.transcript import dump
from game.engine.view import View, view
from game.runtime.worker_pool import WorkerPool
from game.table.bot_accounts import BOTS
from rng.twister import Twister, stream
from study.review.judge.record import Record

GAMES, QUICK_GAMES = 24, 4
REVIEWS = 3
REVIEW_LIMIT = 0.12
PERCENTILES = 50, 99
THROW, CARD = "a throw", "a card where there is a choice"
LIMITS = {
    ("intermediate", THROW): (8.0, None),
    ("intermediate", CARD): (1.0, None),
    ("halscrib", THROW): (8.0, None),
    ("halscrib", CARD): (12.0, None),
    ("advanced", THROW): (5.0, 8.0),
    ("advanced", CARD): (12.0, 12.0),
    ("master", THROW): (None, 10.0),
    ("master", CARD): (None, 25.0),
}
MS, MB = 1e3, 1e6


class Position(NamedTuple):
    """The information with which a seat chooses a discard or a card."""

    view: View
    events: tuple[Event, ...]
    label: str

    @property
    def chance(self) -> Twister:
        return stream(bytes(32), self.label)


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Measure decisions one at a time, in a worker process as at a table."""
    brains = WorkerPool(1, timeout=120)
    pid, begun = brains.submit(os.getpid).result(), brains.submit(process_time).result()
    yield Figure("brains", "a worker begun, its tables loaded and every brain tried", begun, "s CPU")
    positions = list(decision_positions(QUICK_GAMES if options.quick else GAMES))
    throws = [one for one in positions if one.view.phase is Phase.THROW]
    cards = [one for one in positions if len(one.view.playable) > 1]
    for brain in BOTS:
        yield from decision_costs(brains, brain, THROW, throws)
        yield from decision_costs(brains, brain, CARD, cards)
    yield Figure("brains", "a worker after all these thoughts", resident_bytes(pid) / MB, "MB", 100)
    for number in range(1 if options.quick else REVIEWS):
        record = build_record(number)
        judged = brains.submit(worker_tasks.review_game, record).result()
        yield Figure("brains", f"a game of {record.deals} deals reviewed", judged, "s CPU", REVIEW_LIMIT)
    brains.stop()


def decision_positions(games: int) -> Iterator[Position]:
    """Return the positions of some games in which a seat had a choice."""
    for seed in range(games):
        heard: tuple[Event, ...] = ()
        for state, seat, move in play_game(seed)[0]:
            if seat is not None:
                yield Position(view(state, seat), heard, f"{seed} {len(state.record)}")
            heard += act(state, seat, move)[1]


def decision_costs(
    brains: WorkerPool, brain: str, what: str, positions: Sequence[Position]
) -> Iterator[Figure]:
    """Yield the median and the 99th percentile of a bot's CPU time per decision. Some have limits."""
    plays = newest_brain(brain)
    times = [
        brains.submit(worker_tasks.cpu_seconds_of, choose, plays, one.view, one.events, one.chance).result()
        * MS
        for one in positions
    ]
    for percent, limit in zip(PERCENTILES, LIMITS.get((brain, what), (None, None)), strict=True):
        told = f"{brain}: {what}, p{percent} of {len(times):,}"
        yield Figure("brains", told, percentile(times, percent), "ms CPU", limit)


def build_record(seed: int) -> Record:
    """Return a whole game, as the reviewer receives it."""
    steps, end = play_game(seed)
    decks = {move.number: move.deck for *_, move in steps if isinstance(move, Deal)}
    return Record(f"bench {seed}", dump(end), decks)
