"""The chances in a decision, and those that the player took. Pure.

A chance exists only where the player could do both: a player with nothing but fives does not choose to lead
one. So the share of taken chances is a habit, and does not depend on how often the cards allow it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game.bots.brain import Cards, ways_to_throw
from game.bots.crib_values import crib_value
from game.bots.novice import points_without_starter
from game.bots.scores import score_hands
from game.engine.cards import PIPS, RANK_NAMES, RANKS, Card
from game.engine.pegging import peg_points
from game.engine.state import Seat, State

ACE, FOUR, FIVE = (RANKS.index(rank) for rank in "A45")
FIFTEEN, THIRTY_ONE = 15, 31
GIVING_COUNTS = (5, 21)  # a ten-card makes fifteen or thirty-one of these
WHOSE = {True: "own", False: "their"}

# The name of each habit in the table, in its order.
HABITS = {
    **{
        f"led_{rank}": f"leads {'an' if name[0] in 'ae' else 'a'} {name}"
        for rank, name in zip(RANKS, RANK_NAMES, strict=True)
    },
    "led_low": "leads a card up to four",
    "led_pair": "leads from a pair",
    "led_ace_A4XX": "leads the ace from ace, four, two tens",
    "paired_lead": "pairs the lead",
    "paired_four": "pairs a four led, of all replies",
    "paired_ace": "pairs an ace led, of all replies",
    "risked_royal": "pairs at the risk of a pair royal",
    "took_fifteen": "takes fifteen for two",
    "took_thirty_one": "takes thirty-one for two",
    "took_pair": "takes a pair for two",
    "took_more": "takes three points or more",
    "gave_count": "leaves 5 or 21 without need",
    "broke_pair": "breaks a pair",
    "threw_pair_own": "throws a pair to the own crib",
    "threw_pair_their": "throws a pair to their crib",
    "threw_five_own": "throws a five to the own crib",
    "threw_five_their": "throws a five to their crib",
    "broke_three": "keeps no run, of three or more",
    "broke_four": "keeps no run of four, of four or more",
    "broke_flush": "keeps no flush, of four or more",
}


class Chance(NamedTuple):
    """One chance to show a habit, and whether the player did."""

    habit: str
    taken: bool


class Offer(NamedTuple):
    """Cards that score alike, next to cards that score nothing: an attentive player takes one of the former.

    `kind` is "fifteen", "thirty_one", "pair" or "more". `scoring` and `others` are numbers of cards.
    """

    kind: str
    taken: bool
    scoring: int
    others: int


class Discarded(NamedTuple):
    """A discard: the points of the fifteen keeps as they lie, that of the choice, and its cost.

    The cost is in points of hand and crib against the best discard, by the average hand over all starters and
    the published crib values.
    """

    keeps: tuple[int, ...]
    kept: int
    cost: float


def discard_chances(six: Cards, thrown: Cards, own_crib: bool) -> Iterator[Chance]:
    """Yield the chances in a discard."""
    kept = [card for card in six if card not in thrown]
    ranks = [card >> 2 for card in six]
    whose = WHOSE[own_crib]
    for rank in {rank for rank in ranks if ranks.count(rank) == 2}:
        of_pair = sum(card >> 2 == rank for card in thrown)
        yield Chance("broke_pair", of_pair == 1)
        yield Chance(f"threw_pair_{whose}", of_pair == 2)
    if FIVE in ranks:
        yield Chance(f"threw_five_{whose}", any(card >> 2 == FIVE for card in thrown))
    longest, left = longest_run(six), longest_run(kept)
    if longest >= 3:
        yield Chance("broke_three", left < 3)
    if longest >= 4:
        yield Chance("broke_four", left < 4)
    if any([card & 3 for card in six].count(suit) >= 4 for suit in range(4)):
        yield Chance("broke_flush", len({card & 3 for card in kept}) > 1)


def longest_run(cards: Iterable[Card]) -> int:
    """Return the most ranks in a row."""
    ranks = {card >> 2 for card in cards}
    longest = 0
    for rank in ranks:
        length = 1
        while rank + length in ranks:
            length += 1
        longest = max(longest, length)
    return longest


def weigh_discard(six: Cards, thrown: Cards, own_crib: bool) -> Discarded:
    """Return a discard's points, those of all fifteen, and its cost."""
    keeps, worths = _weigh_ways(tuple(sorted(six)), own_crib)
    made = [set(way) for _, way in ways_to_throw(six)].index(set(thrown))
    return Discarded(keeps, keeps[made], max(worths) - worths[made])


@lru_cache(4096)
def _weigh_ways(six: Cards, own_crib: bool) -> tuple[tuple[int, ...], tuple[float, ...]]:
    ways = tuple(ways_to_throw(six))
    starters = np.array([card for card in range(52) if card not in six], np.uint8)
    hands = np.array([kept for kept, _ in ways], np.uint8)[:, None, :]
    average = score_hands(hands, starters).mean(axis=1)
    side = 1 if own_crib else -1
    worths = [
        float(hand) + side * crib_value(thrown, own_crib)
        for hand, (_, thrown) in zip(average, ways, strict=True)
    ]
    return tuple([points_without_starter(kept) for kept, _ in ways]), tuple(worths)


def play_chances(state: State, seat: Seat, card: Card) -> Iterator[Chance]:
    """Yield the chances of a seat that played a card."""
    may = [one for one in state.hands[seat] if state.count + PIPS[one] <= THIRTY_ONE]
    if len(state.played) == 1:
        led = state.played[0][1] >> 2
        if led in (ACE, FOUR):
            yield Chance("paired_ace" if led == ACE else "paired_four", card >> 2 == led)
    if len({one >> 2 for one in may}) == 1:
        return
    if not state.played:
        yield from _lead_chances(may, card)
    if len(state.played) == 1:
        yield from _chance("paired_lead", may, card, {led})
    if state.pile:
        yield from _pile_chances(state, seat, may, card)


def _lead_chances(hand: Sequence[Card], card: Card) -> Iterator[Chance]:
    ranks = [one >> 2 for one in hand]
    for rank in sorted({*ranks}):
        yield Chance(f"led_{RANKS[rank]}", card >> 2 == rank)
    yield from _chance("led_low", hand, card, set(range(FOUR + 1)))
    yield from _chance("led_pair", hand, card, {rank for rank in ranks if ranks.count(rank) > 1})
    if {ACE, FOUR} <= {*ranks} and sum(PIPS[one] == 10 for one in hand) == 2:
        yield Chance("led_ace_A4XX", card >> 2 == ACE)


def _chance(habit: str, may: Sequence[Card], card: Card, ranks: set[int]) -> Iterator[Chance]:
    """Yield a chance if some of the cards have these ranks and some have not."""
    if len({one >> 2 in ranks for one in may}) == 2:
        yield Chance(habit, card >> 2 in ranks)


def _pile_chances(state: State, seat: Seat, may: Sequence[Card], card: Card) -> Iterator[Chance]:
    offer = find_offer(state, seat, card)
    if offer is not None:
        yield Chance(f"took_{offer.kind}", offer.taken)
    top = state.pile[-1] >> 2
    if _may_be_royal(state, seat, top):
        yield from _chance("risked_royal", may, card, {top})
    if state.hands[seat.other] and not any(peg_points(state.pile, one) for one in may):
        giving = {one >> 2 for one in may if state.count + PIPS[one] in GIVING_COUNTS}
        yield from _chance("gave_count", may, card, giving)


def _may_be_royal(state: State, seat: Seat, rank: int) -> bool:
    """Return whether a card of this rank would make a pair that the opponent may turn into a pair royal."""
    is_pair = len(state.pile) > 1 and state.pile[-2] >> 2 == rank
    if is_pair or not state.hands[seat.other]:
        return False
    known = {*state.dealt[seat], *(card for _, card in state.played), state.upcard}
    unseen = 4 - sum(card is not None and card >> 2 == rank for card in known)
    return unseen > 0 and state.count + 2 * PIPS[rank * 4] <= THIRTY_ONE


def find_offer(state: State, seat: Seat, card: Card) -> Offer | None:
    """Return what the pile offered a seat that played a card. None if it was nothing, or of several kinds."""
    may = [one for one in state.hands[seat] if state.count + PIPS[one] <= THIRTY_ONE]
    kinds = {one: kind for one in may if (kind := _kind(state, one)) is not None}
    if not kinds or len(kinds) == len(may) or len({*kinds.values()}) > 1:
        return None
    return Offer(next(iter(kinds.values())), card in kinds, len(kinds), len(may) - len(kinds))


def _kind(state: State, card: Card) -> str | None:
    points, count = peg_points(state.pile, card), state.count + PIPS[card]
    if points != 2:
        return "more" if points else None
    return {FIFTEEN: "fifteen", THIRTY_ONE: "thirty_one"}.get(count, "pair")
