"""The moves of a seat, and those of the table itself: to deal, and to void a game."""

from dataclasses import dataclass

from game.engine.cards import Card, english_name


class IllegalMove(Exception):
    """A move the rules do not allow, with a sentence for the player, perhaps with one `%(card)s`."""

    def __init__(self, says: str, card: Card | None = None) -> None:
        super().__init__(says if card is None else says % {"card": english_name(card)})
        self.says, self.card = says, card


@dataclass(frozen=True, slots=True)
class Deal:
    """The table deals: a shuffled deck, number 0 for the cut for deal, then 1, 2, 3..."""

    number: int
    deck: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Throw:
    """Two cards to the crib."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A card to the pile."""

    card: Card


@dataclass(frozen=True, slots=True)
class Go:
    """No card of mine fits under thirty-one."""


@dataclass(frozen=True, slots=True)
class Claim:
    """My hand counts so much, in games where players count for themselves."""

    points: int


@dataclass(frozen=True, slots=True)
class Call:
    """You overlooked so much: muggins."""

    points: int


@dataclass(frozen=True, slots=True)
class Pass:
    """I let your count stand."""


@dataclass(frozen=True, slots=True)
class Resign:
    """I give the game up."""


@dataclass(frozen=True, slots=True)
class Flag:
    """My time is up."""


@dataclass(frozen=True, slots=True)
class Leave:
    """I am gone, and do not come back."""


@dataclass(frozen=True, slots=True)
class Void:
    """The table voids a game that was not begun in time."""


@dataclass(frozen=True, slots=True)
class Unrevealable:
    """The table voids a game because it cannot show its part of the shuffle."""


Move = Deal | Throw | Play | Go | Claim | Call | Pass | Resign | Flag | Leave | Void | Unrevealable
