"""`manage.py shuffle_edge`: measures the gain of a player who knows a shuffle's bias."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from common.command import HelpTextCommand, positive_int
from common.progress import progress_on
from game.shuffle_edge.campaign import ALL, ORDERS, SHUFFLE, measure_edges
from game.shuffle_edge.measure import BOTH, SEATS, Edge
from rng.lab.shuffles import SHUFFLES

HELP_TEXT = f"""
Tests detect a wrong shuffle in some hundred decks. How much can a player gain from it? A player who knows the
shuffle, and the order of the pack before it, expects some hidden cards more than others, given the six they
hold. This command discards with this knowledge, and compares with a player who discards from the same deals
and treats all hidden cards as equally likely. Both maximise hand and crib; the other side knows nothing.

  the shuffle   points per deal gained by knowing the shuffle, hand and crib together, with a 95% interval
  every card    points per deal gained by knowing the whole deck, as with the generator's seed
  throws        how many discards the knowledge changes
  bits          information gained about the starter; one of 46 cards has 5.52 bits

This is the gain from discards alone, without pegging and without regard to the score. Each own card is used
as separate evidence for each place, which is nearly all of the information. The figure is the gain of this
player; a better one might gain a little more.

For swap shuffles (fair, naive, asf) the chances of two cards are computed exactly. For any other shuffle they
are counted from --study further decks. The opponents' average discards are learned from such decks too, at
most 300,000: the player with the knowledge learns from this shuffle, the others from a fair one.

shuffles: {", ".join(SHUFFLES)}

examples:
  manage.py shuffle_edge                               the naive swap, 100,000 deals
  manage.py shuffle_edge --deals 4000000 --seed 2      for docs/explanation/fairness.md (half an hour)
  manage.py shuffle_edge --order suits                 a pack ordered by suits, as it is sold
  manage.py shuffle_edge --shuffle riffle5 --study 4000000     five riffles
  manage.py shuffle_edge --shuffle fair                no gain, except by chance in learning

--json prints {{"shuffle", "order", "deals", "seed", "study", "knowing": {{"{SHUFFLE}":
  {{"pone": {{"points", "margin", "changed", "starter_bits"}}, "dealer", "both"}}, "{ALL}": ...}}}}

exit status: 0, or 2 if the arguments are invalid.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Measures how many points per deal a player gains by knowing a shuffle and the order before it."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--shuffle", choices=list(SHUFFLES), default="naive", help="which (naive)")
        parser.add_argument(
            "--order",
            choices=list(ORDERS),
            default="ranks",
            help="how the pack lay: aces to kings, or by suits",
        )
        parser.add_argument("--deals", type=positive_int, default=100_000, metavar="N", help="(100000)")
        parser.add_argument(
            "--study", type=positive_int, default=1_000_000, metavar="N", help="decks to learn from (1000000)"
        )
        parser.add_argument("--seed", type=int, default=1, help="what decks are dealt from (1)")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        shuffle, order, deals, seed = (options[name] for name in ("shuffle", "order", "deals", "seed"))
        study = options["study"]
        edges = measure_edges(
            shuffle, order, deals, study, seed, progress_on(sys.stderr, "studied and dealt")
        )
        if options["json"]:
            asked = {"shuffle": shuffle, "order": order, "deals": deals, "study": study, "seed": seed}
            knowing = {
                name: {seat: edge._asdict() for seat, edge in by_seat.items()}
                for name, by_seat in edges.items()
            }
            return self.stdout.write(json.dumps(asked | {"knowing": knowing}, indent=2))
        self.stdout.write(f"{shuffle}, a pack ordered by {order}, {deals:,} deals\n")
        self.stdout.write("\n".join(report_lines(edges)))


def report_lines(edges: dict[str, dict[str, Edge]]) -> Iterator[str]:
    """Yield the figures as a table."""
    yield f"{'knowing':<13}{'as':<8}{'points a deal':>22}{'throws':>9}{'bits':>9}"
    for name, by_seat in edges.items():
        for seat in (*SEATS, BOTH):
            points, margin, changed, bits = by_seat[seat]
            worth = f"{points:+.4f} ± {margin:.4f}"
            yield f"{name:<13}{seat:<8}{worth:>22}{100 * changed:>8.1f}%{bits:>9.4f}"
