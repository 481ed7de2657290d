"""Hands, or ranges of hands, that are dealt from one deck."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import prod
from typing import NamedTuple

from django.utils.translation import gettext

from rng.razz.equity import showdown
from rng.razz.hands.cards import DECK, HAND, InvalidRazz, RanksLeft, parse_cards, ranks_left
from rng.razz.hands.partial_hand import PartialHand
from rng.razz.hands.ranges import Hand, Ranks, parse_hand

FEWEST, MOST = 2, DECK // HAND


class DealtContest(NamedTuple):
    """One choice of ranks for all unknown cards, its number of ways, and the remaining deck."""

    hands: tuple[PartialHand, ...]
    left: RanksLeft
    ways: int


class Contest(NamedTuple):
    """Hands, the possible cards of their ranges, and the deck without known and dead cards."""

    hands: tuple[Hand, ...]
    readings: tuple[dict[Ranks, int], ...]
    left: RanksLeft
    ordered: bool

    @property
    def reading_count(self) -> int:
        """Return an upper bound for the ways, by ranks, to read the ranges."""
        return prod(map(len, self.readings))

    def dealt_contests(self) -> Iterator[DealtContest]:
        """Yield every reading of all ranges that one deck allows."""
        for held, left, ways in self._dealt_from(0, self.left):
            yield DealtContest(held, left, ways >> len(self.hands))  # a reading counts double for each hand

    def _dealt_from(self, at: int, left: RanksLeft) -> Iterator[DealtContest]:
        if at == len(self.hands):
            yield DealtContest((), left, 1)
            return
        for ranks, twofold in self.readings[at].items():
            ways, after = take_ranks(left, ranks)
            if ways:
                for rest in self._dealt_from(at + 1, after):
                    yield DealtContest(
                        (self.partial_hand(at, ranks), *rest.hands), rest.left, twofold * ways * rest.ways
                    )

    def partial_hand(self, at: int, ranks: Ranks) -> PartialHand:
        """Return one of the hands with these ranks for its unknown cards."""
        hand = self.hands[at]
        return PartialHand((*(card.rank for card in hand.known), *ranks), hand.to_come)

    @property
    def estimated_seconds(self) -> float:
        """Estimate the seconds that the exact computation takes."""
        return self.reading_count * showdown.estimate_seconds(self._first)

    @property
    def is_within_reach(self) -> bool:
        """Return whether the exact computation fits into memory."""
        return showdown.is_within_reach(self._first)

    @property
    def _first(self) -> tuple[PartialHand, ...]:
        return tuple(self.partial_hand(at, next(iter(readings))) for at, readings in enumerate(self.readings))


def parse_contest(texts: Sequence[str], dead: str = "", ordered: bool = False) -> Contest:
    """Parse hands and check that one deck can hold them all."""
    if not FEWEST <= len(texts) <= MOST:
        raise InvalidRazz(
            gettext("Compare %(fewest)s to %(most)s hands, not %(number)s.")
            % {"fewest": FEWEST, "most": MOST, "number": len(texts)}
        )
    hands, gone = tuple(map(parse_hand, texts)), parse_cards(dead)
    if HAND * len(hands) + len(gone) > DECK:
        raise InvalidRazz(
            gettext(
                "Too many cards: %(hands)s hands of %(hand)s and %(dead)s dead ones are more than %(deck)s."
            )
            % {"hands": len(hands), "hand": HAND, "dead": len(gone), "deck": DECK}
        )
    left = ranks_left((*gone, *(card for one in hands for card in one.known)))
    met = Contest(hands, tuple(one.readings(ordered) for one in hands), left, ordered)
    if not _can_be_dealt(met.readings, left):
        raise InvalidRazz(
            gettext(
                "These hands cannot all be dealt from one deck: too many cards of a rank would be needed."
            )
        )
    return met


def take_ranks(left: RanksLeft, ranks: Ranks) -> tuple[int, RanksLeft]:
    """Return the number of ways to draw cards of these ranks in sequence, and the remaining deck."""
    ways, rest = 1, list(left)
    for rank in ranks:
        ways *= max(rest[rank], 0)
        rest[rank] -= 1
    return ways, tuple(rest)


def _can_be_dealt(readings: Sequence[Iterable[Ranks]], left: RanksLeft) -> bool:
    """Return whether these hands can be dealt at all. Only the remaining deck matters for the next hand."""

    @cache
    def fits(at: int, left: RanksLeft) -> bool:
        if at == len(readings):
            return True
        dealt = (take_ranks(left, ranks) for ranks in readings[at])
        return any(fits(at + 1, after) for ways, after in dealt if ways)

    return fits(0, left)
