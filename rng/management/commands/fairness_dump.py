"""Writes decks, and the words they are shuffled from, for users' own tests."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from itertools import islice
from math import ceil
from typing import Any

from common.command import HelpTextCommand, usage_error
from common.progress import progress_on
from rng.deal import deck
from rng.fairness import simulated
from rng.fairness.raw_words import shuffle_words
from rng.fairness.watch import deal_record
from rng.models import Deal

HELP_TEXT = """
By default this makes new decks the way games do: a key of 64 bytes for each (HMAC-SHA512), from it a fresh
Mersenne Twister, and with that one shuffle. No game uses them. The same --seed gives the same decks.
One line per deck: c1 is its top, and a card is a number n from 0 to 51, of rank n // 4 (A23456789TJQK) and
suit n % 4 (clubs, diamonds, hearts, spades).

--raw writes bytes for test suites. For every deal in turn, these are the 32-bit words that its shuffle drew
from its own twister, complete and in order, each as four little-endian bytes. A shuffle draws one word for
each of its 51 swaps, and another one if the number is too high: 76 words on average. Then the next deal's
twister follows. So a suite tests what our deals use, including the transitions between twisters.

--recorded writes the decks of this site's games, oldest first, with their games, like /fairness/decks.csv.

Without --decks it never ends: close the pipe to stop it.

examples:
  manage.py fairness_dump --decks 1000 > decks.csv           a thousand decks
  manage.py fairness_dump --decks 5 --json                   {"deck": 1, "cards": [...]}, one a line
  manage.py fairness_dump --recorded > dealt.csv             every deck on record
  manage.py fairness_dump --raw | dieharder -a -g 200        all of dieharder's tests, from standard input
  manage.py fairness_dump --raw --seed 7 | RNG_test stdin32  PractRand
  manage.py fairness_dump --raw --decks 4000000 > words.bin  about 1.2 GB for TestU01's file generators

exit status: 0, or 2 if the arguments are invalid.
"""

BATCH_SIZE = 1_000  # decks
PLACES = ",".join(f"c{place}" for place in range(1, 53)) + "\n"


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Writes decks, or the words they are shuffled from, to standard output, for tests of your own."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--decks", type=int, metavar="N", help="how many; without it there is no end")
        parser.add_argument(
            "--seed", type=int, metavar="N", help="which decks: those of 1 unless it is given"
        )
        parser.add_argument("--recorded", action="store_true", help="the decks of games, from the database")
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--raw", action="store_true", help="the bytes of the twisters' words, not decks")
        form.add_argument("--json", action="store_true", help="a JSON object a line, not CSV")

    def handle(self, *args: Any, **options: Any) -> None:
        check_options(options)
        most: int | None = options["decks"]
        if options["recorded"]:
            there = deal_record.count_deals()
            most = there if most is None else min(most, there)
        batches = (
            recorded_batches(options, most or 0) if options["recorded"] else simulated_batches(options, most)
        )
        step = progress_on(sys.stderr, "of the decks")(ceil(most / BATCH_SIZE)) if most else None
        out = sys.stdout.buffer
        try:
            out.write(csv_header(options))
            for batch in batches:
                out.write(batch)
                if step:
                    step()
            out.flush()
        except BrokenPipeError:
            # The reader closed the pipe. Don't flush the rest again when Python exits.
            os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


def check_options(options: Mapping[str, Any]) -> None:
    """Refuse invalid combinations of options before starting."""
    decks, seed = options["decks"], options["seed"]
    if decks is not None and decks < 1:
        raise usage_error("--decks is how many: 1 or more.")
    if seed is not None and seed < 0:
        raise usage_error("--seed is a whole number, 0 or more.")
    if options["recorded"] and seed is not None:
        raise usage_error("--recorded decks were dealt in games: no --seed makes others of them.")
    if options["recorded"] and options["raw"]:
        raise usage_error("Of recorded deals the decks are kept, not the words: leave out --raw.")


def csv_header(options: Mapping[str, Any]) -> bytes:
    """Return the header line of the CSV."""
    if options["raw"] or options["json"]:
        return b""
    return (deal_record.HEADER if options["recorded"] else PLACES).encode()


def simulated_batches(options: Mapping[str, Any], most: int | None) -> Iterator[bytes]:
    """Yield simulated decks, or their words, one batch at a time."""
    keys = islice(simulated.deal_keys(1 if options["seed"] is None else options["seed"]), most)
    number = 0
    while batch := list(islice(keys, BATCH_SIZE)):
        if options["raw"]:
            yield b"".join(map(shuffle_words, batch))
        elif options["json"]:
            yield "".join(
                _json_line(deck=number + n, cards=deck(key)) for n, key in enumerate(batch, 1)
            ).encode()
        else:
            yield "".join(f"{','.join(map(str, deck(key)))}\n" for key in batch).encode()
        number += len(batch)


def recorded_batches(options: Mapping[str, Any], most: int) -> Iterator[bytes]:
    """Yield the decks of games, one batch at a time."""
    for page in deal_record.pages(0, deal_record.newest_id(), most, BATCH_SIZE):
        yield ("".join(map(_deal_json, page)) if options["json"] else deal_record.to_csv(page)).encode()


def _deal_json(deal: Deal) -> str:
    cards = list(bytes(deal.deck))
    return _json_line(game=deal.game, number=deal.number, at=deal_record.timestamp_text(deal), cards=cards)


def _json_line(**about: Any) -> str:
    return json.dumps(about, separators=(",", ":")) + "\n"
