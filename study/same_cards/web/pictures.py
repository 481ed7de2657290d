"""Two boards side by side, as plain figures for a template."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.engine.cards import Card, text
from game.models import Game
from game.web.cards import DrawnCard, draw_card
from study.same_cards.boards import Pair, Part

WIDTH, HEIGHT, LABEL_HEIGHT = 600, 150, 20


class DrawnSide(NamedTuple):
    """A player's side of a deal."""

    name: str
    part: Part
    kept: list[DrawnCard]
    thrown: list[DrawnCard]
    crib: tuple[int, int]
    lost: float | None  # winning chance that its decisions lost, in percent; None without a review


class DrawnPair(NamedTuple):
    """A deal at both boards; a side is None if that game was over."""

    number: int
    is_dealer: bool
    starter: DrawnCard | None
    sides: list[DrawnSide | None]  # one side for both, if both played the deal alike
    is_same: bool
    is_same_throw: bool
    ahead: int | None  # how much further the first leads the bot after it


class Board(NamedTuple):
    """A whole board: its player and its result."""

    game: Game
    name: str
    margin: int
    is_best: bool
    lost: float | None  # as for a deal, in total


class Boards(NamedTuple):
    """Both boards, and their deals."""

    both: list[Board]
    deals: list[DrawnPair]
    decided_alike: int  # deals that both played exactly alike
    difference: int  # between both margins


class End(NamedTuple):
    """The end of a line, with the label of the margin."""

    x: float
    y: float
    label_y: float
    margin: int


class Leads(NamedTuple):
    """Each player's lead over the bot after each deal, as two lines."""

    zero: float
    paths: list[str]
    ends: list[End]
    numbers: list[tuple[float, int]]


def draw_boards(
    pair: Sequence[Game], deals: Sequence[Pair], losses: Sequence[Mapping[int, float] | None] = (None, None)
) -> Boards:
    """Return both boards with every deal, and the losses of reviewed decisions."""
    margins = [game.score_a - game.score_b for game in pair]
    both = [
        Board(
            game=game,
            name=game.seat_a.shown_name,
            margin=margin,
            is_best=margin == max(margins) != min(margins),
            lost=None if lost is None else sum(lost.values()),
        )
        for game, margin, lost in zip(pair, margins, losses, strict=True)
    ]
    names = [board.name for board in both]
    drawn = []
    for deal in deals:
        sides = zip(names, (deal.one, deal.other), losses, strict=True)
        drawn.append(_draw_pair(deal, [_draw_side(*side) for side in sides]))
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
        sides=sides[:1] if deal.is_same else sides,
        is_same=deal.is_same,
        is_same_throw=deal.is_same_throw,
        ahead=deal.one.lead - deal.other.lead if deal.one and deal.other else None,
    )


def _draw_side(name: str, part: Part | None, losses: Mapping[int, float] | None) -> DrawnSide | None:
    if part is None:
        return None
    return DrawnSide(
        name=name,
        part=part,
        kept=_draw_cards([card for card in part.six if card not in part.thrown]),
        thrown=_draw_cards(part.thrown),
        crib=(part.crib, 0) if part.is_dealer else (0, part.crib),
        lost=None if losses is None else losses.get(part.number, 0.0),
    )


def _draw_cards(cards: Sequence[Card]) -> list[DrawnCard]:
    return [draw_card(text(card)) for card in cards]


def draw_leads(deals: Sequence[Pair], start: int = 0) -> Leads:
    """Return two lines, from the lead at the start to both margins."""
    leads = [
        [start, *(part.lead for deal in deals if (part := part_of(deal)))] for part_of in (_first, _second)
    ]
    highest, lowest = max(map(max, leads)), min(map(min, leads))
    scale, pitch = HEIGHT / max(1, highest - lowest), WIDTH / max(1, len(deals))

    def y(lead: int) -> float:
        return round((highest - lead) * scale, 1)

    return Leads(
        zero=y(0),
        paths=[" ".join(f"{pitch * n:.1f},{y(lead)}" for n, lead in enumerate(line)) for line in leads],
        ends=[
            End(round(pitch * (len(line) - 1), 1), y(line[-1]), label_y, line[-1])
            for line, label_y in zip(leads, _spread(*[y(line[-1]) for line in leads]), strict=True)
        ],
        numbers=[(round(pitch * deal.number, 1), deal.number) for deal in deals],
    )


def _spread(one: float, other: float) -> tuple[float, float]:
    """Return the positions of two labels, moved apart so that they do not overlap."""
    short = (LABEL_HEIGHT - abs(one - other)) / 2
    if short <= 0:
        return one, other
    return (one - short, other + short) if one < other else (one + short, other - short)


def _first(deal: Pair) -> Part | None:
    return deal.one


def _second(deal: Pair) -> Part | None:
    return deal.other
