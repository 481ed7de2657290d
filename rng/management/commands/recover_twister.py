"""Recovers a Mersenne Twister that is never reseeded, from the cards it deals."""

import hashlib
import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from dataclasses import asdict
from time import process_time
from typing import Any

from django.core.management.base import CommandError

from common.command import HelpTextCommand
from common.progress import progress_on
from rng.lab.cards import cards_text
from rng.lab.prediction import Prediction, predict_decks
from rng.lab.twister_recovery import SEEN_CARDS, UNKNOWN

MOST = 1000
UNRECOVERED = 1

HELP_TEXT = """
The Mersenne Twister is a good generator for everything but secrets. Each bit of its output is the XOR of some
of the 19,937 bits of its first state. So each bit that is seen gives one linear equation, and with enough
equations a player can solve for all 19,937 bits and recover the generator.

This command sees the same cards as a cribbage player: the first thirteen cards of each deck, which are both
hands in the show and the starter. The decks are dealt by a common sound shuffle: place i is swapped with
place i + (n * word >> 32), where n cards are left. A card reveals the place that it was swapped with, and so
the word's top bits, nearly four of them on average. Thirteen cards reveal about 51 bits. About 390 deals, or
forty games, reveal the whole state. From then on every deck is known before it is dealt.

--fresh deals like Every Other: a new twister with a new seed for every deck. Then the equations are
unrelated. Half of those beyond the first 19,937 contradict the others, and the prediction for the next deck
is right only by chance, in one place of 52.

docs/explanation/twister.md explains this step by step, with measurements.

examples:
  manage.py recover_twister                   400 deals, then predict the next deck: ten seconds
  manage.py recover_twister --deals 385       too few: some bits stay open
  manage.py recover_twister --fresh           the same against a fresh twister for every deal
  manage.py recover_twister --json            for a program

--json prints {"deals", "fresh", "equations": bits that the cards revealed, "unknown": 19937, "rank": how
  many of these are determined, "contradictions": contradicting equations, "recovered": true or false,
  "foretold": the prediction of the next deck, "dealt": the actual deck, "right": correct places of 52,
  "decks_foretold": how many of the next hundred decks were predicted completely, "seconds": CPU time}

exit status: 0 if the generator was recovered, 1 if not, 2 if the arguments are invalid.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Recovers a whole Mersenne Twister from the cards a player sees, and predicts the next decks."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--deals", type=parse_deals, default=400, metavar="N", help="how many are seen (400)"
        )
        parser.add_argument("--fresh", action="store_true", help="a fresh twister for every deal")
        parser.add_argument("--seed", type=int, default=1, help="what the decks are dealt from (1)")
        parser.add_argument("--json", action="store_true", help="print what was found as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        begun = process_time()
        secret = hashlib.sha256(f"recover_twister {options['seed']}".encode()).digest()
        told = predict_decks(secret, options["deals"], options["fresh"], progress_on(sys.stderr, "solved"))
        took = process_time() - begun
        if options["json"]:
            self.stdout.write(json.dumps(to_json(told, took)))
        else:
            self.stdout.write("\n".join(report_lines(told, took)))
        if not told.is_recovered:
            raise CommandError(describe_failure(told), returncode=UNRECOVERED)


def to_json(prediction: Prediction, took: float) -> dict[str, Any]:
    """Return the result as JSON."""
    decks = {
        "foretold": cards_text(prediction.foretold).split(),
        "dealt": cards_text(prediction.dealt).split(),
    }
    counts = {"unknown": UNKNOWN, "recovered": prediction.is_recovered, "right": prediction.right}
    return asdict(prediction) | counts | decks | {"seconds": round(took, 1)}


def report_lines(prediction: Prediction, took: float) -> Iterator[str]:
    """Yield the result as text."""
    whose = "a fresh twister each" if prediction.fresh else "one twister, never seeded anew"
    yield f"{prediction.deals} deals from {whose}; of each deck the first {SEEN_CARDS} cards are seen."
    per_deal = prediction.equations / prediction.deals
    yield f"  bits the cards gave away      {prediction.equations:>7,}   {per_deal:.1f} a deal"
    yield f"  bits of the twister fixed     {prediction.rank:>7,}   of {UNKNOWN:,}"
    yield f"  bits that contradict the rest {prediction.contradictions:>7,}"
    yield ""
    yield f"The next deck, foretold and dealt: right in {prediction.right} of 52 places."
    for deck in (prediction.foretold, prediction.dealt):
        yield f"  {cards_text(deck[:26])}"
        yield f"    {cards_text(deck[26:])}"
    yield f"Of the 100 decks from there on {prediction.decks_foretold} were foretold to the last card."
    yield f"{took:.1f} s of the processor."


def describe_failure(prediction: Prediction) -> str:
    """Explain why no twister was recovered."""
    if prediction.contradictions:
        return f"No single twister dealt these: {prediction.contradictions:,} bits contradict the others."
    return f"{UNKNOWN - prediction.rank:,} bits are still open: more deals would fix them."


def parse_deals(text: str) -> int:
    """Parse a number of deals that can be solved in a minute."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST:
        raise ArgumentTypeError(f"a whole number from 1 to {MOST}, not {text!r}")
    return int(text)
