"""The second Beginner: keeps what lies in the open, such as runs, and misses what has to be added up.

This is `beginner-2`: games of the first version name `beginner`, and are replayed with that.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from game.bots.brain import Cards, Decision, Memory, Stream, ways_to_throw
from game.engine.cards import JACK, PIPS, Card
from game.engine.moves import Go, Play, Throw
from game.engine.pegging import peg_parts
from game.engine.scoring import pairs, runs
from game.engine.state import Phase
from game.engine.view import View

FIVE = 4  # the rank


class Sight(NamedTuple):
    """The shares of combinations that a player notices, from 0 to 1 unless a comment says otherwise.

    The defaults are Beginner's, tuned so that Novice wins about seven games of ten.
    """

    # In six cards.
    pair: float = 0.78
    three_alike: float = 0.95
    run_of_three: float = 0.75
    run_of_four: float = 0.95
    run_of_five: float = 0.98
    second_run: float = 0.25  # that a pair in a run makes it two runs
    fifteen_of_two: float = 0.2
    fifteen_of_more: float = 0.02
    flush: float = 0.92
    together: float = 2.0  # points that a run of four and four of a suit look better than they are
    picture: float = 0.6  # points that a jack, queen or king seems to be worth
    whim: float = 2.0  # points that four cards may look better than they are
    spares_pairs: float = 0.0  # 1: breaks two pairs at once only for four in a row or of a suit
    # The crib.
    own_crib: float = 0.05  # remembers whose crib it is
    any_crib: float = 0.6  # otherwise: likes a good crib, whoever has it
    five_in_crib: float = 1.0  # points that a five in the crib seems to be worth
    # In the play.
    five_led: float = 0.65  # leads a five from a hand that has one
    high_card: float = 0.25  # plays the highest card where it sees no points
    pair_played: float = 0.7
    three_alike_played: float = 0.95
    run_in_order: float = 0.5
    run_out_of_order: float = 0.2
    fifteen_of_two_played: float = 0.35
    fifteen_of_more_played: float = 0.12
    thirty_one: float = 0.25


SIGHT = Sight()


class Sighting(NamedTuple):
    """Something seen in six cards."""

    kind: str
    cards: frozenset[Card]

    def points(self, cards: Cards) -> int:
        """Return what is left of it among these cards."""
        kept = self.cards.intersection(cards)
        ranks = [card >> 2 for card in kept]
        match self.kind:
            case "alike":
                return pairs(ranks)
            case "run":
                return runs(ranks)
            case "fifteen":
                return 2 if kept == self.cards else 0
            case _:
                return len(kept) if len(kept) >= 4 else 0

    def is_whole(self, four: Cards) -> bool:
        """Return whether the four cards are kept for this alone, such as 6-7-8-9 or four hearts."""
        return self.kind in ("run", "flush") and self.points(four) == 4 and self.cards.issuperset(four)


def decide(view: View, memory: Memory, stream: Stream) -> Decision:
    """Keep four cards for what is seen in them; in the play, take the points seen, or play any card."""
    if view.phase is Phase.THROW:
        return Throw(choose_throw(view.hand, view.dealer is view.seat, stream))
    if view.must_go:
        return Go()
    if view.pile:
        return Play(choose_reply(view.playable, view.pile, stream))
    return Play(choose_lead(view.playable, stream))


def choose_throw(six: Cards, is_own_crib: bool, stream: Stream, sight: Sight = SIGHT) -> Cards:
    """Discard two cards, so that the four that seem worth most are kept."""
    held = tuple(sorted(six))
    seen = [one for one, share in find_combinations(held, stream, sight) if stream.random() < share]
    crib = 0
    if stream.random() < sight.own_crib:
        crib = 1 if is_own_crib else -1
    elif stream.random() < sight.any_crib:
        crib = 1

    def worth(way: tuple[Cards, Cards]) -> float:
        kept, thrown = way
        points = sum(one.points(kept) + sight.together * one.is_whole(kept) for one in seen)
        points += sight.picture * sum(card >> 2 >= JACK for card in kept)
        points += sight.whim * stream.random()
        good = sum(one.points(thrown) for one in seen)
        return points + crib * (good + sight.five_in_crib * sum(card >> 2 == FIVE for card in thrown))

    ways = [
        (kept, thrown)
        for kept, thrown in ways_to_throw(six)
        if not sight.spares_pairs or count_broken(kept, thrown) < 2 or any(one.is_whole(kept) for one in seen)
    ]
    return max(ways, key=worth)[1]


def count_broken(kept: Cards, thrown: Cards) -> int:
    """Return how many pairs, or three or four alike, are broken by a discard."""
    return len({card >> 2 for card in kept} & {card >> 2 for card in thrown})


def find_combinations(six: Cards, stream: Stream, sight: Sight) -> Iterator[tuple[Sighting, float]]:
    """Yield what there is in six cards, and the share of times that it is noticed."""
    ranks = [card >> 2 for card in six]
    for rank in sorted(set(ranks)):
        alike = [card for card in six if card >> 2 == rank]
        if len(alike) > 1:
            share = sight.pair if len(alike) == 2 else sight.three_alike
            yield Sighting("alike", frozenset(alike)), share
    for stretch in find_stretches(ranks):
        share = {3: sight.run_of_three, 4: sight.run_of_four}.get(len(stretch), sight.run_of_five)
        both = stream.random() < sight.second_run
        once = [max(card for card in six if card >> 2 == rank) for rank in stretch]
        cards = [card for card in six if card >> 2 in stretch] if both else once
        yield Sighting("run", frozenset(cards)), share
    for size in range(2, 5):
        share = sight.fifteen_of_two if size == 2 else sight.fifteen_of_more
        for chosen in combinations(six, size):
            if sum(PIPS[card] for card in chosen) == 15:
                yield Sighting("fifteen", frozenset(chosen)), share
    for suit in range(4):
        suited = [card for card in six if card & 3 == suit]
        if len(suited) >= 4:
            yield Sighting("flush", frozenset(suited)), sight.flush


def find_stretches(ranks: list[int]) -> Iterator[list[int]]:
    """Yield the ranks of each run of three or more that is not part of a longer one."""
    stretch: list[int] = []
    for rank in range(14):
        if rank in ranks:
            stretch.append(rank)
            continue
        if len(stretch) >= 3:
            yield stretch
        stretch = []


def choose_lead(playable: Cards, stream: Stream, sight: Sight = SIGHT) -> Card:
    """Choose the first card of a pile: often a five, because fives are good."""
    fives = [card for card in sorted(playable) if card >> 2 == FIVE]
    if fives and stream.random() < sight.five_led:
        return fives[0]
    return choose_any(playable, stream, sight)


def choose_any(playable: Cards, stream: Stream, sight: Sight) -> Card:
    """Choose the highest card, or any."""
    cards = sorted(playable)
    return cards[-1] if stream.random() < sight.high_card else cards[int(stream.random() * len(cards))]


def choose_reply(playable: Cards, pile: Cards, stream: Stream, sight: Sight = SIGHT) -> Card:
    """Choose the card with the most points seen; where none are, any card."""
    seen = {card: points_seen(pile, card, stream, sight) for card in sorted(playable)}
    best = max(seen, key=lambda card: seen[card])
    return best if seen[best] else choose_any(playable, stream, sight)


def points_seen(pile: Cards, card: Card, stream: Stream, sight: Sight) -> int:
    """Return the points that are noticed of those that a card would score."""
    points = 0
    for part in peg_parts(pile, card):
        if stream.random() < share_noticed(part.kind, part.cards, sight):
            points += part.points
    return points


def share_noticed(kind: str, cards: Cards, sight: Sight) -> float:
    """Return how often points in the play are noticed, by the cards that make them."""
    ranks = [card >> 2 for card in cards]
    match kind:
        case "pair":
            return sight.pair_played if len(cards) == 2 else sight.three_alike_played
        case "run":
            in_order = ranks in (sorted(ranks), sorted(ranks, reverse=True))
            return sight.run_in_order if in_order else sight.run_out_of_order
        case _ if sum(PIPS[card] for card in cards) == 31:
            return sight.thirty_one
        case _:
            return sight.fifteen_of_two_played if len(cards) == 2 else sight.fifteen_of_more_played
