"""The parts of an event's page that are the same for all visitors: rendered once per change and language."""

from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from common.formats.json import Json
from common.rendered import drawer
from tournaments.events.show.overview import Overview

ROWS_KEPT = 2000


class Row(NamedTuple):
    """A row of the standings. Its fields are the cache key, so unchanged rows are not rendered again."""

    name: str
    nickname: str | None
    bot: bool
    state: str
    place: int | None
    games: int
    points: int
    wins: int
    losses: int
    signed_spread: str
    signed_x: str | None
    side: str


def draw_order(lines: list[Json], mine: int | None) -> SafeString:
    """Return the rows of the standings. A visitor's own row is marked."""
    rows = [_draw_row(line, mine) for line in lines]
    return mark_safe("".join(rows))  # noqa: S308 - rows that templates have drawn


def draw_panel(overview: Overview, name: str, view: Json) -> SafeString:
    """Return a panel that is the same for all visitors."""
    return overview.once(
        ("panel", name, get_language()),
        lambda: render_to_string(f"tournaments/events/panels/{name}.html", view),
    )


def _draw_row(line: Json, mine: int | None = None) -> SafeString:
    row = Row(*(line[name] for name in Row._fields))
    return _render_row(one=row, is_mine=line["entry"] == mine)


_render_row = drawer("tournaments/events/panels/order_row.html", ROWS_KEPT)
