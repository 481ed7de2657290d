"""Translates the engine's texts into the reader's language."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.engine.cards import RANK_NAMES, SUIT_NAMES, Card
from game.engine.moves import IllegalMove

# The name of a skunk by the value of the win.
SKUNK_NAMES = {2: _("a skunk"), 4: _("a double skunk")}


def card_name(card: Card) -> str:
    """Return the name of a card, such as "five of hearts"."""
    rank, suit = RANK_NAMES[card >> 2], SUIT_NAMES[card & 3]
    return gettext("%(rank)s of %(suit)s") % {"rank": gettext(rank), "suit": gettext(suit)}


def describe_illegal_move(fault: IllegalMove) -> str:
    """Return the reason why the rules do not allow a move."""
    says = gettext(fault.says)
    return says if fault.card is None else says % {"card": card_name(fault.card)}
