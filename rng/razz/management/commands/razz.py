"""What a razz hand becomes: exact, sampled by the million, and sampled plainly."""

import json
import sys
from argparse import ArgumentParser
from time import process_time
from typing import Any

from common.command import HelpTextCommand, usage_error
from common.progress import progress_on
from rng.razz.cards import InvalidRazz
from rng.razz.law import NULL, Start, count_rows, parse_start, shares
from rng.razz.plain_sampling import simulate
from rng.razz.sampling import LANES, sample_rows

MOST_PLAIN = 10**5
MOST_POWER = 9

HELP_TEXT = """
In razz the lowest five of seven cards win. Pairs, straights and flushes do not count; the ace is low. A hand
that must end with fewer than five different ranks is null, and stands in row -1; every other hand stands in
the row of the highest of its five lowest ranks: 5 is A 2 3 4 5, the best there is, and 13 a king.

reading the columns:
  exact     every way the cards to come can fall, counted by ranks: for A 2 3, 211,876 run-outs
  sampled   10^POWER games drawn by numpy: each card drawn is swapped with the last, and the deck shrinks
  plain     the same, one game after another in Python to be read; 10^5 games at most

What lies face up before others (--others) or is known to be gone (--dead) cannot come any more. What others
hold unseen need not be told: it is as unknown as the rest of the deck.

examples:
  manage.py razz 7 A 2 3                              10^7 games that begin with A 2 3
  manage.py razz 6 a 2 3 --others K 9 --dead 4 4      two cards lie before others, two fours are dead
  manage.py razz 5 A23 --dead A 2 3                   the deck that fits the published Python column
  manage.py razz 7 A 2 3 --seed 4 --json              for a program

exit status: 0, or 2 if the arguments make no sense.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Tells how often a razz hand that begins so ends in each row: exactly, and by simulation."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("power", help=f"how many games are drawn, as a power of ten: 0 to {MOST_POWER}")
        parser.add_argument(
            "cards", nargs="*", metavar="card", help="1 to 7 of A 2 ... 9 T J Q K, such as A 2 3"
        )
        parser.add_argument("--others", nargs="*", default=[], metavar="card", help="face up before others")
        parser.add_argument("--dead", nargs="*", default=[], metavar="card", help="gone in any other way")
        parser.add_argument("--seed", type=int, default=1, help="what games are drawn from (1)")
        parser.add_argument("--json", action="store_true", help="print the columns as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            begun = parse_start(*(" ".join(options[where]) for where in ("cards", "others", "dead")))
            games = 10 ** parse_power(options["power"])
        except InvalidRazz as fault:
            raise usage_error(fault) from None
        told = columns(begun, games, options["seed"])
        if options["json"]:
            return self.stdout.write(json.dumps(told))
        self.stdout.write("\n".join(report_lines(told)))


def parse_power(text: str) -> int:
    """How many digits the number of games has, but the first."""
    if not (text.isascii() and text.isdigit()) or int(text) > MOST_POWER:
        raise InvalidRazz(f"The first number is the power of ten of games, 0 to {MOST_POWER}, not {text!r}.")
    return int(text)


def columns(begun: Start, games: int, seed: int) -> dict[str, Any]:
    """The three columns, with what each cost in CPU time."""
    at = process_time()
    exact = count_rows(begun)
    exact_at = process_time()
    drawn = sample_rows(begun, games, seed, progress_on(sys.stderr, "drawn")(-(-games // LANES)))
    drawn_at = process_time()
    plainly = simulate(begun, min(games, MOST_PLAIN), seed)
    return {
        "exact": shares(exact),
        "counts": exact,
        "sampled": shares(drawn),
        "plain": shares(plainly),
        "run_outs": sum(exact.values()),
        "games": games,
        "games_plain": min(games, MOST_PLAIN),
        "seed": seed,
        "seconds_exact": exact_at - at,
        "seconds_sampled": drawn_at - exact_at,
        "seconds_plain": process_time() - drawn_at,
    }


def report_lines(figures: dict[str, Any]) -> list[str]:
    """The columns as a table."""
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
    cost = "".join(f"{figures[f'seconds_{name}']:>22.4f} s" for name in names)
    return ["row " + "".join(f"{head:>24}" for head in heads), *rows, "CPU " + cost]
