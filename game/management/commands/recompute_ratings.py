"""`manage.py recompute_ratings`: checks every stored point against the record of changes."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from time import monotonic
from typing import Any

from common.command import HelpTextCommand
from game.ladder import audit as on_record
from game.models import Player
from ranking import audit
from ranking.replay import Difference

PROGRESS_SECONDS = 2.0

HELP_TEXT = """
Every change of points is on record with its inputs and the version of the rules. This command recomputes all
changes, player by player, each by the rules of its time, and reports

  standings   whose points, wins, losses, unfinished games, trend, last game or place on the list don't
              follow from the record;
  changes     that don't start where the last one ended, or don't follow from the rules: gates, floors, ten
              games a day and voided games included;
  games       rated and finished, without exactly their changes, or with a different winner on record.

Standings follow from the record, so this can repair them. It never changes the record: it reports
faults, and a host has to judge them. It can run while people play.

examples:
  manage.py recompute_ratings --check       check, and change nothing
  manage.py recompute_ratings               check, and repair wrong standings
  manage.py recompute_ratings --json        for a program: one line per difference, then the totals

exit status: 0 if everything is right or was repaired; 1 if something is still wrong.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Recomputes all ratings from the record of changes and checks what is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if anything differs")
        parser.add_argument("--json", action="store_true", help="print each difference as a line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        mends, as_json = not options["check"], options["json"]
        read, wrong, mended = ReadCounter(self.stderr.write), 0, 0
        for difference in all_differences(mends, read):
            is_mended = mends and not difference.is_of_record
            mended, wrong = mended + is_mended, wrong + (not is_mended)
            message = (
                json.dumps(to_json(difference, is_mended)) if as_json else describe(difference, is_mended)
            )
            self.stdout.write(message)
        counted = {**read.so_far, "wrong": wrong, "mended": mended}
        self.stdout.write(json.dumps(counted) if as_json else describe_counts(**counted))
        if wrong:
            sys.exit(1)


class ReadCounter:
    """A counter of rows read, which reports from time to time."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self.so_far = {"changes": 0, "games": 0}
        self._write = say
        self._reported_at = monotonic()

    def add(self, what: str, read: int) -> None:
        self.so_far[what] += read
        if monotonic() - self._reported_at > PROGRESS_SECONDS:
            self._reported_at = monotonic()
            self._write(f"{self.so_far['changes']:,} changes and {self.so_far['games']:,} games read ...")


def all_differences(mend: bool, read: ReadCounter) -> Iterator[Difference]:
    """Yield all differences: first in standings and changes, then in games."""
    return chain(
        audit.find_differences(mend=mend, progress=partial(read.add, "changes")),
        on_record.find_differences(progress=partial(read.add, "games")),
    )


def to_json(difference: Difference, mended: bool) -> dict[str, Any]:
    """Return a difference as JSON."""
    return {
        "player": player_name(difference.player),
        "kind": difference.kind,
        "game": difference.game or None,
        "what": difference.field,
        "stored": json_value(difference.stored),
        "right": json_value(difference.expected),
        "mended": mended,
    }


def describe(difference: Difference, mended: bool) -> str:
    """Describe a difference as text."""
    where = f", game {difference.game}" if difference.game else ""
    stored, expected = json_value(difference.stored), json_value(difference.expected)
    text = f"{difference.field} is {stored!r}, and should be {expected!r}"
    return (
        f"{player_name(difference.player)} ({difference.kind}){where}: {text}{': mended' if mended else ''}."
    )


def describe_counts(*, changes: int, games: int, wrong: int, mended: int) -> str:
    found = ["everything is right"] if not (wrong or mended) else []
    found += [f"{wrong:,} wrong"] * bool(wrong) + [f"{mended:,} mended"] * bool(mended)
    return f"{changes:,} changes and {games:,} games read: {', '.join(found)}."


def player_name(player: int) -> str:
    return Player.objects.values_list("username", flat=True).filter(pk=player).first() or f"player {player}"


def json_value(value: Any) -> Any:
    """Return a value in a form that JSON has."""
    return value if isinstance(value, bool | int | str | None) else str(value)
