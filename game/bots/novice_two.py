"""The second Novice: its mistakes are habits instead of chance.

It sees pairs and rows, and misses what has to be added up. It leads low or from a pair, and seldom a five.
This is `novice-2`: games of the first version name `novice`, and are replayed with that.
"""

from typing import NamedTuple

from game.bots.beginner_two import FIVE, Sight, choose_reply, choose_throw
from game.bots.brain import Cards, Decision, Memory, Stream
from game.engine.cards import PIPS, Card
from game.engine.moves import Go, Play, Throw
from game.engine.state import Phase
from game.engine.view import View

# Tuned so that it wins as often as the first version against Intermediate.
SIGHT = Sight(
    pair=0.9,
    three_alike=0.98,
    run_of_three=0.9,
    run_of_four=0.98,
    run_of_five=0.99,
    second_run=0.6,
    fifteen_of_two=0.65,
    fifteen_of_more=0.2,
    flush=0.92,
    together=1.0,
    picture=0.3,
    whim=2.0,
    spares_pairs=1.0,
    own_crib=0.35,
    any_crib=0.15,
    five_in_crib=1.0,
    five_led=0.0,
    high_card=0.1,
    pair_played=0.7,
    three_alike_played=0.98,
    run_in_order=0.7,
    run_out_of_order=0.4,
    fifteen_of_two_played=0.5,
    fifteen_of_more_played=0.2,
    thirty_one=0.35,
)
LOW = 4  # the highest low card, in pips


class Leads(NamedTuple):
    """How often a lead is chosen for a reason. Otherwise any card is led."""

    from_pair: float = 0.3  # one of a pair, but no five
    low: float = 0.35  # the lowest card, if it is low
    avoids_five: float = 0.6  # any card but a five


LEADS = Leads()


def decide(view: View, memory: Memory, stream: Stream) -> Decision:
    """Decide with Novice's mistakes."""
    return decide_by_habit(view, stream, SIGHT, LEADS)


def decide_by_habit(view: View, stream: Stream, sight: Sight, leads: Leads) -> Decision:
    """Keep four cards for what is seen in them; lead by habit; reply with the points seen, or any card."""
    if view.phase is Phase.THROW:
        return Throw(choose_throw(view.hand, view.dealer is view.seat, stream, sight))
    if view.must_go:
        return Go()
    if view.pile:
        return Play(choose_reply(view.playable, view.pile, stream, sight))
    return Play(choose_lead(view.playable, stream, leads))


def choose_lead(playable: Cards, stream: Stream, leads: Leads = LEADS) -> Card:
    """Choose the first card of a pile: rather from a pair or low, and seldom a five."""
    held = sorted(playable)
    ranks = [card >> 2 for card in held]
    safe = [card for card in held if card >> 2 != FIVE]
    of_pairs = [card for card in safe if ranks.count(card >> 2) > 1]
    if of_pairs and stream.random() < leads.from_pair:
        return choose_one(of_pairs, stream)
    if PIPS[held[0]] <= LOW and stream.random() < leads.low:
        return held[0]
    avoids = bool(safe) and stream.random() < leads.avoids_five
    return choose_one(safe if avoids else held, stream)


def choose_one(held: list[Card], stream: Stream) -> Card:
    """Choose any of these cards."""
    return held[int(stream.random() * len(held))]
