"""`manage.py simulate_events`: plays evenings of made-up players by the real rules, and checks every rule."""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from time import monotonic
from typing import Any

from common.command import LowPriorityCommand, positive_int
from common.progress import Progress, duration_text
from game.events.simulation import Report, report, simulate, size_of_evening

BROKEN = 1
MOST_PLAYERS = 200
SHOWN_FAULTS = 10

HELP_TEXT = """
Each evening is a Night of nine games. Players come late, leave early, give up or do not come to a table; a
game takes from 6 to 14 minutes, most about ten. Who meets whom is decided by the very code that pairs real
events (game/events/pairing.py), and while it goes on each rule is checked:

  nobody is at two tables, and nobody meets somebody they have blocked
  nobody meets the same opponent again while they could wait for one they have not met
  points add up; every pairing, worked out again from what is kept of it, comes out the same
  nobody waits over 60 s while a partner whom the rules allow is free

Of --players 2-200 as many evenings are small as large: the logarithm of the number is spread evenly. The
same --seed gives the same evenings.

reading the figures:
  mean wait       from coming free to the next table; the interval takes each evening as one sample
  again           tables of two who had met: nobody unmet had games left, or they had waited for two minutes
  two apart       players who ended with two first deals more, or fewer, than their opponents had
  short           counted games that those who were there from the start to the end lack, for each player

examples:
  manage.py simulate_events                               100 nights of 2 to 200 players
  manage.py simulate_events --nights 1000 --players 16    of 16 players each
  manage.py simulate_events --nights 10000 --json         for a program

exit status: 0, 1 if a rule was broken, 2 if the arguments make no sense.
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Simulates evenings of events and checks that every rule of them holds."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--nights", type=positive_int, default=100, help="how many (100)")
        parser.add_argument(
            "--players", type=parse_range, default=(2, MOST_PLAYERS), metavar="N or N-M", help="(2-200)"
        )
        parser.add_argument("--seed", type=int, default=1, help="what all chance is drawn from (1)")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        begun, seed = monotonic(), options["seed"]
        progress = Progress(sys.stderr, options["nights"], silent=2)
        evenings = []
        for number in range(options["nights"]):
            players = size_of_evening(seed, number, *options["players"])
            evenings.append(simulate(seed, number, players))
            progress.step(f"{players} players")
        found = report(evenings)
        seconds = monotonic() - begun
        if options["json"]:
            self.stdout.write(json.dumps({**found, "seed": seed, "seconds": round(seconds, 1)}, indent=2))
        else:
            self.stdout.write("\n".join(lines(found, seed, seconds)))
        if found["faults"]:
            sys.exit(BROKEN)


def lines(found: Report, seed: int, seconds: float) -> list[str]:
    """The figures for a terminal."""
    fewest, most = found["players"]
    faults = found["faults"]
    return [
        f"{found['nights']:,} nights of {fewest} to {most} players, seed {seed}, {duration_text(seconds)}",
        f"  games           {found['games']:,}, {found['games_a_player']} a player; "
        f"{found['no_shows']} no-shows",
        f"  mean wait       {found['mean_wait']} ± {found['mean_wait_margin']} s; "
        f"{found['waits_over_three_minutes']}% over three minutes",
        f"  with a partner  at most {found['longest_wait_with_a_partner']:.0f} s",
        f"  again           {found['again']}% of the games",
        f"  two apart       {found['two_apart']}% of the players",
        f"  short           {found['short']} games a player",
        f"  rules broken    {len(faults) or 'none'}",
        *(f"    {fault}" for fault in faults[:SHOWN_FAULTS]),
    ]


def parse_range(text: str) -> tuple[int, int]:
    """Parse a number of players, or from how many to how many."""
    fewest, _, most = text.partition("-")
    if not (fewest.isdigit() and (most or fewest).isdigit()):
        raise ArgumentTypeError(f"a number or two, as in 16 or 2-200, not {text!r}")
    if not 2 <= int(fewest) <= int(most or fewest) <= MOST_PLAYERS:
        raise ArgumentTypeError(f"from 2 to {MOST_PLAYERS} players, the smaller number first, not {text!r}")
    return int(fewest), int(most or fewest)
