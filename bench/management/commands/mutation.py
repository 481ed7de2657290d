"""`manage.py mutation`: check whether the core's own tests detect each small change."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from bench.mutation.report import GOAL, TestsFailed, run_session
from bench.mutation.targets import TARGETS
from common.command import LowPriorityCommand, positive_int, usage_error

HELP_TEXT = f"""
A mutant is a module with one small change: a comparison, an operator, a number, a truth value, an argument, a
result or a statement. The tests of the target run against each, fastest first, until one fails. No file of
this checkout changes. A mutant that behaves like the module is not judged, but listed with the reason in
bench/mutation/equivalent_mutants.toml.

targets:
{chr(10).join(f"  {name:13} {', '.join(target.sources)}" for name, target in TARGETS.items())}

examples:
  manage.py mutation --processes 2         all targets, in some minutes
  manage.py mutation commitment            one of them
  manage.py mutation engine --path show    only the engine's files with this in their path
  manage.py mutation --json                for a program: a list of targets

exit status: 0 if the tests kill {GOAL:.0%} of every target's mutants; 1 if not, or if a listed
equivalent is no longer a mutant; 2 if the arguments are invalid.
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Reports which small changes of the core its tests do not detect."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("targets", nargs="*", metavar="target", help="what to mutate (default: all)")
        parser.add_argument("--path", default="", metavar="PART", help="only files with this in their path")
        parser.add_argument("--processes", type=positive_int, default=1, help="number at once (1)")
        parser.add_argument("--json", action="store_true", help="print the results as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if unknown := [name for name in options["targets"] if name not in TARGETS]:
            raise usage_error(f"There is no target {unknown[0]!r}; there are: {', '.join(TARGETS)}.")
        reports = []
        try:
            for name in options["targets"] or TARGETS:
                reports.append(run_session(name, options["path"], options["processes"]))
                if not options["json"]:
                    self.stdout.write("\n".join(reports[-1].as_lines()))
        except TestsFailed as fault:
            raise CommandError(str(fault)) from None
        if options["json"]:
            self.stdout.write(json.dumps([report.to_json() for report in reports], indent=2))
        if not all(report.passes for report in reports):
            sys.exit(1)
