"""Today's hand: six cards to think about, the same for everybody, shuffled as every deck is."""

from datetime import date

from game.engine.cards import TEXTS
from rng.deal import deal_six, deck
from rng.twister import stream_seed

# There is nothing to hide: anybody may know the hand of tomorrow.
OPEN_SECRET = bytes(32)


def hand_of(day: date) -> list[str]:
    """The six cards of a day, from the ace up."""
    cards = deal_six(deck(stream_seed(OPEN_SECRET, "daily hand", day.isoformat()))).dealer
    return [TEXTS[card] for card in sorted(cards)]
