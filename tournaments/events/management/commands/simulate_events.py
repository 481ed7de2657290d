"""`manage.py simulate_events`: plays evenings of made-up players by the real rules, and checks every rule."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from json import dumps
from time import monotonic
from typing import Any

from common.command import LowPriorityCommand, positive_int
from common.progress import Progress, duration_text
from tournaments.formats.simulated_duplicates import DuplicateFigures, simulate_duplicate
from tournaments.formats.simulation import Report, report, simulate, size_of_evening

BROKEN = 1
MOST_PLAYERS = 200
DUPLICATE_PLAYERS = 8, 100
SHOWN_FAULTS = 10

HELP_TEXT = """
Each evening is a Night of nine games. Players come late, leave early, give up or do not come to a table; a
game takes from 6 to 14 minutes, most about ten. Who meets whom is decided by the very code that pairs real
events (tournaments/formats/pairing.py), and while it goes on each rule is checked:

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

With --duplicate each evening is a duplicate night of 8 to 100 players (swiss.py and boards.py of events):
nobody meets again while all could meet somebody new, who sits out has had most games, the x of those who
played in one seat add up to nothing, and each round comes out the same when it is paired again.

examples:
  manage.py simulate_events --duplicate --nights 1000     duplicate nights
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
        parser.add_argument("--players", type=parse_range, metavar="N or N-M", help="(2-200, or 8-100)")
        parser.add_argument("--duplicate", action="store_true", help="duplicate nights instead")
        parser.add_argument("--seed", type=int, default=1, help="what all chance is drawn from (1)")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["duplicate"]:
            self.play_duplicates(**options)
            return
        begun, seed = monotonic(), options["seed"]
        progress = Progress(sys.stderr, options["nights"], silent=2)
        evenings = []
        for number in range(options["nights"]):
            players = size_of_evening(seed, number, *(options["players"] or (2, MOST_PLAYERS)))
            evenings.append(simulate(seed, number, players))
            progress.step(f"{players} players")
        found = report(evenings)
        seconds = monotonic() - begun
        if options["json"]:
            self.stdout.write(dumps({**found, "seed": seed, "seconds": round(seconds, 1)}, indent=2))
        else:
            self.stdout.write("\n".join(lines(found, seed, seconds)))
        if found["faults"]:
            sys.exit(BROKEN)

    def play_duplicates(self, *, nights: int, seed: int, json: bool, **options: Any) -> None:
        """Play duplicate nights, and say what they came to."""
        begun, progress = monotonic(), Progress(sys.stderr, nights, silent=2)
        fewest, most = options["players"] or DUPLICATE_PLAYERS
        found = []
        for number in range(nights):
            players = size_of_evening(seed, number, max(fewest, DUPLICATE_PLAYERS[0]), most)
            found.append(simulate_duplicate(seed, number, players))
            progress.step(f"{players} players")
        figures = add_up(found) | {"seed": seed, "seconds": round(monotonic() - begun, 1)}
        self.stdout.write(dumps(figures, indent=2) if json else "\n".join(duplicate_lines(figures)))
        if figures["faults"]:
            sys.exit(BROKEN)


def add_up(nights: Sequence[DuplicateFigures]) -> dict[str, Any]:
    """What duplicate nights came to."""
    games = sum(each.games for each in nights)
    again = sum(each.again for each in nights)
    return {
        "nights": len(nights),
        "players": [min(each.players for each in nights), max(each.players for each in nights)],
        "rounds": sum(each.rounds for each in nights),
        "games": games,
        "no_shows": sum(each.no_shows for each in nights),
        "again": round(100 * again / games, 2),
        "rests": sum(each.rests for each in nights),
        "faults": [fault for each in nights for fault in each.faults],
    }


def duplicate_lines(found: dict[str, Any]) -> list[str]:
    """The figures of duplicate nights for a terminal."""
    (fewest, most), faults = found["players"], found["faults"]
    length = duration_text(found["seconds"])
    return [
        f"{found['nights']:,} duplicate nights of {fewest} to {most} players, seed {found['seed']}, {length}",
        f"  games           {found['games']:,} in {found['rounds']:,} rounds; {found['no_shows']} no-shows",
        f"  again           {found['again']}% of the games",
        f"  sat out         {found['rests']:,} times",
        f"  rules broken    {len(faults) or 'none'}",
        *(f"    {fault}" for fault in faults[:SHOWN_FAULTS]),
    ]


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
