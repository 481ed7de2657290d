"""Prints the evidence against our shuffle, and measures the monitor itself."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from common.command import HelpTextCommand, usage_error
from common.progress import Progress
from rng.fairness.watch.evidence import ALARM_THRESHOLD
from rng.fairness.watch.monitor import current_averages, load_watch, unwatched_deals
from rng.fairness.watch.recount import BATCH_SIZE, recount
from rng.lab.dealers import DEALERS, Dealer
from rng.lab.shuffles import SHUFFLES, Shuffle
from rng.lab.trials import TENTHS, Trials, run_dealer_trials, run_trials

DEFAULTS: dict[str, Any] = {"shuffle": None, "dealer": None, "decks": 10_000, "runs": 100, "seed": 0}
MOST_DECKS, MOST_RUNS = 10_000_000, 1_000_000

HELP_TEXT = """
The monitor stakes 1 against our shuffle in fair bets: that there are too many or too few inversions; that
there are too few cycles; that one card is cut more often than others; that one kind of seat is dealt the
better six, or is helped more by the starter; that the better six goes to the player who is behind, or to one
seat at the end of close games; that cards of an earlier deal are repeated. With a fair shuffle the stake
isn't expected to grow, and the chance that it ever reaches 100 is at most one in a hundred, however often you
look. At 100 there's an alarm on the host's dashboard and on /fairness. A quarter of the stake is held back
and bet little by little, so that the monitor still works after a million fair deals. Each deal on record
counts once. The bounds of an average hold at all times at once with a chance of 99%.

examples:
  manage.py fairness_watch                  the evidence now, and average hands
  manage.py fairness_watch --json           {"deals": 0, "waiting": 0, "evidence": 1.0, "highest": 1.0, ...}
  manage.py fairness_watch --again          recompute everything from the record of deals, and compare
  manage.py fairness_watch --simulate --shuffle naive --decks 1000 --runs 200
                                            how soon it notices a bad shuffle
  manage.py fairness_watch --simulate --dealer better-six-1% --decks 300000 --runs 20
                                            how soon it notices that one seat is favoured
  manage.py fairness_watch --simulate --dealer fair --decks 10000 --runs 2000
                                            how often it accuses a fair dealer (some minutes)

exit status: 0; 1 if --again finds a difference; 2 if the arguments are invalid.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Prints the evidence against our shuffle, recomputes it, or tries the monitor on any shuffle."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--again", action="store_true", help="make the evidence again from the record")
        how.add_argument("--simulate", action="store_true", help="try the watch on any shuffle")
        trial = parser.add_argument_group("with --simulate")
        trial.add_argument("--shuffle", metavar="NAME", help=f"one of {', '.join(SHUFFLES)} (fair)")
        dealers = ", ".join(DEALERS).replace("%", "%%")
        trial.add_argument("--dealer", metavar="NAME", help=f"at simulated tables: one of {dealers}")
        trial.add_argument("--decks", type=int, metavar="N", help="in each run (10000)")
        trial.add_argument("--runs", type=int, metavar="R", help="how many (100)")
        trial.add_argument("--seed", type=int, metavar="S", help="of the decks (0)")
        parser.add_argument("--json", action="store_true", help="print it as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        given = [f"--{name}" for name in DEFAULTS if options[name] is not None]
        if given and not options["simulate"]:
            raise usage_error(f"Only --simulate can be told {' and '.join(given)}.")
        if options["simulate"]:
            asked = {name: options[name] for name in DEFAULTS if options[name] is not None}
            self.simulate(options["json"], **{**DEFAULTS, **asked})
        elif options["again"]:
            self.recompute(options["json"])
        else:
            self.report(options["json"])

    def report(self, as_json: bool) -> None:
        """Print the current evidence."""
        kept, waiting, averages = load_watch(), unwatched_deals().count(), current_averages()
        if as_json:
            alarm = kept.alarmed_at and {"at": kept.alarmed_at.isoformat(), "after": kept.alarmed_after}
            told = {"deals": kept.deals, "waiting": waiting, "evidence": kept.evidence}
            means = [asdict(one) | {"expected": one.expected and str(one.expected)} for one in averages]
            return self.print_json(**told, highest=kept.highest, alarm=alarm, averages=means)
        self.stdout.write(
            f"evidence {kept.evidence:.4g} after {kept.deals:,} deals, {waiting:,} more waiting; "
            f"at its highest {kept.highest:.4g}, alarm at {ALARM_THRESHOLD:g}"
        )
        if kept.alarmed_at is not None:
            on = f"{kept.alarmed_at:%Y-%m-%d %H:%M} UTC"
            self.stdout.write(f"ALARM on {on}, after {kept.alarmed_after:,} deals")
        for one in averages:
            if one.mean is not None:
                expected = f", expected {float(one.expected):.3f}" if one.expected else ""
                bounds = f"between {one.low:.3f} and {one.high:.3f}{expected}"
                self.stdout.write(f"  {one.name:<14}{one.mean:.3f} over {one.deals:,}, {bounds}")

    def recompute(self, as_json: bool) -> None:
        """Print the evidence recomputed from the record next to the stored one."""
        progress = Progress(sys.stderr, max(1, -(-load_watch().deals // BATCH_SIZE)))
        found = recount(lambda deals: progress.step(f"{deals:,} deals"))
        again, kept = found.recomputed, found.stored
        if as_json:
            self.print_json(
                deals=again.deals,
                evidence=again.worth,
                highest=again.highest,
                kept={"deals": kept.deals, "evidence": kept.worth, "highest": kept.highest},
                differences=found.differences,
            )
        else:
            self.stdout.write(
                f"{again.deals:,} deals: evidence {again.worth:.4g} in the order of the record, "
                f"{kept.worth:.4g} as stored, in the order of processing"
            )
            self.stdout.write("What does not agree:" if found.differences else "All agrees.")
            for difference in found.differences:
                self.stdout.write(f"  {difference}")
        if found.differences:
            sys.exit(1)

    def simulate(
        self, as_json: bool, shuffle: str | None, dealer: str | None, decks: int, runs: int, seed: int
    ) -> None:
        """Print the alarms over runs of decks from any shuffle or dealer."""
        if shuffle and dealer:
            raise usage_error("Either --shuffle or --dealer can be tried, not both at once.")
        kind, name = ("dealer", dealer) if dealer else ("shuffle", shuffle or "fair")
        choices: Mapping[str, Shuffle | Dealer] = DEALERS if dealer else SHUFFLES
        if name not in choices:
            raise usage_error(f"There is no {kind} {name!r}: {', '.join(choices)}.")
        if not (0 < decks <= MOST_DECKS and 0 < runs <= MOST_RUNS):
            fault = f"From 1 to {MOST_DECKS:,} decks in each of 1 to {MOST_RUNS:,} runs can be tried."
            raise usage_error(fault)
        progress, alarms = Progress(sys.stderr, runs), []
        for alarm in (run_dealer_trials if dealer else run_trials)(name, decks, runs, seed):
            alarms.append(alarm)
            progress.step(f"run {len(alarms):,}: " + (f"alarm after {alarm:,}" if alarm else "no alarm"))
        found = Trials(alarms)
        if as_json:
            asked = {kind: name, "decks": decks, "runs": runs, "seed": seed}
            when = {f"{tenths}0%": found.alarm_quantile(tenths) for tenths in TENTHS}
            return self.print_json(**asked, alarms=found.alarm_count, share=found.share, after=when)
        self.stdout.write(f"{name}: {choices[name].says}")
        what = "false alarms" if choices[name].sound else "alarms"
        self.stdout.write(
            f"{found.alarm_count:,} {what} in {runs:,} runs of {decks:,} decks: {found.share:.2%}"
        )
        for tenths in TENTHS:
            if (deck := found.alarm_quantile(tenths)) is not None:
                self.stdout.write(f"  in {tenths} of 10 runs by deck {deck:,}")

    def print_json(self, **told: Any) -> None:
        self.stdout.write(json.dumps(told))
