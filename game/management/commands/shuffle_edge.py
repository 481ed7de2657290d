"""`manage.py shuffle_edge`: measures what a shuffle's bias is worth to a player who knows it."""

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
Tests find a wrong shuffle in some hundred decks. What is it worth to find? A player who knows how a pack lay
before it was shuffled, and by which shuffle, expects some cards sooner than others, also in the light of the
six they hold. Here they throw accordingly, and the same deals are thrown by a player who takes every card
that they do not see for as likely as any other. Both go for hand and crib; the other side knows nothing.

  the shuffle   points a deal that knowing it brings, hand and crib together, with a 95% interval
  every card    what it brings to know the whole deck, as somebody who finds the generator's seed does
  throws        how many are others for it
  bits          by how much the starter is less of a surprise; one of 46 has 5.52

It is what throws alone gain: not pegging, nor how a game stands. Each own card is taken as evidence of its
own for each place, which is nearly all there is to know; the figure is what this player gains, and another
might find a little more.

For swaps (fair, naive, asf) what two cards tell of each other is worked out exactly; for any other shuffle
it is counted, from --study decks by the same shuffle that are not dealt. What opponents throw on average is
learned from such decks too, 300,000 at most: from its own by the player who knows the shuffle, from fair ones
by the others.

shuffles: {", ".join(SHUFFLES)}

examples:
  manage.py shuffle_edge                               the naive swap, 100,000 deals
  manage.py shuffle_edge --deals 4000000 --seed 2      the figure of docs/fairness.md (half an hour)
  manage.py shuffle_edge --order suits                 the pack lay suit by suit, as it is sold
  manage.py shuffle_edge --shuffle riffle5 --study 4000000     five riffles
  manage.py shuffle_edge --shuffle fair                nothing, up to what was learned by chance

--json prints {{"shuffle", "order", "deals", "seed", "study", "knowing": {{"{SHUFFLE}":
  {{"pone": {{"points", "margin", "changed", "starter_bits"}}, "dealer", "both"}}, "{ALL}": ...}}}}

exit status: 0, or 2 if the arguments make no sense.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Measures how many points a deal a player gains who knows a shuffle and the order before it."
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
    """The figures as a table."""
    yield f"{'knowing':<13}{'as':<8}{'points a deal':>22}{'throws':>9}{'bits':>9}"
    for name, by_seat in edges.items():
        for seat in (*SEATS, BOTH):
            points, margin, changed, bits = by_seat[seat]
            worth = f"{points:+.4f} ± {margin:.4f}"
            yield f"{name:<13}{seat:<8}{worth:>22}{100 * changed:>8.1f}%{bits:>9.4f}"
