"""Prints the results of a razz hand: exact, sampled in bulk, and sampled plainly."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import Any

from common.command import HelpTextCommand, usage_error
from common.progress import progress_on
from rng.razz.hands.cards import InvalidRazz
from rng.razz.hands.law import NULL, Start, count_rows, parse_start, shares
from rng.razz.hands.published import chi_square_fit
from rng.razz.sampling.arrays import LANES, sample_rows
from rng.razz.sampling.generators import GENERATORS
from rng.razz.sampling.plain import simulate
from rng.razz.sampling.precision import FEWEST_POWER, Precision, measure_precision
from rng.razz.sampling.precision_picture import draw_precision

MOST_PLAIN = 10**5
MOST_POWER = 9
LEAST_P = 0.001  # smaller p-values are not printed in text

GENERATOR_LIST = "\n".join(f"  {name:<9} {generator.says}" for name, generator in GENERATORS.items())
HELP_TEXT = f"""
In razz the lowest five of seven cards win. Straights and flushes do not count, and the ace is low. A hand
with fewer than five different ranks is in row -1. Every other hand is in the row of the highest of its five
lowest ranks: 5 is A 2 3 4 5, the best hand, and 13 is a king.

reading the columns:
  exact     every run-out, counted by ranks: for A 2 3, there are 211,876
  sampled   10^POWER games drawn by numpy: each card drawn is swapped with the last, and the deck shrinks
  plain     the same in simple Python code, one game after another; at most 10^5 games
  chi2      the distance of each sample from the exact distribution, its degrees of freedom, and p, the
            chance of a distance at least as large

With --errors the table shows the error of samples from 10 games to 10^POWER, and the error expected from
chance alone. --svg draws it. Ten times as many games reduce the error by a factor of only 3.16.

generators (--generator) for the sampled column:
{GENERATOR_LIST}

Cards face up before other players (--others) and other dead cards (--dead) can't come any more. Leave out
the face-down cards of other players: they are as unknown as the rest of the deck.

examples:
  manage.py razz 7 A 2 3                              10^7 games that begin with A 2 3
  manage.py razz 6 a 2 3 --others K 9 --dead 4 4      two cards of other players, two dead fours
  manage.py razz 5 A23 --dead A 2 3                   the deck that fits the published Python column
  manage.py razz 7 A 2 3 --generator rand             does the C standard's rand differ? It does not
  manage.py razz 7 A 2 3 --generator bsd-rand         it did if programs took remainders of all its bits
  manage.py razz 7 A 2 3 --errors --svg errors.svg    how much more precise are more games? A table, a picture
  manage.py razz 7 A 2 3 --seed 4 --json              for a program

exit status: 0, or 2 if the arguments are invalid.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Prints how often a razz hand with these cards ends in each row: exactly, and by simulation."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("power", help=f"how many games are drawn, as a power of ten: 0 to {MOST_POWER}")
        parser.add_argument(
            "cards", nargs="*", metavar="card", help="1 to 7 of A 2 ... 9 T J Q K, such as A 2 3"
        )
        parser.add_argument("--others", nargs="*", default=[], metavar="card", help="face up before others")
        parser.add_argument("--dead", nargs="*", default=[], metavar="card", help="gone in any other way")
        parser.add_argument("--seed", type=int, default=1, help="what games are drawn from (1)")
        parser.add_argument(
            "--generator", choices=list(GENERATORS), default="mt", help="what it draws from (mt)"
        )
        parser.add_argument(
            "--errors", action="store_true", help="the error of ever more games, 10 to 10^POWER"
        )
        parser.add_argument("--svg", type=Path, metavar="FILE", help="draw these errors as a picture")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            begun = parse_start(*(" ".join(options[where]) for where in ("cards", "others", "dead")))
            power = parse_power(options["power"])
            if options["errors"] or options["svg"]:
                return self.tell_errors(begun, power, options)
        except InvalidRazz as fault:
            raise usage_error(fault) from None
        told = columns(begun, 10**power, options["seed"], options["generator"])
        if options["json"]:
            return self.stdout.write(json.dumps(told))
        self.stdout.write("\n".join(report_lines(told)))

    def tell_errors(self, begun: Start, power: int, options: dict[str, Any]) -> None:
        """Print the errors for growing numbers of games, and draw them on request."""
        if power < FEWEST_POWER:
            raise InvalidRazz("Errors are told from ten games on: the first number is 1 at least.")
        cards, picture = " ".join(options["cards"]).upper(), options["svg"]
        drawing = progress_on(sys.stderr, "drawn")
        measured = list(measure_precision(begun, power, options["seed"], options["generator"], drawing))
        if picture:
            title = f"Razz {cards}, drawn from {options['generator']}: the error of a sample"
            try:
                picture.write_text(draw_precision(measured, title), encoding="utf-8")
            except OSError as fault:
                raise usage_error(f"{picture} cannot be written: {fault.strerror}.") from None
        if options["json"]:
            errors = [one._asdict() for one in measured]
            told = {"generator": options["generator"], "seed": options["seed"], "errors": errors}
            return self.stdout.write(json.dumps(told))
        self.stdout.write("\n".join(error_lines(measured)))


def parse_power(text: str) -> int:
    """Parse the exponent of the number of games."""
    if not (text.isascii() and text.isdigit()) or int(text) > MOST_POWER:
        raise InvalidRazz(f"The first number is the power of ten of games, 0 to {MOST_POWER}, not {text!r}.")
    return int(text)


def columns(begun: Start, games: int, seed: int, generator: str) -> dict[str, Any]:
    """Return the three columns, with the CPU time of each."""
    at = process_time()
    exact = count_rows(begun)
    exact_at = process_time()
    progress = progress_on(sys.stderr, "drawn")(-(-games // LANES))
    drawn = sample_rows(begun, games, seed, progress, generator)
    drawn_at = process_time()
    plainly = simulate(begun, min(games, MOST_PLAIN), seed)
    law = shares(exact)
    return {
        "exact": law,
        "counts": exact,
        "sampled": shares(drawn),
        "plain": shares(plainly),
        "run_outs": sum(exact.values()),
        "games": games,
        "games_plain": min(games, MOST_PLAIN),
        "seed": seed,
        "generator": generator,
        "fit": {
            "sampled": chi_square_fit(drawn, law)._asdict(),
            "plain": chi_square_fit(plainly, law)._asdict(),
        },
        "seconds_exact": exact_at - at,
        "seconds_sampled": drawn_at - exact_at,
        "seconds_plain": process_time() - drawn_at,
    }


def report_lines(figures: dict[str, Any]) -> list[str]:
    """Return the columns as a table."""
    heads = (
        f"exact ({figures['run_outs']:,})",
        f"sampled ({figures['games']:,})",
        f"plain ({figures['games_plain']:,})",
    )
    names = ("exact", "sampled", "plain")
    rows = [
        f"{row:>4}" + "".join(f"{figures[name][row]:>24.6f}" for name in names)
        + ("   null: fewer than five ranks" if row == NULL else "")
        for row in figures["exact"]
    ]  # fmt: skip
    fits = "".join(f"{fit_text(figures['fit'][name]):>24}" for name in names[1:])
    cost = "".join(f"{figures[f'seconds_{name}']:>22.4f} s" for name in names)
    return [
        "row " + "".join(f"{head:>24}" for head in heads),
        *rows,
        f"chi2{'':24}{fits}",
        "CPU " + cost,
    ]


def fit_text(fit: dict[str, float]) -> str:
    """Format a chi-square with its degrees of freedom and p-value."""
    p = f"p {fit['p']:.3f}" if fit["p"] >= LEAST_P else f"p < {LEAST_P}"
    return f"{fit['chi2']:.2f} on {fit['df']}, {p}"


def error_lines(measured: Iterable[Precision]) -> list[str]:
    """Return the errors as a table, in percentage points."""
    return [
        f"{'games':>13}{'error':>13}{'expected':>13}{'CPU':>13}",
        *(
            f"{one.games:>13,}{100 * one.error:>12.5f}%{100 * one.expected:>12.5f}%{one.seconds:>11.4f} s"
            for one in measured
        ),
        "error: the root of the mean square, over all rows, of how far the shares lie from the law;",
        "expected: what chance alone makes of it on average. Ten times the games are 3.16 times as near.",
    ]
