"""Prints the equities of razz hands, or ranges of hands, against each other."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any

from common.command import HelpTextCommand, usage_error
from common.progress import progress_on
from rng.razz.equity.computing import MAX_EXACT_SECONDS, SAMPLES, Equity, exact_equity, sampled_equity
from rng.razz.equity.contest import Contest, parse_contest
from rng.razz.equity.map import PATTERN, MapCell, estimate_seconds, map_equities, parse_map
from rng.razz.equity.map_picture import draw_map
from rng.razz.equity.wire import to_json
from rng.razz.hands.cards import RANKS, InvalidRazz
from rng.razz.sampling.arrays import LANES

MOST_SAMPLES = 10**8
MAX_MAP_SECONDS = 300.0  # the longest estimated map

HELP_TEXT = f"""
Write a hand's cards in dealt order, the two down cards first: three cards (third street) to seven. The
remaining cards up to seven are dealt at random.

  X      a card: A 2 3 4 5 6 7 8 9 T J Q K, in either case; 10 is T
  X-     this rank or a lower one; the ace is the lowest
  X+     this rank or a higher one
  *      any card
  (...)  no two ranks in here are equal: (7-7-7) is three different ranks up to seven

Down cards have no order: (3-2-) and (2-3-) are the same range, A2 A3 23. That is the corrected reading. The
old reading depends on places: (3-2-) contains both A2 and 2A, but only 32 and only 3A. --ordered shows its
result. Only the first two cards have no order: the later ones are dealt one by one.

The lowest five of seven win. Straights and flushes do not count. Five different ranks beat any hand
with a pair, and hands with a pair are compared as in poker, but reversed: the lower pair wins,
then the lower cards. A tie divides the pot. The result is exact if that takes {MAX_EXACT_SECONDS:.0f} s or
less, or else a sample.

With --map the first hand begins with X-Y-, and the result is a table over all ranks of both ranges: how many
percentage points the ordered reading adds to its equity. --svg draws both readings.

reading the figures:
  hands     ways to deal these hands, with suits (each known card has one)
  equity    a hand's share of all pots, ties divided
  decided   its share of the pots without a tie

examples:
  manage.py razz_equity "(3-2-)45678" "A345678"              33 hands, 12 won, 12 lost, 9 tied: 1/2
  manage.py razz_equity "(3-2-)45678" "A345678" --ordered    45 hands, 24 won, 12 lost, 9 tied: 19/30
  manage.py razz_equity A29 "(7-7-7)" --dead 4 4             from third street, with two dead fours
  manage.py razz_equity "***" "(8-8-8)" "K**" --exact        exactly, however long it takes
  manage.py razz_equity A29 "(7-7-7)" --samples 600000       always a sample
  manage.py razz_equity "(X-Y-)45678" A345678 --map --svg map.svg   the effect of order on all ranges

exit status: 0, or 2 if the arguments are invalid.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Prints the equities of razz hands, or ranges of hands, against each other."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "hands", nargs="*", metavar="hand", help='two or more, such as "(3-2-)45678" A345678'
        )
        parser.add_argument("--dead", nargs="*", default=[], metavar="card", help="cards that cannot come")
        parser.add_argument(
            "--ordered", action="store_true", help="the old reading: down cards have an order"
        )
        parser.add_argument("--exact", action="store_true", help="count every deal, however long it takes")
        parser.add_argument(
            "--samples", metavar="N", help=f"draw so many deals ({SAMPLES:,} where exact is slow)"
        )
        parser.add_argument("--seed", type=int, default=1, help="what deals are drawn from (1)")
        parser.add_argument(
            "--map", action="store_true", help="all ranges X- and Y- of the first hand's down cards"
        )
        parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the map as a picture")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        begun = process_time()
        try:
            if options["map"] or options["svg"]:
                return self.tell_map(options)
            met = parse_contest(options["hands"], " ".join(options["dead"]), options["ordered"])
            result = compute_equity(met, parse_samples(options), options)
        except InvalidRazz as fault:
            raise usage_error(fault) from None
        figures = to_json(met, result) | {"seconds": process_time() - begun}
        if options["json"]:
            return self.stdout.write(json.dumps(figures))
        self.stdout.write("\n".join(report_lines(figures)))

    def tell_map(self, options: dict[str, Any]) -> None:
        """Print the effect of order on all ranges, and draw it on request."""
        hands = options["hands"]
        if not hands or not PATTERN.match(hands[0]):
            raise InvalidRazz("A map needs a first hand that begins with X-Y-, such as (X-Y-)45678.")
        contests = parse_map(hands, " ".join(options["dead"]))
        if estimate_seconds(contests) > MAX_MAP_SECONDS:
            raise InvalidRazz("So many cards to come are too much for a map: write more of them.")
        cells = map_equities(contests, progress_on(sys.stderr, "counted"))
        if picture := options["svg"]:
            try:
                picture.write_text(draw_map(cells, " against ".join(hands)), encoding="utf-8")
            except OSError as fault:
                raise usage_error(f"{picture} cannot be written: {fault.strerror}.") from None
        if options["json"]:
            told = [{name: value and str(value) for name, value in cell._asdict().items()} for cell in cells]
            return self.stdout.write(json.dumps({"hands": hands, "map": told}))
        self.stdout.write("\n".join(map_lines(cells)))


def parse_samples(options: dict[str, Any]) -> int | None:
    """Return the number of deals to sample, if given."""
    text = options["samples"]
    if text is None:
        return None
    if options["exact"]:
        raise InvalidRazz("Say --exact or --samples, not both.")
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= MOST_SAMPLES:
        raise InvalidRazz(f"--samples is a number from 1 to {MOST_SAMPLES:,}, not {text!r}.")
    return int(text)


def compute_equity(contest: Contest, samples: int | None, options: dict[str, Any]) -> Equity:
    """Compute exactly or by sampling, with a progress display if it takes long."""
    quick = contest.is_within_reach and contest.estimated_seconds <= MAX_EXACT_SECONDS
    if options["exact"] or (quick and samples is None):
        if not contest.is_within_reach:
            raise InvalidRazz(
                "So many hands with so many cards to come are beyond counting: leave out --exact."
            )
        return exact_equity(contest, progress_on(sys.stderr, "of the readings")(contest.reading_count))
    samples = samples or SAMPLES
    return sampled_equity(
        contest, samples, options["seed"], progress_on(sys.stderr, "drawn")(samples // LANES)
    )


def map_lines(cells: Sequence[MapCell]) -> Iterator[str]:
    """Yield the gain from order in percentage points: rows by the higher rank, columns by the lower."""
    gaps = {
        (cell.high, cell.low): f"{100 * float(cell.gap):+.2f}" for cell in cells if cell.unordered is not None
    }
    yield "    " + "".join(f"{rank}-".rjust(8) for rank in RANKS)
    for at, high in enumerate(RANKS):
        row = "".join(gaps.get((high, low), "").rjust(8) for low in RANKS[: at + 1])
        yield (f"{high}-".rjust(4) + row).rstrip()
    most = max(cells, key=lambda cell: abs(cell.gap))
    yield f"most: {most.high}- {most.low}-, {most.ordered} in order and {most.unordered} without order"


def report_lines(figures: dict[str, Any]) -> list[str]:
    """Return the figures as text."""
    counted = f"{figures['hands']:,} hands" if figures["exact"] else f"{figures['samples']:,} deals drawn"
    of_each = (
        f"  {one['hand']:<20} {one['wins']:>18,} won {one['losses']:>18,} lost {one['ties']:>18,} tied   "
        f"{100 * one['share']:.4f}%  "
        + (one["equity"] if figures["exact"] else f"± {100 * one['error']:.4f}%")
        for one in figures["players"]
    )
    first = figures["players"][0]
    decided = (
        "all was tied"
        if first["decided"] is None
        else f"{first['hand']} has {first['decided']} of what was decided"
    )
    return [
        f"{counted}, down cards {'in order' if figures['ordered'] else 'without order'}",
        *of_each,
        decided,
    ]
