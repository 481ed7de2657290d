"""The charts of a day, as plain figures for a template."""

from collections.abc import Mapping
from typing import NamedTuple

from game.web.cards import DrawnCard, draw_card
from study.daily.field import Field, FieldDeal, Split

# Each bar of the histogram covers this many points of margin.
BAR_WIDTH = 10
PLOT_HEIGHT = 120
BAR_PITCH = 26


class DrawnSplit(NamedTuple):
    """A discard and its share of the field."""

    cards: list[DrawnCard]
    players: int
    percent: float
    chance: float  # chance to win, in percent
    behind: float  # behind the best discard, in percent
    is_best: bool


class DrawnDeal(NamedTuple):
    """A deal of the field."""

    number: int
    is_dealer: bool
    mine: int
    theirs: int
    six: list[DrawnCard]
    splits: list[DrawnSplit]
    others: int
    players: int


class Bar(NamedTuple):
    """A bar of the histogram."""

    x: int
    y: float
    height: float
    players: int
    low: int
    high: int
    is_loss: bool
    is_own: bool


class Histogram(NamedTuple):
    """The margins of a field."""

    bars: list[Bar]
    width: int
    par_x: float | None
    zero_x: float


def draw_deals(field: Field) -> list[DrawnDeal]:
    """Return every deal of the field, the same for all viewers. A script marks the viewer's own discards."""
    return [_draw_deal(deal) for deal in field["deals"]]


def _draw_deal(deal: FieldDeal) -> DrawnDeal:
    best = max(split["win"] for split in deal["splits"])
    return DrawnDeal(
        number=deal["deal"],
        is_dealer=deal["is_dealer"],
        mine=deal["score"][0],
        theirs=deal["score"][1],
        six=[draw_card(one) for one in deal["six"]],
        splits=[_draw_split(split, deal["players"], best) for split in deal["splits"]],
        others=deal["others"],
        players=deal["players"],
    )


def _draw_split(split: Split, players: int, best: float) -> DrawnSplit:
    return DrawnSplit(
        cards=[draw_card(one) for one in split["thrown"]],
        players=split["players"],
        percent=100 * split["players"] / max(1, players),
        chance=100 * split["win"],
        behind=100 * (best - split["win"]),
        is_best=split["win"] == best,
    )


def bar_of(margin: int) -> int:
    """Return the bar of a margin."""
    return margin // BAR_WIDTH


def draw_histogram(margins: Mapping[str, int], par: float | None, own_bar: int | None) -> Histogram | None:
    """Return the histogram of the margins, or None if no player completed the game."""
    if not margins:
        return None
    counts: dict[int, int] = {}
    for margin, players in margins.items():
        bar = bar_of(int(margin))
        counts[bar] = counts.get(bar, 0) + players
    first, last = min(*counts, -1), max(*counts, 0)
    tallest = max(counts.values())
    bars = []
    for place, bar in enumerate(range(first, last + 1)):
        height = PLOT_HEIGHT * counts.get(bar, 0) / tallest
        low = bar * BAR_WIDTH
        bars.append(
            Bar(
                x=place * BAR_PITCH,
                y=round(PLOT_HEIGHT - height, 1),
                height=round(height, 1),
                players=counts.get(bar, 0),
                low=low,
                high=low + BAR_WIDTH - 1,
                is_loss=bar < 0,
                is_own=own_bar == bar,
            )
        )

    def place_of(margin: float) -> float:
        return round((margin / BAR_WIDTH - first) * BAR_PITCH, 1)

    width = len(bars) * BAR_PITCH
    par_x = None if par is None else min(max(place_of(par), 0), width)
    return Histogram(bars, width, par_x, place_of(0))
