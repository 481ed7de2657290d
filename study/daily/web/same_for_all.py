"""The parts of a past day that are the same for all viewers: rendered once per process and language.

A counted field never changes, nor do fixed decks, so the set is their cache key. Players' names and places
can change, so the key of the standings is everything that is drawn.
"""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from common.rendered import rendered_once
from game.engine.cards import texts
from game.shared_decks.models import Entrant
from study.daily.field import Field, six_of
from study.daily.models import Daily
from study.daily.playing import load_decks
from study.daily.scoring import signed
from study.daily.standings import DayLine
from study.daily.web.pictures import draw_deals, draw_histogram

MOST_DAYS = 16
MOST_DEALS = 40 * MOST_DAYS


def draw_rows(order: tuple[DayLine, ...], own: DayLine | None) -> SafeString:
    """Return the rows of standings with the viewer's own marked; if it is not among them, it comes last."""
    rows = [*_draw_rows(order)]
    if own is not None:
        place = order.index(own) if own in order else len(rows)
        rows[place : place + 1] = [_draw_row(own, is_own=True)]
    return mark_safe("".join(rows))  # noqa: S308 - templates made them


@rendered_once(4 * MOST_DAYS)
def _draw_rows(order: tuple[DayLine, ...]) -> tuple[SafeString, ...]:
    return tuple(_draw_row(line) for line in order)


def _draw_row(line: DayLine, *, is_own: bool = False) -> SafeString:
    shown = {
        "line": line,
        "margin": signed(line.margin),
        "score": signed(line.score, 1),
        "percent": "" if line.percent is None else f"{line.percent:.1f}",
        "lost": "" if line.lost is None else f"{100 * line.lost:.1f}",
        "is_own": is_own,
    }
    return render_to_string("study/daily/order_row.html", shown)


@rendered_once(60 * MOST_DAYS)
def draw_margins(decks: str, own_bar: int | None) -> SafeString:
    """Return the histogram of margins, with the viewer's bar marked."""
    par = Daily.objects.values_list("par", flat=True).get(deck_set=decks)
    histogram = draw_histogram(load_field(decks)["margins"], par, own_bar)
    return render_to_string("study/daily/histogram.html", {"histogram": histogram})


@rendered_once(4 * MOST_DAYS)
def draw_throws(decks: str) -> SafeString:
    """Return the field's discards, deal by deal."""
    return render_to_string("study/daily/deals.html", {"deals": draw_deals(load_field(decks))})


@lru_cache(MOST_DAYS)
def load_field(decks: str) -> Field:
    """Return the field of a counted day."""
    field: Field | None = Daily.objects.values_list("field", flat=True).get(deck_set=decks)
    assert field is not None
    return field


@lru_cache(MOST_DEALS)
def load_six(decks: str, deal: int) -> tuple[str, ...]:
    """Return the player's six cards of a deal."""
    return texts(six_of(load_decks(decks), deal)[0])


@lru_cache(MOST_DAYS)
def count_mixed(decks: str) -> int:
    """Return how many players' secrets are in fixed decks."""
    return Entrant.objects.filter(deck_set=decks).exclude(secret="").count()
