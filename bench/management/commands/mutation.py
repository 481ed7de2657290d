"""Mutants of the core: do its own tests notice each small change?"""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from bench.mutation.report import GOAL, TestsFailed, run_session
from bench.mutation.targets import TARGETS
from common.command import LowPriorityCommand, usage_error

HELP_TEXT = f"""
A mutant is a module with one small change: a comparison, an operator, a number, a truth value, an argument, a
result or a statement. The tests of the target run against each, quickest first, until one fails. No file of
this checkout changes. A mutant that behaves as the module does is not judged, but listed with the reason in
bench/mutation/equivalent_mutants.toml.

targets:
{chr(10).join(f"  {name:13} {', '.join(target.sources)}" for name, target in TARGETS.items())}

examples:
  manage.py mutation                       all targets, one after the other: more than half an hour
  manage.py mutation commitment            one of them, in some two minutes
  manage.py mutation engine --path show    of the engine the files whose path has this in it
  manage.py mutation --json                for a program: a list of targets

exit status: 0 if the tests kill {GOAL:.0%} of every target's mutants; 1 if not, or if an equivalent that is
listed is no longer a mutant; 2 if the arguments make no sense.
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Shows which small changes of the core its tests would not notice."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("targets", nargs="*", metavar="target", help="what to mutate (default: all)")
        parser.add_argument(
            "--path", default="", metavar="PART", help="files alone whose path has this in it"
        )
        parser.add_argument("--json", action="store_true", help="print the results as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if unknown := [name for name in options["targets"] if name not in TARGETS]:
            raise usage_error(f"There is no target {unknown[0]!r}; there are: {', '.join(TARGETS)}.")
        reports = []
        try:
            for name in options["targets"] or TARGETS:
                reports.append(run_session(name, options["path"]))
                if not options["json"]:
                    self.stdout.write("\n".join(reports[-1].as_lines()))
        except TestsFailed as fault:
            raise CommandError(str(fault)) from None
        if options["json"]:
            self.stdout.write(json.dumps([report.to_json() for report in reports], indent=2))
        if not all(report.passes for report in reports):
            sys.exit(1)
