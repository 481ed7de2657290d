"""`manage.py recompute_events`: works out every pairing and every sum of events again."""

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
Every pairing of an event is on record with all that went into it, and chance comes from a root that the
server committed to when the event was announced. This works everything out again, and reports

  commitment, root     what was committed to isn't what the pairings were made of, or what was shown;
  pairings             tables that don't follow from their draw and the root, or games that aren't its tables;
  draws                what a draw says of a player doesn't follow from their games before it;
  results, seats       a result that isn't its game's, a seat that is held although its game is over;
  sums, places         what is added up of a player's games, and their place in the end;
  seasons              seeds of a final that aren't the order of its nights, a champion who didn't win it,
                       two seasons of one club at once.

Sums and places follow from the record, so this can repair them. It changes nothing else: a host has to judge
it. It can run while events do.

examples:
  manage.py recompute_events --check         check all events, and change nothing
  manage.py recompute_events --check ID      one event
  manage.py recompute_events                 check, and repair wrong sums and places
  manage.py recompute_events --json          for a program: one line per difference, then the totals

exit status: 0 if everything is right or was repaired; 1 if something is still wrong.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Works out every pairing and sum of events again and checks what is stored."

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
    """A difference for programs."""
    shown = {"event": found.event, "what": found.about, "stored": found.stored, "right": found.expected}
    return json.dumps(shown | {"mended": mended})


def describe(found: Difference, mended: bool) -> str:
    """Describe a difference for people."""
    whose = found.event if found.event.startswith("season ") else f"event {found.event}"
    text = f"{whose}: {found.about} is {found.stored}, and should be {found.expected}"
    return f"{text}{': mended' if mended else ''}."


def describe_counts(*, events: int, wrong: int, mended: int) -> str:
    found = ["everything is right"] if not (wrong or mended) else []
    found += [f"{wrong:,} wrong"] * bool(wrong) + [f"{mended:,} mended"] * bool(mended)
    return f"{events:,} events read: {', '.join(found)}."
