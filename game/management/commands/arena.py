"""`manage.py arena`: plays brains against each other, and reports which is stronger, with an interval."""

import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from common.command import HelpTextCommand, positive_int, usage_error
from common.progress import Progress, duration_text
from game.arena.campaign import run_campaign
from game.arena.contestant import MEMORY_MB, is_engine
from game.arena.cross_table import as_markdown, as_text, build_cross_table, describe_games_per_cell
from game.arena.exploiter import EXPLOITERS
from game.arena.meeting import Meeting, Outcome
from game.arena.open_cards import OPEN_PLAYERS
from game.arena.process_pool import JobFailed
from game.arena.report import ReportJson, report_json, report_lines
from game.bots.brain import ONE_THREAD
from game.bots.registry import BRAINS, REDUCED
from game.engine.state import SKUNK_LINES, Counting

GAMES = 1000
MATCHES = 100
MIN_GAMES = 4  # games or matches: the interval of a single pair would be unlimited
INTERRUPTED = 130

HELP_TEXT = f"""
Cribbage is a game of luck, so the arena plays every deck twice: the cards ONE was dealt in the first game
go to OTHER in the second. That removes most of the luck of the cards. The 95% interval shows what's left,
with each pair of games as one sample (Student). It is never narrower than the Clopper-Pearson interval, even
if all pairs ended alike. Decks and each seat's own randomness come from
--seed: the same command gives the same figures with any number of processes.

brains: {", ".join(BRAINS)}
variants with a part removed: {", ".join(REDUCED)}
exploiters trained against Master only, several seconds a game: {", ".join(EXPLOITERS)}
with open cards against a bot, as a bound on better play: {", ".join(OPEN_PLAYERS)}
engines: the path of a program, with a slash in it, or its name in ENGINES (docs/how-to/run-an-engine.md)

reading the figures:
  games won       of all games, by ONE
  implied Elo     the difference between ONE and OTHER on the usual curve (400 points are ten to one), and on
                  the ladder's linear scale (10% are 105 points)
  skunks          games that ended with the loser under 91 (31 in a game to 61)
  game value      ONE's average score per game minus OTHER's: a game counts 1, a skunk 2, a double skunk
                  (under 61) 4
  average deal    each brain's averages per deal, next to published figures for competent play

examples:
  manage.py arena intermediate novice                         1,000 games
  manage.py arena intermediate novice --games 20000 --seed 7  an interval of about half a percent
  manage.py arena halscrib novice --json                      for a program
  manage.py arena novice intermediate halscrib --games 4000   three or more: a cross table of all pairs
  manage.py arena --all --games 1000 --json > cross.json      every complete brain
  manage.py arena halscrib halscrib-optimal --games 4000      the loss of HALSCRIB if it never switches
  manage.py arena advanced ./mine --games 400                 your own engine
  manage.py arena master advanced --games 1000 --endgames     the play alone of deals that end the game
  manage.py arena --markdown cross.json more.json             these results as a table for docs (-: stdin)
  manage.py arena halscrib-adaptive halscrib-pure --match 15 --matches 200
                                                              matches of 15 games, in which both remember

exit status: 0, 1 if a brain failed, 2 if the arguments are invalid, 130 if interrupted.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = (
        "Plays brains against each other, every deck twice with seats swapped, and reports which is stronger."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "brains", nargs="*", metavar="brain", help="two that meet, or more for a cross table"
        )
        parser.add_argument("--all", action="store_true", help="a cross table of every whole brain")
        parser.add_argument("--games", type=even, help="how many, an even number (1000)")
        parser.add_argument("--match", type=odd, metavar="N", help="play matches of N games, an odd number")
        parser.add_argument("--matches", type=even, metavar="M", help="how many, an even number (100)")
        parser.add_argument(
            "--endgames", action="store_true", help="play only the cards of a deal that ends the game"
        )
        parser.add_argument("--seed", type=int, default=1, help="what cards and chance are drawn from (1)")
        parser.add_argument("--target", type=int, choices=list(SKUNK_LINES), default=121, help="(121)")
        parser.add_argument(
            "--counting", choices=[way.value for way in Counting], default="auto", help="(auto)"
        )
        parser.add_argument("--processes", type=positive_int, help="how many play at once (one a core)")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")
        parser.add_argument(
            "--markdown", nargs="+", metavar="FILE", help="play nothing: make a table of what --json said"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["markdown"]:
            self.stdout.write(as_markdown(build_cross_table(load_pairings(options["markdown"]))))
            return
        meetings, pairs = parse_meetings(options)
        begun = monotonic()
        outcomes = play_meetings(meetings, pairs, options)
        seconds = monotonic() - begun
        results = [report_json(*both) for both in zip(meetings, outcomes, strict=True)]
        if options["json"]:
            self.stdout.write(json.dumps(to_json(results, options, seconds), indent=2))
            return
        terms = f"seed {options['seed']}, to {options['target']}, {duration_text(seconds)}"
        shown = report_lines(results[0], terms) if len(results) == 1 else cross_table_lines(results, terms)
        self.stdout.write("\n".join(shown))


def parse_meetings(options: dict[str, Any]) -> tuple[list[Meeting], int]:
    """Parse the meetings, and the number of pairs."""
    named, length = options["brains"], options["match"]
    brains = list(BRAINS) if options["all"] else [str(settings.ENGINES.get(name, name)) for name in named]
    programs = [name for name in brains if is_engine(name)]
    known = (*BRAINS, *REDUCED, *EXPLOITERS, *OPEN_PLAYERS, *programs)
    unknown = [name for name in brains if name not in known]
    with_open_cards = [name for name in brains if name in OPEN_PLAYERS]
    unforeseen = [name for name in brains if name not in (*BRAINS, *REDUCED)]
    missing = [name for name in programs if not os.access(name, os.X_OK) or Path(name).is_dir()]
    refusals = {
        f"There is no brain called {', '.join(unknown)}; there are: {', '.join(BRAINS)}.": unknown,
        f"There is no program that can be run: {', '.join(missing)}.": missing,
        "A player with open cards meets bots only.": with_open_cards and len(unforeseen) > 1,
        "Name the brains, or say --all, but not both.": named and options["all"],
        "Name two brains that shall meet, or more, or say --all.": len(brains) < 2,
        "In a cross table each brain stands once.": len(set(brains)) < len(brains) > 2,
        "With --match say how many --matches, not how many --games.": length and options["games"],
        "With --endgames there are no matches.": length and options["endgames"],
        "Say with --match of how many games a match is.": options["matches"] and not length,
    }
    for message, applies in refusals.items():
        if applies:
            raise usage_error(message)
    number = (options["matches"] or MATCHES) if length else (options["games"] or GAMES)
    counting = Counting(options["counting"])
    meetings = [
        Meeting(one, other, options["seed"], options["target"], counting, length or 1, options["endgames"])
        for one, other in combinations(brains, 2)
    ]
    return meetings, number // 2


def play_meetings(meetings: list[Meeting], pairs: int, options: dict[str, Any]) -> list[Outcome]:
    """Play every meeting, and report progress on stderr."""
    progress = Progress(sys.stderr, pairs * len(meetings))

    def on_pair_played(meeting: Meeting) -> None:
        if options["verbosity"]:
            progress.step(f"{meeting.one} v {meeting.other}")

    os.environ.update(ONE_THREAD | {MEMORY_MB: str(settings.ENGINE_MEMORY_MB)})
    try:
        return run_campaign(meetings, pairs, options["processes"] or os.cpu_count() or 1, on_pair_played)
    except JobFailed as fault:
        raise CommandError(str(fault)) from None
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrupted: no result, because not all games were finished.\n")
        sys.exit(INTERRUPTED)


def to_json(results: list[ReportJson], options: dict[str, Any], seconds: float) -> ReportJson:
    """Return one meeting as it is, or several with their common values."""
    took = {"seconds": round(seconds, 1)}
    if len(results) == 1:
        return results[0] | took
    common = {name: options[name] for name in ("seed", "target", "counting")}
    return common | took | {"pairings": results}


def cross_table_lines(results: list[ReportJson], terms: str) -> Iterator[str]:
    """Yield the cross table, and the meaning of its cells."""
    cells = build_cross_table(results)
    games = describe_games_per_cell(cells)
    yield f"Won by the row, in percent, ± half the 95% interval: {games} a pairing ({terms})"
    yield ""
    yield as_text(cells)


def load_pairings(files: list[str]) -> Iterator[ReportJson]:
    """Load the pairings in files that --json wrote."""
    for name in files:
        try:
            found = json.loads(sys.stdin.read() if name == "-" else Path(name).read_text())
            pairings = found.get("pairings", [found])
            build_cross_table(pairings)
        except OSError as fault:
            raise usage_error(f"{name} cannot be read: {fault.strerror}.") from None
        except (ValueError, LookupError, TypeError, AttributeError):
            raise usage_error(f"{name} is not what arena --json has written.") from None
        yield from pairings


def parse_whole(text: str, least: int, remainder: int | None, kind: str) -> int:
    """Parse a number with a minimum, even or odd where required."""
    if not text.isdigit() or int(text) < least or remainder not in (None, int(text) % 2):
        raise ArgumentTypeError(f"{kind} from {least} on, not {text!r}")
    return int(text)


def even(text: str) -> int:
    """Parse an even number, because games are played in pairs."""
    return parse_whole(text, MIN_GAMES, 0, "an even number")


def odd(text: str) -> int:
    """Parse an odd number, because a match cannot be drawn."""
    return parse_whole(text, 1, 1, "an odd number")
