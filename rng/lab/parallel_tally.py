"""Very many decks of a shuffle, counted by several processes."""

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from functools import partial, reduce
from multiprocessing import get_context

from rng.fairness.scorer import Scorer
from rng.fairness.tally import Tally, together, total
from rng.lab.shuffles import deck_batches, seed_of

PART = 1 << 15


def parts(decks: int) -> list[int]:
    """How many decks each part of the work is; every part has a generator of its own."""
    whole, rest = divmod(decks, PART)
    return [PART] * whole + [rest] * bool(rest)


def tally(
    shuffle: str,
    generator: str,
    seed: int,
    decks: int,
    scorer: Scorer,
    processes: int = 1,
    heard: Callable[[], None] = lambda: None,
) -> Tally:
    """What is counted of so many decks, on however many processes; `heard` is called after each part."""
    sizes = parts(decks)
    count = partial(part_of, shuffle, generator, seed, scorer)
    with ExitStack() as stack:
        counted = _counted(stack, count, sizes, min(processes, len(sizes)))
        return reduce(together, _told(counted, heard))


def part_of(shuffle: str, generator: str, seed: int, scorer: Scorer, part: int, decks: int) -> Tally:
    """What is counted of one part."""
    return total(deck_batches(shuffle, generator, seed_of(seed, part), decks), scorer)


def _counted(
    stack: ExitStack, count: Callable[[int, int], Tally], sizes: list[int], processes: int
) -> Iterator[Tally]:
    """Every part, whichever is ready first."""
    if processes == 1:
        return (count(part, size) for part, size in enumerate(sizes))
    # Begun afresh, not forked, they know nothing of Django; and Ctrl-C is for who began them.
    pool = ProcessPoolExecutor(
        processes, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)
    )
    stack.callback(pool.shutdown, cancel_futures=True)
    jobs = [pool.submit(count, part, size) for part, size in enumerate(sizes)]
    return (job.result() for job in as_completed(jobs))


def _told(tallies: Iterable[Tally], heard: Callable[[], None]) -> Iterator[Tally]:
    for done in tallies:
        heard()
        yield done
