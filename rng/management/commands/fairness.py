"""Runs every test of the battery on a shuffle."""

import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from time import monotonic
from typing import Any

from common.command import HelpTextCommand, usage_error
from common.progress import Progress, duration_text
from rng.fairness.battery import ALPHA, Finding, build_battery, passes, run_battery
from rng.fairness.deck_csv import BATCH_SIZE, InvalidDeck, parse_decks
from rng.fairness.scorer import scorer
from rng.fairness.statistics import Decks
from rng.fairness.tally import Tally, tally_batches
from rng.fairness.watch import deal_record
from rng.lab.generators import GENERATORS
from rng.lab.parallel_tally import part_sizes, tally_shuffle
from rng.lab.shuffles import SHUFFLES

SHUFFLE_DEFAULTS: dict[str, Any] = {"shuffle": "ours", "generator": "mt", "seed": 1, "decks": 100_000}
MOST = 100_000_000
INTERRUPTED = 130

TESTS = build_battery(scorer().counts)


def definition_list(sayings: Iterable[tuple[str, str]]) -> str:
    """Format names and their descriptions, one per line."""
    return "\n".join(f"  {name:<19} {says}" for name, says in sayings)


HELP_TEXT = f"""
Every test knows exactly what a fair shuffle gives, and prints a p-value: how often a fair shuffle would
look at least this odd. With so many tests, one of them will often look odd by chance, so each p is adjusted
(Holm's correction). The verdict is "fail" if an adjusted p is under {ALPHA}, which happens to a fair
shuffle in at most one run in a hundred. "pass" only means that this many decks showed nothing: try naive
with 20 decks, then with 200.

tests:
{definition_list((test.name, test.says) for test in TESTS)}

shuffles (the first three are sound):
{definition_list((name, shuffle.says) for name, shuffle in SHUFFLES.items())}

generators for any of them:
{definition_list((name, generator.says) for name, generator in GENERATORS.items())}

With a weak generator, a few cards reveal all the others. No such test can detect this: try break_shuffle and
recover_twister. Two generators are uneven as well. Every number of glibc's random is the sum of two earlier
ones, often from the same deck, and 100,000 decks of the fair shuffle show it. The rand of old BSDs outputs
its lowest bits, which have short periods, and a remainder uses them: 24 decks show it.

examples:
  manage.py fairness --decks 1000000 --seed 7       our shuffle, a million decks
  manage.py fairness --shuffle naive --decks 3000   a bad one, and the tests that find it
  manage.py fairness --shuffle asf --generator borland --decks 3000    what was dealt online in 1999
  manage.py fairness --csv decks.csv                decks from a file, as /fairness/decks.csv gives them
  curl -s https://.../fairness/decks.csv | manage.py fairness --csv -
  manage.py fairness --recorded                     every deck on this site's record
  manage.py fairness --decks 3000 --json            for a program

In a file a deck is a row, its cards the last 52 columns, written 5H, TD, AS or 0 to 51, separated by commas
or spaces; the first row may be a heading. The same --seed gives the same figures for any number of
processes.
--json prints
  {{"decks": N, "tests": [{{"name": ..., "p": ..., "p_adjusted": ...}}, ...], "verdict": "pass" or "fail"}}
and the source of the decks.

exit status: 0 whatever the verdict, 2 if the arguments are invalid, 130 if interrupted.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = (
        "Puts a shuffle, or decks from a file or from the record, to every test, and says whether it passes."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--decks", type=parse_count, metavar="N", help="how many (100000)")
        parser.add_argument("--shuffle", choices=list(SHUFFLES), help="which (ours)")
        parser.add_argument("--generator", choices=list(GENERATORS), help="what it draws from (mt)")
        parser.add_argument("--seed", type=int, metavar="N", help="what that is seeded from (1)")
        parser.add_argument("--processes", type=parse_count, metavar="P", help="how many count (one a core)")
        parser.add_argument("--csv", metavar="FILE", help="test the decks of a file (-: stdin)")
        parser.add_argument("--recorded", action="store_true", help="test the decks on record")
        parser.add_argument("--json", action="store_true", help="print the findings as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        begun = monotonic()
        if options["csv"] or options["recorded"]:
            about, counted = tally_given(options)
        else:
            about, counted = tally_shuffled(options)
        findings = run_battery(counted, TESTS)
        seconds = round(monotonic() - begun, 1)
        if options["json"]:
            said = to_json(counted, findings) | about | {"seconds": seconds}
            self.stdout.write(json.dumps(said, indent=2))
            return
        source = ", ".join(f"{name} {value}" for name, value in about.items())
        self.stdout.write(f"{counted.decks:,} decks, {source}, {duration_text(seconds)}\n")
        self.stdout.write("\n".join(report_lines(findings)))


def tally_shuffled(options: dict[str, Any]) -> tuple[dict[str, Any], Tally]:
    """Count decks that are shuffled here. Return their description and the counts."""
    asked = {
        name: usual if options[name] is None else options[name] for name, usual in SHUFFLE_DEFAULTS.items()
    }
    number = asked.pop("decks")
    sizes = part_sizes(number)
    progress = Progress(sys.stderr, len(sizes))

    def heard() -> None:
        if options["verbosity"] and len(sizes) > 1:
            progress.step(f"of {number:,} decks")

    share = options["processes"] or os.cpu_count() or 1
    try:
        return asked, tally_shuffle(
            **asked, decks=number, scorer=scorer(), processes=share, on_part_done=heard
        )
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrupted: no result, because not all decks were counted.\n")
        sys.exit(INTERRUPTED)


def tally_given(options: dict[str, Any]) -> tuple[dict[str, Any], Tally]:
    """Count decks that were shuffled elsewhere. Return their description and the counts."""
    if options["csv"] and options["recorded"]:
        raise usage_error("Test the decks of a file or those on record, but not both.")
    if superfluous := [f"--{name}" for name in SHUFFLE_DEFAULTS if options[name] is not None]:
        raise usage_error(f"What is given is not shuffled here: leave out {' and '.join(superfluous)}.")
    if options["recorded"]:
        return {"from": "the record"}, tally_batches(require_decks(recorded_decks(), "on record"), scorer())
    return {"from": options["csv"]}, tally_batches(
        require_decks(file_decks(options["csv"]), f"in {options['csv']}"), scorer()
    )


def recorded_decks() -> Iterator[Decks]:
    """Yield every recorded deck, as dealt."""
    newest = deal_record.newest_id()
    for deals in deal_record.pages(0, newest, newest, BATCH_SIZE):
        yield deal_record.deck_array(deals)


def file_decks(name: str) -> Iterator[Decks]:
    """Yield the decks of a file or of standard input."""
    try:
        with nullcontext(sys.stdin) if name == "-" else open(name, encoding="utf-8", newline="") as file:
            yield from parse_decks(file)
    except OSError as fault:
        raise usage_error(f"{name} cannot be read: {fault.strerror}.") from None
    except UnicodeDecodeError:
        raise usage_error(f"{name} is no text.") from None
    except InvalidDeck as fault:
        raise usage_error(fault) from None


def require_decks(decks: Iterable[Decks], where: str) -> Iterator[Decks]:
    """Yield the same decks. Raise CommandError if there are none."""
    batch = None
    for batch in decks:
        yield batch
    if batch is None:
        raise usage_error(f"There is no deck {where}.")


def to_json(counted: Tally, findings: Sequence[Finding]) -> dict[str, Any]:
    """Return the findings as JSON that other programs rely on."""
    ps = [{"name": test.name, "p": test.p, "p_adjusted": test.p_adjusted} for test in findings]
    return {"decks": counted.decks, "tests": ps, "verdict": verdict(findings)}


def report_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield the findings as a table, and the verdict."""
    yield f"{'':<19} {'p':>9} {'adjusted':>9}"
    for test in findings:
        found = "  found" if test.is_significant else ""
        yield f"{test.name:<19} {test.p:>9.3g} {test.p_adjusted:>9.3g}{found}"
    yield ""
    yield verdict(findings)


def verdict(findings: Sequence[Finding]) -> str:
    """Return the verdict in one word."""
    return "pass" if passes(findings) else "fail"


def parse_count(text: str) -> int:
    """Parse a number from 1 to the most that a machine can count in a day."""
    if not (text.isascii() and text.isdigit() and len(text) < 12 and 1 <= int(text) <= MOST):
        raise ArgumentTypeError(f"a whole number from 1 to {MOST}, not {text!r}")
    return int(text)
