"""`manage.py recompute_events`: recompute every pairing and every total of events."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from common.command import HelpTextCommand
from tournaments.events.models import Event
from tournaments.events.run.audit import Difference, find_differences
from tournaments.seasons.audit import find_season_differences
from tournaments.seasons.models import Season

HELP_TEXT = """
Every pairing of an event is stored with its input, and its randomness comes from a root that the server
committed to when the event was announced. This command recomputes everything from the record and reports

  commitment, root     the root of the pairings or the revealed root does not match the commitment
  pairings             tables that do not follow from their draw and the root, or that differ from the games
  draws                a draw's data about a player does not follow from their earlier games
  results, seats       a result that differs from its game's, or a live seat although its game is over
  sums, places         a player's totals, or their final place
  seasons              seeds of a final that are not in the order of its nights, a champion who did not win,
                       or two overlapping seasons of one club

Sums and places follow from the record, so the command can repair them. It changes nothing else: a host has to
decide about other differences. It can run while events are in progress.

examples:
  manage.py recompute_events --check         check all events, and change nothing
  manage.py recompute_events --check ID      check one event
  manage.py recompute_events                 check, and repair wrong sums and places
  manage.py recompute_events --json          JSON output: one line per difference, then the totals

exit status: 0 if everything is right or was repaired, or 1 if something is still wrong.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Recomputes every pairing and total of events and compares them with the stored ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", nargs="?", help="one event's id (default: all)")
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if anything differs")
        parser.add_argument("--json", action="store_true", help="print each difference as a line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        mends, as_json = not options["check"], options["json"]
        chosen = Event.objects.filter(pk=options["event"]) if options["event"] else Event.objects.all()
        counted = {"events": 0, "wrong": 0, "mended": 0}
        for event in chosen.order_by("starts_at", "pk").iterator():
            counted["events"] += 1
            for found in find_differences(event, mend=mends):
                is_mended = mends and found.can_be_mended
                counted["mended" if is_mended else "wrong"] += 1
                self.stdout.write((to_json if as_json else describe)(found, is_mended))
        if not options["event"]:
            for season in Season.objects.select_related("club", "final").order_by("pk"):
                for found in find_season_differences(season):
                    counted["wrong"] += 1
                    self.stdout.write((to_json if as_json else describe)(found, mended=False))
        self.stdout.write(json.dumps(counted) if as_json else describe_counts(**counted))
        if counted["wrong"]:
            sys.exit(1)


def to_json(found: Difference, mended: bool) -> str:
    """Return a difference as JSON."""
    shown = {"event": found.event, "what": found.about, "stored": found.stored, "right": found.expected}
    return json.dumps(shown | {"mended": mended})


def describe(found: Difference, mended: bool) -> str:
    """Describe a difference for people."""
    whose = found.event if found.event.startswith("season ") else f"event {found.event}"
    text = f"{whose}: {found.about} is {found.stored}, and should be {found.expected}"
    return f"{text}{': repaired' if mended else ''}."


def describe_counts(*, events: int, wrong: int, mended: int) -> str:
    found = ["everything is right"] if not (wrong or mended) else []
    found += [f"{wrong:,} wrong"] * bool(wrong) + [f"{mended:,} mended"] * bool(mended)
    return f"{events:,} events read: {', '.join(found)}."
