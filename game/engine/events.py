"""What happened, as everybody at the table may know it: no event holds a hidden card."""

from dataclasses import dataclass

from game.engine.cards import Card
from game.engine.scoring import Part, Score
from game.engine.state import Ended, Seat


@dataclass(frozen=True, slots=True)
class CutForDeal:
    """Each seat turned a card; the lower deals, a tie is cut again."""

    cards: tuple[Card, Card]
    dealer: Seat | None


@dataclass(frozen=True, slots=True)
class Dealt:
    number: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Thrown:
    seat: Seat


@dataclass(frozen=True, slots=True)
class StarterTurned:
    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    seat: Seat
    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class SaidGo:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Pegged:
    """A peg moves: by this event and by no other."""

    seat: Seat
    points: int
    score: int
    kind: str
    says: str
    parts: tuple[Part, ...] = ()  # what the card scored, where a card was played


@dataclass(frozen=True, slots=True)
class NewCount:
    """The count begins again at zero, and this seat leads."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LaidOpen:
    """A hand or crib lies open, to be counted by its owner."""

    seat: Seat
    what: str
    cards: tuple[Card, ...]
    starter: Card


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a player says the hand or crib is worth."""

    seat: Seat
    what: str
    points: int


@dataclass(frozen=True, slots=True)
class Called:
    """Muggins: the points that the opponent says were overlooked, or 0 for a pass."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand or crib was counted, with its score."""

    seat: Seat
    what: str
    score: Score


@dataclass(frozen=True, slots=True)
class GameOver:
    winner: Seat | None
    value: int
    how: Ended


Event = (
    CutForDeal
    | Dealt
    | Thrown
    | StarterTurned
    | Played
    | SaidGo
    | Pegged
    | NewCount
    | LaidOpen
    | Claimed
    | Called
    | Counted
    | GameOver
)
Events = list[Event]
