"""Cheaters on the ladder: what does each gain in an hour?"""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from bench.cheaters.report import GOAL, describe
from bench.cheaters.run import CampaignFailed, run_campaign
from bench.cheaters.strategies import STRATEGIES
from common.command import HelpTextCommand, positive_int, usage_error

# What is left, and is said so in docs/security.md.
KNOWN = ("prepared-ring",)

HELP_TEXT = f"""
Each strategy tries for an hour to bring one account more points than honest play would. Challenges,
tables, clocks, bots and settlement are the site's own, on a new SQLite file in a process of its own; only
the clock is moved. A script makes ten moves a second, three seconds pass for a new account, and no more
games begin than the site's limits let begin; who has to win for themselves plays at a person's pace.

strategies:
{chr(10).join(f"  {one.name:17} {one.description}" for one in STRATEGIES.values())}

Where chance decides, a strategy is compared with honest play of the same strength (the hours of
honest-people, honest-bots or honest-advanced), and the standard error says how far to believe the
difference: let it play more hours for less of it. Of fewer than ten nothing is said.

examples:
  manage.py cheaters                           an hour of each
  manage.py cheaters --hours 20                twenty hours of each: the figures of docs/security.md
  manage.py cheaters --strategies puppets ring these two alone
  manage.py cheaters --json                    for a program

exit status: 0 if nobody gained more than {GOAL} points an hour beyond honest play, by more than three
standard errors; 1 if anybody did, other than {", ".join(KNOWN)}, which is known, or if the record of
changes is wrong; 2 if the arguments make no sense.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Lets cheaters try to climb the ladder, and says what each gains in an hour."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hours", type=positive_int, default=1, help="how many hours each plays (1)")
        parser.add_argument("--strategies", nargs="+", metavar="NAME", default=[], help="these alone (all)")
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
