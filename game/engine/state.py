"""A game of cribbage at one moment."""

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Any, NamedTuple

from game.engine.cards import Card
from game.engine.i18n import gettext_noop
from game.engine.scoring import Score, score_hand

DOUBLE = 2
QUADRUPLE = 4
EVEN_START = (0, 0)
MOST_HOLES = 12


class Seat(IntEnum):
    """The two seats of a table; the deal passes between them, and players keep theirs."""

    A = 0
    B = 1

    @property
    def other(self) -> "Seat":
        return _OPPOSITE[self]


_OPPOSITE = (Seat.B, Seat.A)


class Counting(Enum):
    """Who counts the hands in the show."""

    AUTO = "auto"
    MANUAL = "manual"
    MUGGINS = "muggins"


class Phase(Enum):
    """What the game waits for."""

    CUT = "cut"
    DEAL = "deal"
    THROW = "throw"
    PLAY = "play"
    COUNT = "count"
    CALL = "call"
    OVER = "over"


class Ended(Enum):
    """How a game ended."""

    PLAYED = "played"
    RESIGNED = "resigned"
    FLAG = "flag"
    LEFT = "left"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Rules:
    """What two players agree on before the first card."""

    target: int = 121
    counting: Counting = Counting.AUTO
    first_dealer: Seat | None = None
    start: tuple[int, int] = EVEN_START

    def __post_init__(self) -> None:
        if self.target not in SKUNK_LINES:
            raise ValueError(gettext_noop("Choose a game to 121 or to 61."))
        if min(self.start) != 0 or not 0 <= max(self.start) <= MOST_HOLES:
            raise ValueError(gettext_noop("One side may start up to twelve holes ahead."))

    @property
    def named_start(self) -> dict[str, tuple[int, int]]:
        """The head start as params, files and frames name it: only where there is one."""
        return {} if self.start == EVEN_START else {"start": self.start}

    def value(self, loser_score: int) -> int:
        """What a game played out is marked as: 1, or 2 for a skunk and 4 for a double one."""
        return next((value for line, value in SKUNK_LINES[self.target] if loser_score < line), 1)


SKUNK_LINES = {121: ((61, QUADRUPLE), (91, DOUBLE)), 61: ((31, DOUBLE),)}


class Count(NamedTuple):
    """One hand or crib as it was counted in the show."""

    seat: Seat
    what: str
    score: Score


class Show(NamedTuple):
    """The counts of a deal, in order: pone's hand, the dealer's, the crib."""

    deal: int
    dealer: Seat
    starter: Card
    counts: tuple[Count, ...] = ()


class Laid(NamedTuple):
    """A hand or crib on the table, to be counted."""

    seat: Seat
    what: str
    cards: tuple[Card, ...]
    starter: Card
    claimed: int | None = None

    @property
    def score(self) -> Score:
        """The score, for the rules and the bots; no page shows it before the count is settled."""
        return score_hand(self.cards, self.starter, crib=self.what == "crib")


Hands = tuple[tuple[Card, ...], tuple[Card, ...]]
NO_CARDS: Hands = ((), ())


# Without slots, so that `replace` can copy a whole state at the cost of one dictionary.
@dataclass(frozen=True)
class State:
    """Everything about a game, hidden cards too: seats get to know of it through `view` alone."""

    rules: Rules
    phase: Phase
    deal: int = 0
    dealer: Seat | None = None
    scores: tuple[int, int] = (0, 0)
    cut: tuple[tuple[Card, Card], ...] = ()
    dealt: Hands = NO_CARDS
    hands: Hands = NO_CARDS
    throws: Hands = NO_CARDS
    upcard: Card | None = None
    pile: tuple[Card, ...] = ()
    count: int = 0
    played: tuple[tuple[Seat, Card], ...] = ()
    turn: Seat | None = None
    said_go: Seat | None = None
    laid: Laid | None = None
    show: Show | None = None
    winner: Seat | None = None
    value: int | None = None
    ended: Ended | None = None
    record: tuple[str, ...] = field(default=(), repr=False)

    def replace(self, **changes: Any) -> "State":
        """This state with some fields changed."""
        state = object.__new__(State)
        object.__setattr__(state, "__dict__", self.__dict__ | changes)
        return state

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def starter(self) -> Card | None:
        """The thirteenth card, once both have thrown."""
        return self.upcard if self.throws[0] and self.throws[1] else None

    @property
    def crib(self) -> tuple[Card, ...]:
        """Pone's throw and the dealer's."""
        return () if self.dealer is None else self.throws[self.dealer.other] + self.throws[self.dealer]

    def kept(self, seat: Seat) -> tuple[Card, ...]:
        """The four cards a seat kept, in the order they were dealt."""
        return tuple([card for card in self.dealt[seat] if card not in self.throws[seat]])


def with_seat(pair: tuple[Any, Any], seat: Seat, value: Any) -> tuple[Any, Any]:
    """A pair by seat with one seat's value changed."""
    return (value, pair[1]) if seat is Seat.A else (pair[0], value)
