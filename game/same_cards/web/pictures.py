"""Two boards beside each other as plain figures that a template draws."""

from collections.abc import Sequence
from typing import NamedTuple

from game.daily.web.pictures import DrawnCard, draw_card
from game.engine.cards import Card, text
from game.models import Game
from game.same_cards.boards import Pair, Part

WIDTH, HEIGHT = 600, 150


class DrawnSide(NamedTuple):
    """What one player made of a deal."""

    name: str
    part: Part
    kept: list[DrawnCard]
    thrown: list[DrawnCard]
    crib: tuple[int, int]


class DrawnPair(NamedTuple):
    """A deal at both boards; a side is None where that game was over."""

    number: int
    is_dealer: bool
    starter: DrawnCard | None
    sides: list[DrawnSide | None]
    is_same: bool
    is_same_throw: bool
    ahead: int | None  # by how much more the first leads the bot after it


class Board(NamedTuple):
    """A whole board: whose, and how it ended."""

    game: Game
    name: str
    margin: int
    is_best: bool


class Boards(NamedTuple):
    """Both boards, and their deals."""

    both: list[Board]
    deals: list[DrawnPair]
    decided_alike: int  # deals that both played the same, to the last card
    difference: int  # between both margins


class Leads(NamedTuple):
    """How far each led the bot after each deal, as two lines."""

    zero: float
    paths: list[str]
    ends: list[tuple[float, float, int]]
    numbers: list[tuple[float, int]]


def draw_boards(pair: Sequence[Game], deals: Sequence[Pair]) -> Boards:
    """Both boards, and every deal of them."""
    margins = [game.score_a - game.score_b for game in pair]
    both = [
        Board(game, game.seat_a.shown_name, margin, margin == max(margins) != min(margins))
        for game, margin in zip(pair, margins, strict=True)
    ]
    names = [board.name for board in both]
    drawn = []
    for deal in deals:
        parts = zip(names, (deal.one, deal.other), strict=True)
        drawn.append(_draw_pair(deal, [_draw_side(name, part) for name, part in parts]))
    alike = sum(deal.is_same for deal in deals)
    return Boards(both, drawn, alike, max(margins) - min(margins))


def _draw_pair(deal: Pair, sides: list[DrawnSide | None]) -> DrawnPair:
    starter = next(
        (part.starter for part in (deal.one, deal.other) if part and part.starter is not None), None
    )
    return DrawnPair(
        number=deal.number,
        is_dealer=deal.any.is_dealer,
        starter=None if starter is None else draw_card(text(starter)),
        sides=sides,
        is_same=deal.is_same,
        is_same_throw=deal.is_same_throw,
        ahead=deal.one.lead - deal.other.lead if deal.one and deal.other else None,
    )


def _draw_side(name: str, part: Part | None) -> DrawnSide | None:
    if part is None:
        return None
    return DrawnSide(
        name=name,
        part=part,
        kept=_draw_cards([card for card in part.six if card not in part.thrown]),
        thrown=_draw_cards(part.thrown),
        crib=(part.crib, 0) if part.is_dealer else (0, part.crib),
    )


def _draw_cards(cards: Sequence[Card]) -> list[DrawnCard]:
    return [draw_card(text(card)) for card in cards]


def draw_leads(deals: Sequence[Pair]) -> Leads:
    """Two lines, from nothing at the start to both margins."""
    leads = [[0, *(part.lead for deal in deals if (part := part_of(deal)))] for part_of in (_first, _second)]
    highest, lowest = max(map(max, leads)), min(map(min, leads))
    scale, pitch = HEIGHT / max(1, highest - lowest), WIDTH / max(1, len(deals))

    def y(lead: int) -> float:
        return round((highest - lead) * scale, 1)

    return Leads(
        zero=y(0),
        paths=[" ".join(f"{pitch * n:.1f},{y(lead)}" for n, lead in enumerate(line)) for line in leads],
        ends=[(round(pitch * (len(line) - 1), 1), y(line[-1]), line[-1]) for line in leads],
        numbers=[(round(pitch * deal.number, 1), deal.number) for deal in deals],
    )


def _first(deal: Pair) -> Part | None:
    return deal.one


def _second(deal: Pair) -> Part | None:
    return deal.other
