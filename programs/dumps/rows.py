"""The fields of a game in a dump, with their types. Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from game.engine.cards import CARDS_OF_A_DEAL, Card, texts
from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Rules, Seat
from game.engine.transcript import parse_transcript


class DealtCards(NamedTuple):
    """A deck of a game, and the scores counted from it, if the game reached the count."""

    deck: Sequence[Card]
    pone_hand: int | None = None
    dealer_hand: int | None = None
    crib: int | None = None


class DumpedDeal(Struct, frozen=True):
    """A deal: thirteen cards in the order of the deck, and the scores of the hands in the show."""

    number: int
    dealer: int
    cards: str
    pone_hand: int | None
    dealer_hand: int | None
    crib: int | None


class DumpedGame(Struct, frozen=True):
    """A finished rated game."""

    game: str
    day: str
    clock: str
    counting: str
    target: int
    start_a: int
    start_b: int
    a: str | None
    b: str | None
    bot_a: str | None
    bot_b: str | None
    points_a: int | None
    points_b: int | None
    change_a: int | None
    change_b: int | None
    first_dealer: int | None
    winner: int | None
    value: int
    ended: str
    score_a: int
    score_b: int
    voided: bool
    cut: str
    moves: str
    ms: list[int]
    deals: list[DumpedDeal]


class Played(NamedTuple):
    """The record of a game: its rules, its moves, and the milliseconds charged for each."""

    rules: Rules
    words: tuple[str, ...]
    charged: tuple[int, ...]

    @property
    def deck_numbers(self) -> tuple[int, ...]:
        """Return the numbers of its decks. Number 0 is the cut for deal."""
        return tuple(int(word[1:]) for word in self.words if word[0] == "#")


def parse_record(transcript: str) -> Played:
    """Parse the record in a game's row."""
    rules, tokens = parse_transcript(transcript)
    parts = [token.partition("/") for token in tokens]
    return Played(rules, tuple(part[0] for part in parts), tuple(int(part[2] or 0) for part in parts))


class Cut(NamedTuple):
    """The first dealer from the cut for deal, and the cards of the cut. Without a cut, `cards` is empty."""

    first_dealer: Seat | None
    cards: str


def cut_for_deal(rules: Rules, dealt: Mapping[int, DealtCards]) -> Cut:
    """Return the cut for deal of a game. `first_dealer` is None if the game ended before the cut."""
    if rules.first_dealer is not None or 0 not in dealt:
        return Cut(rules.first_dealer, "")
    state, _ = act(start(rules), None, Deal(0, tuple(dealt[0].deck)))
    return Cut(state.dealer, " ".join(texts(card for pair in state.cut for card in pair)))


def dumped_deals(first_dealer: Seat | None, dealt: Mapping[int, DealtCards]) -> list[DumpedDeal]:
    """Return the deals of a game in their order."""
    return [
        DumpedDeal(
            number,
            (first_dealer + number - 1) % 2,
            " ".join(texts(dealt[number].deck[:CARDS_OF_A_DEAL])),
            dealt[number].pone_hand,
            dealt[number].dealer_hand,
            dealt[number].crib,
        )
        for number in sorted(dealt)
        if number and first_dealer is not None
    ]
