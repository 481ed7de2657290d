"""The evidence against our shuffle, and how good a watch it is."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from rng.fairness.averages import Average
from rng.fairness.evidence import ALARM
from rng.fairness.recount import Recount, recount
from rng.fairness.trials import TENTHS, Trials, trials
from rng.fairness.watching import on_average, the_watch, unwatched
from rng.lab.shuffles import SHUFFLES
from teaching.command import TeachingCommand
from teaching.progress import Progress

MOST_DECKS, MOST_RUNS = 10_000_000, 1_000_000

TEACHES = """
One unit is staked against our shuffle, in fair bets: that there are more inversions than there should be, or
fewer; that there are too few cycles; that one card is cut more often than others. While the shuffle is even,
the unit can't be expected to grow, and the chance that it ever becomes 100 is one in a hundred at most,
however often one looks: at 100 there is an alarm, on the host's dashboard and on /fairness. A quarter of the
unit is kept back and laid little by little, so that the watch is awake after a million even deals too. Each
deal of the record counts once. Averages have bounds that hold at all times together, with a chance of 99%.

examples:
  manage.py fairness_watch                  the evidence now, and what hands are worth on average
  manage.py fairness_watch --json           {"deals": 0, "waiting": 0, "evidence": 1.0, "highest": 1.0, ...}
  manage.py fairness_watch --again          all of it made again from the record of deals: is it the same?
  manage.py fairness_watch --simulate --shuffle naive --decks 1000 --runs 200
                                            when it notices a wrong shuffle: that of some online card rooms
  manage.py fairness_watch --simulate --decks 10000 --runs 2000
                                            how often it accuses an even one (some minutes)

exit status: 0; 1 if --again finds a difference; 2 if what was asked makes no sense.
"""


class Command(TeachingCommand):
    teaches = TEACHES
    help = "Tells the evidence against our shuffle so far, makes it again, or tries the watch on any shuffle."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--again", action="store_true", help="make the evidence again from the record")
        how.add_argument("--simulate", action="store_true", help="try the watch on any shuffle")
        trial = parser.add_argument_group("with --simulate")
        trial.add_argument("--shuffle", default="fair", metavar="NAME", help=", ".join(SHUFFLES))
        trial.add_argument("--decks", type=int, default=10_000, metavar="N", help="in each run (10000)")
        trial.add_argument("--runs", type=int, default=100, metavar="R", help="how many times (100)")
        trial.add_argument("--seed", type=int, default=0, metavar="S", help="of the decks (0)")
        parser.add_argument("--json", action="store_true", help="print it as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["simulate"]:
            self.simulate(**options)
        elif options["again"]:
            self.make_again(options["json"])
        else:
            self.tell(options["json"])

    def tell(self, as_json: bool) -> None:
        """The evidence as it stands."""
        kept, waiting, averages = the_watch(), unwatched().count(), on_average()
        alarm = kept.alarmed_at and {"at": kept.alarmed_at.isoformat(), "after": kept.alarmed_after}
        if as_json:
            return self.print_json(
                {
                    "deals": kept.deals,
                    "waiting": waiting,
                    "evidence": kept.evidence,
                    "highest": kept.highest,
                    "alarm": alarm,
                    "averages": [_told(one) for one in averages],
                }
            )
        self.stdout.write(
            f"evidence {kept.evidence:.4g} after {kept.deals:,} deals, {waiting:,} more waiting; "
            f"at its highest {kept.highest:.4g}, alarm at {ALARM:g}"
        )
        said = f"alarm on {alarm['at']}, after {alarm['after']:,} deals" if alarm else "no alarm so far"
        self.stdout.write(said)
        for one in averages:
            if one.mean is not None:
                expected = f", expected {float(one.expected):.3f}" if one.expected else ""
                bounds = f"between {one.low:.3f} and {one.high:.3f}{expected}"
                self.stdout.write(f"  {one.name:<14}{one.mean:.3f} over {one.deals:,}, {bounds}")

    def make_again(self, as_json: bool) -> None:
        """The evidence as the record gives it, beside what was kept."""
        tenth = 0

        def progress(done: int, of: int) -> None:
            nonlocal tenth
            if of and done * 10 // of > tenth:
                tenth = done * 10 // of
                self.stderr.write(f"{done:,} of {of:,} deals ...")

        found = recount(progress)
        if as_json:
            self.print_json(_recounted(found))
        else:
            self.stdout.write(
                f"{found.again.deals:,} deals: evidence {found.again.worth:.4g} in the order of the record, "
                f"{found.kept.worth:.4g} in the order of the watch"
            )
            self.stdout.write("All agrees." if not found.differences else "What does not agree:")
            for difference in found.differences:
                self.stdout.write(f"  {difference}")
        if found.differences:
            raise SystemExit(1)

    def simulate(self, shuffle: str, decks: int, runs: int, seed: int, **options: Any) -> None:
        """Alarms over runs of decks from any shuffle."""
        if shuffle not in SHUFFLES:
            raise CommandError(f"There is no shuffle {shuffle!r}: {', '.join(SHUFFLES)}.", returncode=2)
        if not (0 < decks <= MOST_DECKS and 0 < runs <= MOST_RUNS):
            fault = f"From 1 to {MOST_DECKS:,} decks in each of 1 to {MOST_RUNS:,} runs can be tried."
            raise CommandError(fault, returncode=2)
        progress, alarms = Progress(sys.stderr, runs), []
        for alarm in trials(shuffle, decks, runs, seed):
            alarms.append(alarm)
            progress.step(f"run {len(alarms):,}: " + (f"alarm after {alarm:,}" if alarm else "no alarm"))
        found = Trials(alarms)
        if options["json"]:
            asked = {"shuffle": shuffle, "decks": decks, "runs": runs, "seed": seed}
            when = {f"{tenths}0%": found.after(tenths) for tenths in TENTHS}
            return self.print_json({**asked, "alarms": found.alarmed, "share": found.share, "after": when})
        self.stdout.write(f"{shuffle}: {SHUFFLES[shuffle].says}")
        of = "false alarms" if SHUFFLES[shuffle].sound else "alarms"
        self.stdout.write(f"{found.alarmed:,} {of} in {runs:,} runs of {decks:,} decks: {found.share:.2%}")
        for tenths in TENTHS:
            if (when_so_many := found.after(tenths)) is not None:
                self.stdout.write(f"  {tenths} of 10 runs by deck {when_so_many:,}")

    def print_json(self, told: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(told))


def _told(one: Average) -> dict[str, Any]:
    expected = None if one.expected is None else str(one.expected)
    return {
        "name": one.name,
        "deals": one.deals,
        "mean": one.mean,
        "low": one.low,
        "high": one.high,
        "expected": expected,
    }


def _recounted(found: Recount) -> dict[str, Any]:
    return {
        "deals": found.again.deals,
        "evidence": found.again.worth,
        "highest": found.again.highest,
        "kept": {"deals": found.kept.deals, "evidence": found.kept.worth, "highest": found.kept.highest},
        "differences": list(found.differences),
    }
