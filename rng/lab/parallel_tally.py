"""Counts very many decks of a shuffle in several processes."""

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from functools import partial, reduce
from multiprocessing import get_context

from rng.fairness.scorer import Scorer
from rng.fairness.tally import Tally, add_tallies, tally_batches
from rng.lab.shuffles import deck_batches, seed_bytes

PART = 1 << 15


def part_sizes(decks: int) -> list[int]:
    """Return the number of decks in each part of the work. Every part has its own generator."""
    whole, rest = divmod(decks, PART)
    return [PART] * whole + [rest] * bool(rest)


def tally_shuffle(
    shuffle: str,
    generator: str,
    seed: int,
    decks: int,
    scorer: Scorer,
    processes: int = 1,
    on_part_done: Callable[[], None] = lambda: None,
) -> Tally:
    """Count so many decks on so many processes. Call `on_part_done` after each part."""
    sizes = part_sizes(decks)
    count = partial(tally_part, shuffle, generator, seed, scorer)
    with ExitStack() as stack:
        counted = _tally_parts(stack, count, sizes, min(processes, len(sizes)))
        return reduce(add_tallies, _reporting(counted, on_part_done))


def tally_part(shuffle: str, generator: str, seed: int, scorer: Scorer, part: int, decks: int) -> Tally:
    """Count one part."""
    return tally_batches(deck_batches(shuffle, generator, seed_bytes(seed, part), decks), scorer)


def _tally_parts(
    stack: ExitStack, count: Callable[[int, int], Tally], sizes: list[int], processes: int
) -> Iterator[Tally]:
    """Yield every part as soon as it is ready."""
    if processes == 1:
        return (count(part, size) for part, size in enumerate(sizes))
    # Spawned, not forked: the workers have no Django state, and Ctrl-C reaches only the parent.
    pool = ProcessPoolExecutor(
        processes, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)
    )
    stack.callback(pool.shutdown, cancel_futures=True)
    jobs = [pool.submit(count, part, size) for part, size in enumerate(sizes)]
    return (job.result() for job in as_completed(jobs))


def _reporting(tallies: Iterable[Tally], on_part_done: Callable[[], None]) -> Iterator[Tally]:
    for done in tallies:
        on_part_done()
        yield done
