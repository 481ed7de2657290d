"""The public events of a game. Seats are 0 and 1."""

from dataclasses import dataclass

from every_other_client.cards import Card, Cards


@dataclass(frozen=True, slots=True)
class Part:
    """One combination that scored: its kind is `fifteen`, `run`, `pair`, `flush`, `nobs` or `count`."""

    kind: str
    cards: Cards
    points: int
    says: str


@dataclass(frozen=True, slots=True)
class CutForDeal:
    """Each seat turned a card; the lower deals, and a tie (dealer is None) is cut again."""

    cards: Cards
    dealer: int | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal begins."""

    number: int
    dealer: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """A seat has discarded. The cards stay hidden."""

    seat: int


@dataclass(frozen=True, slots=True)
class StarterTurned:
    """The starter is turned."""

    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played; `count` includes it."""

    seat: int
    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class SaidGo:
    """A seat had no playable card."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pegged:
    """Points were scored; kinds: nibs, play, go, last, hand, crib, muggins, overcount."""

    seat: int
    points: int
    score: int
    kind: str
    says: str
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class NewCount:
    """The count begins again at zero, and this seat leads."""

    seat: int


@dataclass(frozen=True, slots=True)
class LaidOpen:
    """A hand or crib is open, to be counted by hand."""

    seat: int
    what: str
    cards: Cards
    starter: Card


@dataclass(frozen=True, slots=True)
class Claimed:
    """The points that a player claims for a hand or crib."""

    seat: int
    what: str
    points: int


@dataclass(frozen=True, slots=True)
class Called:
    """Muggins: the points that the opponent says were overlooked, or 0 for a pass."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand or crib was counted."""

    seat: int
    what: str
    cards: Cards
    starter: Card
    points: int
    says: str = ""
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended."""

    winner: int | None
    value: int
    how: str


Event = (
    CutForDeal | Dealt | Thrown | StarterTurned | Played | SaidGo | Pegged
    | NewCount | LaidOpen | Claimed | Called | Counted | GameOver
)  # fmt: skip
Memory = tuple[Event, ...]

EVENTS: dict[str, type[Event]] = {
    "cut_for_deal": CutForDeal,
    "dealt": Dealt,
    "thrown": Thrown,
    "starter": StarterTurned,
    "played": Played,
    "go": SaidGo,
    "pegged": Pegged,
    "new_count": NewCount,
    "laid_open": LaidOpen,
    "claimed": Claimed,
    "called": Called,
    "counted": Counted,
    "over": GameOver,
}
