"""`manage.py cheaters`: measure what cheaters on the ladder gain in an hour."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from bench.cheaters.registry import STRATEGIES
from bench.cheaters.report import GOAL, describe
from bench.cheaters.run import CampaignFailed, run_campaign
from common.command import HelpTextCommand, positive_int, usage_error

# A known weakness, documented in docs/explanation/security.md.
KNOWN = ("prepared-ring",)

HELP_TEXT = f"""
Each strategy tries for an hour to gain more points for one account than honest play would. Challenges,
tables, clocks, bots and settlement are the site's own, on a new SQLite file in a separate process. Only the
time is simulated. A script makes ten moves a second, a new account takes three seconds, and the site's limits
on new games apply. A cheater who must win without help plays at a person's pace.

strategies:
{chr(10).join(f"  {one.name:17} {one.description}" for one in STRATEGIES.values())}

A strategy with an element of chance is compared with honest play of the same strength (the hours of
honest-people, honest-bots or honest-advanced). The standard error shows how reliable the difference is: more
hours make it smaller. Fewer than ten hours give no result.

examples:
  manage.py cheaters                           an hour of each
  manage.py cheaters --hours 20                the figures of docs/explanation/security.md
  manage.py cheaters --strategies puppets ring only these two
  manage.py cheaters --json                    for a program

exit status: 1 if a strategy gained more than {GOAL} points an hour above honest play, by more than three
standard errors, or if the record of changes is wrong; 2 if the arguments are invalid; otherwise 0. The known
weakness {", ".join(KNOWN)} does not count.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Simulates cheaters on the ladder, and reports what each gains in an hour."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hours", type=positive_int, default=1, help="number of hours for each (1)")
        parser.add_argument("--strategies", nargs="+", metavar="NAME", default=[], help="only these (all)")
        parser.add_argument("--json", action="store_true", help="print the gains as JSON")
        parser.add_argument("--quiet", action="store_true", help="report no progress")

    def handle(self, *args: Any, **options: Any) -> None:
        if unknown := [name for name in options["strategies"] if name not in STRATEGIES]:
            raise usage_error(f"There is no strategy {unknown[0]!r}; there are: {', '.join(STRATEGIES)}.")
        try:
            gains, faults = run_campaign(options["hours"], options["strategies"], quiet=options["quiet"])
        except CampaignFailed as fault:
            raise CommandError(str(fault)) from None
        if options["json"]:
            told = [one.to_json(gains.get(one.beside)) for one in gains.values()]
            self.stdout.write(json.dumps({"strategies": told, "record_faults": faults}, indent=2))
        else:
            self.stdout.write("\n".join([*describe(gains), f"{faults} faults in the record of changes."]))
        climbers = [
            one
            for one in gains.values()
            if one.name not in KNOWN
            and not one.name.startswith("honest")
            and one.is_beyond_goal(gains.get(one.beside))
        ]
        if climbers or faults:
            sys.exit(1)
