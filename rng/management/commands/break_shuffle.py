"""Breaks the poker site's shuffle of 1999 from six known cards."""

import hashlib
import json
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from time import process_time
from typing import Any

from django.core.management.base import CommandError

from common.command import HelpTextCommand, usage_error
from common.progress import progress_on
from rng.lab import borland
from rng.lab.break_report import (
    HAND,
    MAX_LISTED,
    SHUFFLERS,
    BreakQuery,
    describe_failure,
    report_lines,
    search,
    to_json,
)
from rng.lab.cards import PLACES, STARTER, InvalidCards, dealt_hand, parse_card, parse_cards
from rng.lab.state_search import DAY_MS
from rng.twister import twister

WITHIN = 100
UNBROKEN = 1

HELP_TEXT = """
In 1999 an online poker site published its shuffle to show that it was fair, and the shuffle was broken: a
player who saw five cards could compute all the others while the betting was still on. The site had made two
mistakes, and this command exploits each of them.

the generator
  The next state is the lowest 32 bits of 134775813 x + 1. A number below n is n times x without its lowest
  32 bits. The state 12345 leads to 1655067934, which gives 20 of 52. There are 4,294,967,296 states. A pack
  has 52! orders, a number of 68 digits, so nearly all orders can never be dealt.

--shuffle fisher-yates: a correct shuffle with that generator
  Every place is swapped with itself or a later one. All orders would be equally likely if the numbers were
  random. Your first card leaves one in 52 of the possible states, your second one in 50 of these, and so on.
  Six cards in dealt order are one of 14,658,134,400 hands: more than there are states. So they determine the
  state. At one deal in four another state also fits, and the starter decides between them. The next decks
  follow from the same state.

--shuffle asf: the published shuffle
  Every place is swapped with one of the first 51, which is uneven, and the last card never stays in place.
  Worse, the generator is seeded for every deck from the clock, with the milliseconds since midnight: only
  86,400,000 seeds. Four or five cards determine the seed. A player who knows the site's clock to 100 seconds
  has to try only 200,001 seeds (--clock 14:03:10 --within 100), in a few hundredths of a second.

Every Other deals each deck from a separate Mersenne Twister. The server and both players contribute to its
seed of 512 secret bits: more seeds than a pack has orders, and no deck reveals anything about another.

examples:
  manage.py break_shuffle --demo --seed 7                      deals a hand and breaks it
  manage.py break_shuffle --demo --seed 7 --shuffle asf        the published shuffle, at any time of day
  manage.py break_shuffle --demo --shuffle asf --within 100    and with the clock known to 100 seconds
  manage.py break_shuffle 9C 3H 3S 10S 2H QS                   your own six as pone, in dealt order
  manage.py break_shuffle 9C 3H 3S 10S 2H QS --starter 4H      the same with the starter
  manage.py break_shuffle 9C 3H 3S                             how many states three cards leave

This generator never deals three in four of all hands. If you make up a hand, the search may find no state.
Hands of low cards, and fewer than three cards, take longer, because nearly all states must be tried.

--json prints {"shuffle", "seat", "cards", "starter": card or null, "searched": states or milliseconds,
  "left": [{"card", "states": how many it leaves}], "found": how many deal every card, "states": [{"state",
  "clock": "14:03:10.123" or null, "opponent": [6 cards], "starter", "deck": [52 cards], "next": [[52
  cards], ...] or null if seeded by the clock}] if there are at most ten, "dealt": the state that --demo
  dealt from, or null, "seconds": CPU time}

exit status: 0 if states are printed, 1 if none or more than ten are left, 2 if the arguments are invalid.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = (
        "Finds, from the cards you were dealt, the state of a 32-bit generator, and with it all other cards."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "cards", nargs="*", metavar="card", help="your cards as they were dealt: 5H 10D AS"
        )
        parser.add_argument("--seat", choices=list(PLACES), default="pone", help="who you are (pone)")
        parser.add_argument("--starter", metavar="CARD", help="the starter, if you know it")
        parser.add_argument(
            "--shuffle", choices=list(SHUFFLERS), default="fisher-yates", help="(fisher-yates)"
        )
        parser.add_argument(
            "--clock", type=parse_time_of_day, metavar="HH:MM:SS", help="the site's approximate clock"
        )
        parser.add_argument(
            "--within", type=parse_seconds, metavar="SECONDS", help="how far it may be off (100)"
        )
        parser.add_argument("--demo", action="store_true", help="deal a hand and break it")
        parser.add_argument("--seed", type=int, default=1, help="what --demo draws its state from (1)")
        parser.add_argument("--json", action="store_true", help="print what is found as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            asked = demo_query(options) if options["demo"] else parse_query(options)
        except InvalidCards as fault:
            raise usage_error(fault) from None
        begun = process_time()
        found = search(asked, progress_on(sys.stderr, "searched"))
        took = process_time() - begun
        if options["json"]:
            self.stdout.write(json.dumps(to_json(asked, found, took)))
        else:
            self.stdout.write("\n".join(report_lines(asked, found, took)))
        if not 0 < found.match_count <= MAX_LISTED:
            raise CommandError(describe_failure(asked, found), returncode=UNBROKEN)


def parse_query(options: dict[str, Any]) -> BreakQuery:
    """Parse and validate the options."""
    hand = parse_cards(" ".join(options["cards"]))
    starter = parse_card(options["starter"]) if options["starter"] else None
    clock, within = options["clock"], options["within"]
    has_clock = clock is not None  # midnight is 0 and falsy
    refusals = {
        "Name the cards you were dealt, in their order, or say --demo.": not hand,
        f"Six cards are dealt to a player, and here are {len(hand)}.": len(hand) > HAND,
        f"The {options['starter']} can't be both in your hand and the starter.": starter in hand,
        "Only --shuffle asf is set by a clock.": options["shuffle"] != "asf" and (has_clock or within),
        "Say with --within what the clock shows: --clock 14:03:10.": within and not has_clock,
    }
    _refuse(refusals)
    return BreakQuery(options["shuffle"], options["seat"], hand, starter, clock_range(clock, within))


def demo_query(options: dict[str, Any]) -> BreakQuery:
    """Build a hand that is dealt here. The search does not know its state."""
    shuffle, seat, within = options["shuffle"], options["seat"], options["within"]
    refusals = {
        "Name your cards or say --demo, but not both.": options["cards"] or options["starter"],
        "With --demo the clock is that of the deal: say --within alone.": options["clock"] is not None,
        "Only --shuffle asf is set by a clock.": shuffle != "asf" and within,
    }
    _refuse(refusals)
    source = twister(hashlib.sha512(f"break_shuffle {options['seed']}".encode()).digest())
    state = source.randrange(DAY_MS if shuffle == "asf" else borland.STATES)
    deck = SHUFFLERS[shuffle](state).cards
    known = clock_range(state - state % 1000, within) if within else range(DAY_MS)
    return BreakQuery(shuffle, seat, dealt_hand(seat, deck), deck[STARTER], known, dealt=state)


def clock_range(clock: int | None, within: int | None) -> range:
    """Return the possible milliseconds of a clock, shifted by a day so that none is negative."""
    if clock is None:
        return range(DAY_MS)
    off = 1000 * (within or WITHIN)
    return range(DAY_MS + clock - off, DAY_MS + clock + off + 1) if 2 * off < DAY_MS else range(DAY_MS)


def parse_time_of_day(text: str) -> int:
    """Parse HH:MM:SS to milliseconds since midnight."""
    found = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d):([0-5]\d)", text, re.ASCII)
    if not found:
        raise ArgumentTypeError(f"a time of day like 14:03:10, not {text!r}")
    hours, minutes, rest = map(int, found.groups())
    return 1000 * (3600 * hours + 60 * minutes + rest)


def parse_seconds(text: str) -> int:
    """Parse a number of seconds, at least one."""
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII) or not int(text):
        raise ArgumentTypeError(f"a whole number of seconds from 1 on, not {text!r}")
    return int(text)


def _refuse(refusals: dict[str, Any]) -> None:
    for says, applies in refusals.items():
        if applies:
            raise usage_error(says)
