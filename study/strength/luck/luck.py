"""The luck-adjusted result: the result of a game without the luck of deal and cut.

    L = R - sum over deals of [ h(pone's six) + h(dealer's six) + u(starter) ] - f

R is 1 if seat 0 won, else 0. Each term is exact, and its mean over all random outcomes is exactly 0, however
the players play. So L has the same mean as R, and a smaller variance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from game.bots.tables.multisets import DEALER, PONE
from game.engine.cards import Card
from game.engine.play import FULL_DECK
from game.engine.state import Seat
from study.strength.luck.chances import chances_by_starter, first_dealer_chance, slope
from study.strength.luck.deals import DealtCards
from study.strength.luck.points import mean_points, points_of_six

NONE = Fraction(0)
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class DealLuck:
    """The luck of seat 0 in one deal: by each seat's six, and by the starter."""

    deal: DealtCards
    sixes: tuple[Fraction, Fraction]
    starter: Fraction

    @property
    def total(self) -> Fraction:
        return self.sixes[0] + self.sixes[1] + self.starter


@dataclass(frozen=True, slots=True)
class GameLuck:
    """The luck of seat 0 in a game: by the cut for deal, and deal by deal."""

    first_deal: Fraction
    deals: tuple[DealLuck, ...]

    @property
    def total(self) -> Fraction:
        return self.first_deal + sum((deal.total for deal in self.deals), NONE)

    def adjusted(self, winner: Seat) -> Fraction:
        """Return the luck-adjusted result of seat 0."""
        return int(winner is Seat.A) - self.total


def luck_of_game(deals: Sequence[DealtCards], first_dealer_was_named: bool) -> GameLuck:
    """Return the luck of a game, deal by deal."""
    cut = NONE if first_dealer_was_named or not deals else luck_of_first_deal(deals[0].dealer)
    return GameLuck(cut, tuple(map(luck_of_deal, deals)))


def luck_of_first_deal(dealer: Seat) -> Fraction:
    """Return the effect of the first deal on seat 0, if the cut decided it."""
    return for_seat_a(first_dealer_chance() - HALF, dealer)


def luck_of_deal(deal: DealtCards) -> DealLuck:
    """Return the luck of a deal. The starter counts once it is turned."""
    sixes = (luck_of_six(deal, Seat.A), luck_of_six(deal, Seat.B))
    return DealLuck(deal, sixes, NONE if deal.starter is None else luck_of_starter(deal, deal.starter))


def luck_of_six(deal: DealtCards, seat: Seat) -> Fraction:
    """Return the effect of one seat's six cards on seat 0, compared to all sixes it could be dealt."""
    role = DEALER if seat is deal.dealer else PONE
    more = points_of_six(role, deal.sixes[seat]) - mean_points(role)
    return for_seat_a(slope(role, deal.scores[deal.dealer.other], deal.scores[deal.dealer]) * more, seat)


def luck_of_starter(deal: DealtCards, starter: Card) -> Fraction:
    """Return the effect of the starter on seat 0, compared to all forty that could have been turned."""
    unseen = tuple(sorted(FULL_DECK.difference(*deal.sixes)))
    seats = deal.dealer.other, deal.dealer
    pone, dealer = [tuple([card for card in deal.sixes[of] if card not in deal.throws[of]]) for of in seats]
    crib = deal.throws[0] + deal.throws[1]
    scores = [deal.scores[of] for of in seats]
    chances = chances_by_starter(scores[0], scores[1], (pone, dealer), crib, unseen)
    more = chances[unseen.index(starter)] - sum(chances, NONE) / len(chances)
    return for_seat_a(more, seats[0])


def for_seat_a(gain: Fraction, seat: Seat) -> Fraction:
    """Return a gain of this seat as a gain of seat 0."""
    return gain if seat is Seat.A else -gain
