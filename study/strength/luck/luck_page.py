"""The effect of the cards in a finished game: a sentence, and a table of its deals."""

from dataclasses import dataclass

from django.utils.translation import gettext

from game.engine.cards import Card
from game.engine.state import Seat
from game.models import Game
from study.strength.luck.cards_shown import load_luck
from study.strength.luck.deals import DealtCards
from study.strength.luck.luck import GameLuck

LEAST_SHOWN = 0.005
RANKS, SUITS = "A23456789TJQK", "♣♦♥♠"


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card in the table of deals."""

    text: str
    is_red: bool


@dataclass(frozen=True, slots=True)
class LuckOfDeal:
    """A row of the table, from seat 0's side: each seat's six with its effect, and the starter."""

    deal: DealtCards
    scores: tuple[int, int]
    sixes: tuple[tuple[ShownCard, ...], tuple[ShownCard, ...]]
    brought: tuple[str, str]
    starter: ShownCard | None
    cut: str
    total: str


@dataclass(frozen=True, slots=True)
class LuckPage:
    """The luck of a game for one side: the sentence, and its deals."""

    game: Game
    side: Seat
    total: float
    result: int
    adjusted: float
    first_deal: float
    deals: tuple[LuckOfDeal, ...]

    @property
    def name(self) -> str:
        return (self.game.seat_a, self.game.seat_b)[self.side].shown_name

    @property
    def other_name(self) -> str:
        return (self.game.seat_a, self.game.seat_b)[self.side.other].shown_name

    @property
    def total_in_words(self) -> str:
        return signed(self.total)

    @property
    def first_deal_in_words(self) -> str:
        return signed(self.first_deal)

    @property
    def adjusted_in_words(self) -> str:
        return f"{self.adjusted:.2f}".replace("-", "−")

    @property
    def in_words(self) -> str:
        return describe_luck(self.name, self.total)


def describe_luck(name: str, total: float) -> str:
    """Return a sentence on what the cards gave to a player or took from them."""
    if total >= 0:
        return gettext("Luck: the cards gave %(name)s %(much)s of a game.") % {
            "name": name,
            "much": signed(total),
        }
    return gettext("Luck: the cards took %(much)s of a game from %(name)s.") % {
        "name": name,
        "much": f"{-total:.2f}",
    }


def signed(part: float) -> str:
    """Return a part of a game with its sign."""
    return "0.00" if abs(part) < LEAST_SHOWN else f"{part:+.2f}".replace("-", "−")


def build_luck_page(game: Game, viewer_seat: Seat | None) -> LuckPage | None:
    """Return the luck of a won game for the viewer's side, or seat 0's; None while it is not public."""
    if game.winner is None or (luck := load_luck(game)) is None:
        return None
    side = viewer_seat or Seat.A
    sign = 1 if side is Seat.A else -1
    result = int(game.winner == side)
    total = sign * float(luck.total)
    return LuckPage(
        game=game,
        side=side,
        total=total,
        result=result,
        adjusted=result - total,
        first_deal=sign * float(luck.first_deal),
        deals=tuple(_rows(luck, side, sign)),
    )


def _rows(luck: GameLuck, side: Seat, sign: int) -> list[LuckOfDeal]:
    return [
        LuckOfDeal(
            deal=each.deal,
            scores=(each.deal.scores[side], each.deal.scores[side.other]),
            sixes=(_shown(each.deal.sixes[side]), _shown(each.deal.sixes[side.other])),
            brought=(signed(sign * float(each.sixes[side])), signed(sign * float(each.sixes[side.other]))),
            starter=None if each.deal.starter is None else _shown((each.deal.starter,))[0],
            cut=signed(sign * float(each.starter)),
            total=signed(sign * float(each.total)),
        )
        for each in luck.deals
    ]


def _shown(cards: tuple[Card, ...]) -> tuple[ShownCard, ...]:
    return tuple(
        [
            ShownCard(f"{RANKS[card >> 2].replace('T', '10')}{SUITS[card & 3]}", card & 3 in (1, 2))
            for card in sorted(cards)
        ]
    )
