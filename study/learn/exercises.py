"""Build the hands of the lesson: dealt from one seed, played sensibly, and chosen for teaching.

The result is shipped to the browser as static/js/study/learn/dealt.js, which `manage.py deal_lesson` writes.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import count, islice
from typing import NamedTuple, TypeVar

from common.formats.json import Json
from game.bots.advice import ThrowLine, weigh_throws
from game.engine.cards import JACK, PIPS, Card, texts
from game.engine.pegging import peg_parts
from game.engine.scoring import Part, Score, score_hand
from rng.deal import deal_six
from rng.shuffle import shuffle
from rng.twister import Twister, stream

Cards = tuple[Card, ...]
T = TypeVar("T")

SECRET = sha256(b"Every Other: the lesson").digest()
HANDS_OF_A_GRADE = 10
THROWS = 12
DEALS = 4
CLEAR = 0.4  # points by which the best discard of an exercise leads


class Hand(NamedTuple):
    """Four cards and the starter, to be counted."""

    cards: Cards
    starter: Card
    is_crib: bool = False

    @property
    def score(self) -> Score:
        return score_hand(self.cards, self.starter, crib=self.is_crib)

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(part.kind for part in self.score.parts)


class Deal(NamedTuple):
    """A deal with the discards of two sensible players."""

    six: tuple[Cards, Cards]  # pone's and the dealer's
    kept: tuple[Cards, Cards]
    crib: Cards
    starter: Card

    @property
    def hands(self) -> tuple[Hand, Hand, Hand]:
        """Return the hands and the crib in the order of the show."""
        pone, dealer = self.kept
        return Hand(pone, self.starter), Hand(dealer, self.starter), Hand(self.crib, self.starter, True)


class PeggingPosition(NamedTuple):
    """Cards on the table, and a hand with a card that scores."""

    pile: Cards
    hand: Cards
    best: tuple[Part, ...]


def lesson() -> Json:
    """Return all data of the lesson's tasks."""
    return {
        "find": {kind: [hand_json(hand) for hand in found] for kind, found in combination_hands().items()},
        "flush": [hand_json(hand) for hand in flush_hands()],
        "nobs": [hand_json(hand) for hand in nobs_hands()],
        "hands": [[hand_json(hand) for hand in grade] for grade in graded_hands()],
        "throws": [throw_json(deal.six[is_dealer], is_dealer) for deal, is_dealer in throw_exercises()],
        "pegging": [
            {"pile": list(texts(at.pile)), "hand": list(texts(at.hand))} for at in pegging_exercises()
        ],
        "deals": [deal_json(deal) for deal in islice(full_deals(), DEALS)],
    }


# Kinds of combinations, in the order they are taught.


def combination_hands() -> dict[str, tuple[Hand, ...]]:
    """Return hands with one, two and more combinations of a kind to find."""
    wanted: dict[str, tuple[Callable[[Hand], bool], ...]] = {
        "fifteen": (
            lambda hand: combination_sizes(hand, "fifteen") == [2],
            lambda hand: combination_sizes(hand, "fifteen") == [2, 3],
            lambda hand: len(combination_sizes(hand, "fifteen")) == 4,
        ),
        "pair": (
            lambda hand: combination_sizes(hand, "pair") == [2],
            lambda hand: combination_sizes(hand, "pair") == [2, 2],
            lambda hand: combination_sizes(hand, "pair") == [3],
        ),
        "run": (
            lambda hand: combination_sizes(hand, "run") == [3],
            lambda hand: combination_sizes(hand, "run") == [4],
            lambda hand: combination_sizes(hand, "run") == [3, 3],
        ),
    }
    return {kind: first_of_each(hands, conditions) for kind, conditions in wanted.items()}


def flush_hands() -> tuple[Hand, ...]:
    """Return a flush of four, of five, a crib with only four of a suit, and a hand that only looks so."""
    return first_of_each(
        hands_and_cribs,
        (
            lambda hand: not hand.is_crib and hand.score.flush == 4,
            lambda hand: hand.is_crib and len(suits(hand.cards)) == 1 and hand.score.flush == 0,
            lambda hand: not hand.is_crib and hand.score.flush == 5,
            lambda hand: (
                not hand.is_crib and count_of_starter_suit(hand) == 3 and len(suits(hand.cards)) == 2
            ),
        ),
    )


def nobs_hands() -> tuple[Hand, ...]:
    """Return a jack of the starter's suit, a jack of another, and a jack that is the starter itself."""
    return first_of_each(
        hands,
        (
            lambda hand: hand.score.nobs == 1,
            lambda hand: has_jack(hand.cards) and hand.score.nobs == 0 and hand.starter >> 2 != JACK,
            lambda hand: hand.score.nobs == 1 and len(hand.score.parts) > 3,
        ),
    )


def graded_hands() -> tuple[tuple[Hand, ...], ...]:
    """Return hands to count, from easy to hard."""
    grades: tuple[Callable[[Hand], bool], ...] = (
        lambda hand: hand.score.total <= 4 and len(hand.score.parts) <= 2,
        lambda hand: 4 <= hand.score.total <= 7 and len(hand.score.parts) == 3,
        lambda hand: 7 <= hand.score.total <= 10 and len(hand.score.parts) >= 4,
        lambda hand: hand.score.total >= 12,
    )
    return tuple(pick_varied(filter(grade, hands())) for grade in grades)


def pick_varied(candidates: Iterator[Hand]) -> tuple[Hand, ...]:
    """Pick so many hands, at most two of each kind of count."""
    chosen: list[Hand] = []
    for hand in candidates:
        if [other.kinds for other in chosen].count(hand.kinds) < 2:
            chosen.append(hand)
        if len(chosen) == HANDS_OF_A_GRADE:
            break
    return tuple(chosen)


def throw_exercises() -> Iterator[tuple[Deal, bool]]:
    """Yield six cards with a clearly best discard, alternately to the player's and the opponent's crib."""
    is_dealer, found = True, 0
    for deal in deals():
        best, second = sort_by_points(weigh_throws(deal.six[is_dealer], dealer=is_dealer, mine=0, theirs=0))[
            :2
        ]
        if best.points - second.points >= CLEAR:
            yield deal, is_dealer
            is_dealer, found = not is_dealer, found + 1
        if found == THROWS:
            return


def pegging_exercises() -> tuple[PeggingPosition, ...]:
    """Return pegging positions: fifteen, a pair, runs in and out of order, thirty-one, a pair royal."""
    return first_of_each(
        scoring_positions,
        (
            lambda at: kinds(at) == ["count"] and pips(at) == 15,
            lambda at: kinds(at) == ["pair"] and len(at.best[0].cards) == 2,
            lambda at: kinds(at) == ["run"] and is_in_order(at.best[0].cards),
            lambda at: kinds(at) == ["run"] and len(at.pile) > 2 and not is_in_order(at.best[0].cards),
            lambda at: kinds(at) == ["count"] and pips(at) == 31,
            lambda at: len(at.best) == 2,
        ),
    )


def full_deals() -> Iterator[Deal]:
    """Return deals with something to count in both hands."""
    return (
        deal
        for deal in deals()
        if all(hand.score.total >= 4 for hand in deal.hands[:2]) and deal.starter >> 2 != JACK
    )


# Deals and positions.


def deals() -> Iterator[Deal]:
    """Return an endless sequence of deals from the seed, always the same."""
    return map(nth_deal, count())


@cache
def nth_deal(n: int) -> Deal:
    dealt = deal_six(shuffle(stream(SECRET, "deal", str(n))))
    pone, dealer = (
        sort_by_points(weigh_throws(six, dealer=is_dealer, mine=0, theirs=0))[0]
        for six, is_dealer in ((dealt.pone, False), (dealt.dealer, True))
    )
    kept = (in_dealt_order(dealt.pone, pone.kept), in_dealt_order(dealt.dealer, dealer.kept))
    return Deal((dealt.pone, dealt.dealer), kept, pone.thrown + dealer.thrown, dealt.starter)


def hands() -> Iterator[Hand]:
    return (hand for deal in deals() for hand in deal.hands[:2])


def hands_and_cribs() -> Iterator[Hand]:
    return (hand for deal in deals() for hand in deal.hands)


def scoring_positions() -> Iterator[PeggingPosition]:
    """Yield every position in which a card scores, while both seats play random legal cards."""
    for n, deal in enumerate(deals()):
        yield from scoring_positions_of(deal, stream(SECRET, "play", str(n)))


def scoring_positions_of(deal: Deal, chance: Twister) -> Iterator[PeggingPosition]:
    left = [list(kept) for kept in deal.kept]
    pile: Cards = ()
    for turn in range(8):
        hand = left[turn % 2]
        fits = [card for card in hand if PIPS[card] + sum(PIPS[each] for each in pile) <= 31]
        if not fits:
            return  # the first count is enough to learn from
        best = max(
            (peg_parts(pile, card) for card in fits), key=lambda parts: sum(part.points for part in parts)
        )
        if best and len(pile) > 0 and len(hand) > 1:
            yield PeggingPosition(pile, tuple(hand), best)
        card = fits[chance.getrandbits(16) % len(fits)]
        hand.remove(card)
        pile = (*pile, card)


def first_of_each(
    candidates: Callable[[], Iterator[T]], conditions: Sequence[Callable[[T], bool]]
) -> tuple[T, ...]:
    """Return the first candidate that meets each condition, without repeats."""
    chosen: list[T] = []
    for fits in conditions:
        chosen.append(next(each for each in candidates() if each not in chosen and fits(each)))
    return tuple(chosen)


# Facts about a hand.


def combination_sizes(hand: Hand, kind: str) -> list[int]:
    """Return the number of cards in each combination of a kind."""
    return [len(part.cards) for part in hand.score.parts if part.kind == kind]


def suits(cards: Cards) -> set[int]:
    return {card & 3 for card in cards}


def count_of_starter_suit(hand: Hand) -> int:
    return sum(card & 3 == hand.starter & 3 for card in hand.cards)


def has_jack(cards: Cards) -> bool:
    return any(card >> 2 == JACK for card in cards)


def kinds(at: PeggingPosition) -> list[str]:
    return [part.kind for part in at.best]


def pips(at: PeggingPosition) -> int:
    return sum(PIPS[card] for card in at.best[0].cards)


def is_in_order(cards: Cards) -> bool:
    ranks = [card >> 2 for card in cards]
    return ranks in (sorted(ranks), sorted(ranks, reverse=True))


def sort_by_points(lines: Sequence[ThrowLine]) -> list[ThrowLine]:
    return sorted(lines, key=lambda line: -line.points)


def in_dealt_order(six: Cards, kept: Cards) -> Cards:
    return tuple(card for card in six if card in kept)


# JSON.


def hand_json(hand: Hand) -> Json:
    return {"cards": list(texts(hand.cards)), "starter": texts([hand.starter])[0], "crib": hand.is_crib}


def throw_json(six: Cards, is_dealer: bool) -> Json:
    lines = sort_by_points(weigh_throws(six, dealer=is_dealer, mine=0, theirs=0))
    return {"six": list(texts(six)), "dealer": is_dealer, "lines": [line_json(line) for line in lines]}


def line_json(line: ThrowLine) -> Json:
    averages = {name: round(getattr(line, name), 2) for name in ("hand", "crib", "pegging", "points")}
    return {"thrown": list(texts(line.thrown)), **averages}


def deal_json(deal: Deal) -> Json:
    pone, dealer = deal.kept
    return {
        "pone": list(texts(pone)),
        "dealer": list(texts(dealer)),
        "crib": list(texts(deal.crib)),
        "starter": texts([deal.starter])[0],
    }
