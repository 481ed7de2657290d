"""`manage.py simulate_events`: simulate evenings with the real pairing code, and check every rule."""

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
Simulates evenings of events. Each evening is a Night of nine games. Players come late, leave early, resign or
miss a table. A game takes from 6 to 14 minutes, mostly about ten. The code that pairs real events
(tournaments/formats/pairing.py) also pairs these, and the command checks every rule:

  no player is at two tables, and blocked players never meet
  no two players meet again while one of them could wait for an opponent they have not met
  points add up, and every pairing can be recomputed from its record with the same result
  no player waits over 60 s while a partner whom the rules allow is free

With --players 2-200 there are as many small evenings as large ones: the logarithm of the number of players is
uniform. The same --seed gives the same evenings.

figures:
  mean wait       from becoming free to the next table; for the interval each evening is one sample
  again           tables of two players who had met: no new opponent had games left, or they had waited two
                  minutes
  two apart       players who ended with two first deals more, or fewer, than their opponents had
  short           games per player missing from the full number, of players present from start to end

With --duplicate each evening is a duplicate night of 8 to 100 players (swiss.py and boards.py of events). The
command then checks that no two players meet again while all could meet new opponents, that the player who
sits out has had most games, that the x of all players in one seat add up to zero, and that each round can be
recomputed.

examples:
  manage.py simulate_events --duplicate --nights 1000     duplicate nights
  manage.py simulate_events                               100 nights of 2 to 200 players
  manage.py simulate_events --nights 1000 --players 16    1,000 nights of 16 players
  manage.py simulate_events --nights 10000 --json         JSON output

exit status: 0, or 1 if a rule was broken, or 2 if the arguments are invalid.
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Simulates evenings of events and checks all pairing and scoring rules."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--nights", type=positive_int, default=100, help="number of evenings (100)")
        parser.add_argument("--players", type=parse_range, metavar="N or N-M", help="(2-200, or 8-100)")
        parser.add_argument("--duplicate", action="store_true", help="simulate duplicate nights instead")
        parser.add_argument("--seed", type=int, default=1, help="random seed (1)")
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
        """Play duplicate nights and print their results."""
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
    """Return the totals of duplicate nights."""
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
    """Return the figures of duplicate nights for a terminal."""
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
    """Return the figures for a terminal."""
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
    """Parse a number or a range of players."""
    fewest, _, most = text.partition("-")
    if not (fewest.isdigit() and (most or fewest).isdigit()):
        raise ArgumentTypeError(f"expected a number or a range such as 16 or 2-200, not {text!r}")
    if not 2 <= int(fewest) <= int(most or fewest) <= MOST_PLAYERS:
        raise ArgumentTypeError(f"expected 2 to {MOST_PLAYERS} players, smaller number first, not {text!r}")
    return int(fewest), int(most or fewest)
