"""The worked examples of the rules page. A test scores each of them with the engine."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from game.engine.cards import Card, cards


class HandExample(NamedTuple):
    """A hand or crib with its starter, and the points stated on the page."""

    key: str
    title: Promise
    hand: tuple[Card, ...]
    starter: Card
    points: int
    remark: Promise
    is_crib: bool = False


class PlayExample(NamedTuple):
    """Cards played in turn, pone's first. Goes are not listed, because the rules force them."""

    key: str
    title: Promise
    pone: tuple[Card, ...]
    dealer: tuple[Card, ...]
    order: tuple[Card, ...]
    points: tuple[int, int]  # pone's and the dealer's
    remark: Promise


class Combination(NamedTuple):
    """A row of the table of scores; None if it does not score."""

    key: str
    name: Promise
    example: tuple[Card, ...]
    in_play: int | None
    in_show: int | None


def _hand(
    key: str, title: Promise, hand: str, starter: str, points: int, remark: Promise, *, is_crib: bool = False
) -> HandExample:
    return HandExample(key, title, cards(hand), cards(starter)[0], points, remark, is_crib)


HANDS = (
    _hand(
        "first", _("A hand to begin with"), "2C 5H JD QS", "8C", 6,
        _("A fifteen can have two or more cards. Look for the fives first, then for sevens and "
        "eights."),
    ),
    _hand(
        "double-run", _("A double run"), "7H 8S 8D 9C", "6C", 16,
        _("The two eights make the run of four twice. They are also a pair."),
    ),
    _hand(
        "flush", _("A flush with his nobs"), "2H 6H 9H JH", "KH", 8,
        _("Five hearts are a flush of five. The jack has the starter’s suit, so he is his nobs."),
    ),
    _hand(
        "crib-flush", _("Four of a suit in the crib"), "3S 7S 9S KS", "4D", 0,
        _("In a hand these four spades would be a flush of four. In the crib all five must match."),
        is_crib=True,
    ),
    _hand(
        "best", _("The best possible hand"), "5H 5S 5C JD", "5D", 29,
        _("Four fives and the right jack. You may play for years before you get it."),
    ),
)  # fmt: skip

PLAYS = (
    PlayExample(
        "thirty-one", _("A whole round of play"),
        cards("8S 9C KD KH"), cards("7D 6H AC KS"), cards("8S 7D 9C 6H AC KD KS KH"), (10, 10),
        _("After thirty-one the count begins again, and the player who didn’t play last leads."),
    ),
    PlayExample(
        "go", _("One for the go"),
        cards("TD 8C KH QS"), cards("9S 6C 6D 7H"), cards("TD 9S 8C"), (4, 0),
        _("Neither player has a card below five: the count stops at 27, and the dealer leads a new one."),
    ),
)  # fmt: skip

COMBINATIONS = (
    Combination("fifteen", _("Cards that add up to fifteen"), cards("5H JS"), 2, 2),
    Combination("thirty-one", _("Thirty-one exactly"), cards("JC TD 6S 5H"), 2, None),
    Combination("pair", _("A pair"), cards("8C 8D"), 2, 2),
    Combination("pair-royal", _("Three of a kind (pair royal)"), cards("4C 4D 4S"), 6, 6),
    Combination("double-pair-royal", _("Four of a kind (double pair royal)"), cards("6C 6D 6H 6S"), 12, 12),
    Combination("run-of-three", _("A run of three"), cards("2D 3S 4H"), 3, 3),
    Combination("run-of-four", _("A run of four"), cards("3D 4S 5H 6C"), 4, 4),
    Combination("run-of-five", _("A run of five"), cards("2D 3S 4H 5C 6D"), 5, 5),
    Combination("flush-of-four", _("Four of a suit in a hand"), cards("2H 6H TH QH"), None, 4),
    Combination("flush-of-five", _("Five of a suit in a hand or the crib"), cards("2H 6H TH QH 8H"), None, 5),
)
