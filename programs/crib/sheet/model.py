"""The data of a score sheet: tags, deals and moves as a person wrote them. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from game.engine.cards import Card
from game.engine.state import Seat
from programs.crib.faults import Place

NOWHERE = Place()
Shown = Card | None  # None is an unknown card, written x

MARKS = ("!", "?", "!!", "??", "!?", "?!")
# Points that the cards don't tell. An entry is written after the seat that erred.
MISSED, TAKEN_BACK, KEPT, BROKE_A_RULE = "<", ">", "#", "R"
ERRORS = (MISSED, TAKEN_BACK, KEPT, BROKE_A_RULE)


@dataclass(frozen=True, slots=True)
class Discard:
    """Two cards to the crib."""

    seat: Seat
    cards: tuple[Shown, Shown]


@dataclass(frozen=True, slots=True)
class Lay:
    """A card to the pile."""

    seat: Seat
    card: Shown


@dataclass(frozen=True, slots=True)
class Say:
    """A move without cards: go, pass, resign, flag, left; of no seat void, unshown."""

    seat: Seat | None
    what: str


@dataclass(frozen=True, slots=True)
class Points:
    """Points that a seat counts (=), calls (+), or errs by (see ERRORS)."""

    seat: Seat
    sign: str
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """The score of both seats."""

    scores: tuple[int, int]


Word = Discard | Lay | Say | Points | Score


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of the record with what was written about it."""

    word: Word
    mark: str = ""
    comment: str = ""
    variations: tuple["Variation", ...] = ()
    at: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that might have been made instead of the one before them."""

    entries: tuple[Entry, ...]
    comment: str = ""


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """A deal: its dealer, the six cards of each seat, the starter, and the moves.

    A hand that isn't written is empty, and so is a starter.
    """

    number: int
    dealer: Seat | None = None
    hands: tuple[tuple[Shown, ...], tuple[Shown, ...]] = ((), ())
    starter: tuple[Shown, ...] = ()
    comment: str = ""
    entries: tuple[Entry, ...] = ()
    at: Place = field(default=NOWHERE, compare=False)

    @property
    def is_only_a_score(self) -> bool:
        """Return whether nothing of the deal is written but the score after it."""
        return (
            self.hands == ((), ())
            and not self.starter
            and len(self.entries) == 1
            and isinstance(self.entries[0].word, Score)
        )


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game as it is written, whole or in part. `before` has the moves before the first deal."""

    tags: tuple[tuple[str, str], ...] = ()
    comment: str = ""
    cut: tuple[Card, ...] = ()
    before: tuple[Entry, ...] = ()
    deals: tuple[SheetDeal, ...] = ()
    places: tuple[tuple[str, Place], ...] = field(default=(), compare=False)  # of the tags
    cut_at: Place = field(default=NOWHERE, compare=False)

    def tag(self, name: str, default: str = "") -> str:
        """Return the value of a tag."""
        return dict(self.tags).get(name, default)

    def place_of(self, name: str) -> Place:
        """Return where the value of a tag is written."""
        return dict(self.places).get(name, NOWHERE)

    def entries(self) -> Iterator[Entry]:
        """Yield every entry of the game itself, without variations."""
        yield from self.before
        for deal in self.deals:
            yield from deal.entries
