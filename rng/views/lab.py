"""The lab of shuffles: how they go wrong, how they are detected and broken, and sections of other apps."""

from collections.abc import Iterator, Mapping
from functools import cache
from math import factorial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from common.rendered import rendered_once
from rng.fairness.battery import build_battery
from rng.fairness.scorer import scorer
from rng.fairness.suits import build_suit_battery
from rng.lab.generators import GENERATORS
from rng.lab.sections import lab_sections
from rng.lab.shuffles import SHUFFLES
from rng.lab.tree_layout import deck_rows, draw_tree, top_card_rows
from rng.lab.trees import SHUFFLES as TREES
from rng.lab.trees import deck_ways, place_probabilities
from rng.views.battery import MOST_OWN

SHUFFLE_TITLES = {
    "ours": _("Ours"),
    "fair": _("Fair swaps"),
    "keysort": _("Sorted by random number"),
    "naive": _("Naive swaps"),
    "asf": _("The shuffle of 1999"),
    "sattolo": _("One single cycle"),
    "modulo8": _("Remainders of bytes"),
    "riffle5": _("Five riffles"),
    "riffle7": _("Seven riffles"),
    "riffle9": _("Nine riffles"),
    "overhand": _("Overhand"),
}
GENERATOR_TITLES = {
    "mt": _("Mersenne Twister"),
    "lrand48": _("lrand48"),
    "random": _("random"),
    "mwc": _("Multiply with carry"),
    "borland": _("Borland’s of 1999"),
    "rand": _("rand of the C standard"),
    "bsd-rand": _("rand of old BSDs"),
}
TEST_TITLES = {
    "card-by-place": _("card by place"),
    "inversions": _("inversions"),
    "inversions-spread": _("inversions spread"),
    "cycles": _("cycles"),
    "cycles-spread": _("cycles spread"),
    "fixed-points": _("fixed points"),
    "parity": _("parity"),
    "rising-sequences": _("rising sequences"),
    "ascending-runs": _("ascending runs"),
    "neighbour-distance": _("neighbour distance"),
    "adjacent-pairs": _("adjacent pairs"),
    "order-patterns": _("order patterns"),
    "starter": _("starter"),
    "successive-decks": _("successive decks"),
    "repeated-deals": _("repeated deals"),
    "pone-scores": _("pone scores"),
    "dealer-scores": _("dealer scores"),
    "dealer-against-pone": _("dealer against pone"),
    "suit-card-by-place": _("its cards by place"),
    "suit-places": _("its places"),
    "suit-inversions": _("its inversions"),
    "suit-ascending-runs": _("its ascending runs"),
    "suit-neighbours": _("its neighbours"),
    "suit-pone": _("pone’s of the suit"),
    "suit-dealer": _("the dealer’s of the suit"),
    "suit-starter": _("starters of the suit"),
}
# At this many decks, the battery detects each in nine of ten samples, mostly by this test; measured over 300
# samples.
DECKS_TO_DETECT = {
    "naive": (132, "inversions"),
    "asf": (160, "inversions"),
    "sattolo": (3, "cycles"),
    "modulo8": (1230, "inversions"),
    "riffle5": (2, "rising-sequences"),
    "riffle7": (28, "rising-sequences"),
    "riffle9": (504, "rising-sequences"),
    "overhand": (12, "inversions"),
}
# The same for a generator that makes even the fair shuffle fail.
UNEVEN_DECKS_TO_DETECT = {"bsd-rand": (24, "inversions")}


@ensure_csrf_cookie  # the page posts the user's own decks
@require_safe
def lab(request: HttpRequest) -> HttpResponse:
    """Show the lab, with the paths to one deck highlighted if the URL names it."""
    lit = request.GET.get("deck", "")
    known = {row.text for row in (*_tree_context()["three"], *_tree_context()["on_top"])}
    content = _render_content(lit if lit in known else "")
    return render(request, "rng/lab/lab.html", {"content": content})


@rendered_once(20)  # pages of 85 kB
def _render_content(lit: str) -> SafeString:
    """Render what every visitor gets."""
    sections = tuple(lab_sections())
    added = {section.name: section.context() for section in sections}
    context = {"lit": lit, **_shuffle_context(), **_tree_context(), "sections": sections, **added}
    return render_to_string("rng/lab/content.html", context)


class Choice(NamedTuple):
    """An option with its name and its description."""

    name: str
    title: str | Promise
    says: str  # translated when shown
    sound: bool = True
    found_with: int = 0
    found_by: str | Promise = ""


def _shuffle_choice(name: str) -> Choice:
    offered = Choice(name, SHUFFLE_TITLES.get(name, name), SHUFFLES[name].says, SHUFFLES[name].sound)
    return _with_detection(offered, DECKS_TO_DETECT)


def _with_detection(offered: Choice, measured: Mapping[str, tuple[int, str]]) -> Choice:
    if offered.name not in measured:
        return offered
    decks, test = measured[offered.name]
    return offered._replace(found_with=decks, found_by=TEST_TITLES[test])


@cache
def _shuffle_context() -> dict[str, Any]:
    """Return the shuffles to compare, and the tests for them."""
    return {
        "shuffles": [_shuffle_choice(name) for name in SHUFFLES],
        "generators": [
            _with_detection(
                Choice(name, GENERATOR_TITLES.get(name, name), each.says, each.even), UNEVEN_DECKS_TO_DETECT
            )
            for name, each in GENERATORS.items()
        ],
        "tests": [
            Choice(test.name, TEST_TITLES[test.name], test.says) for test in build_battery(scorer().counts)
        ],
        "suit_tests": [Choice(test.name, TEST_TITLES[test.name], test.says) for test in build_suit_battery()],
        "most_own": MOST_OWN,
    }


class Excess(NamedTuple):
    """How much more likely the most likely deck is than it should be, and the least likely."""

    cards: int
    most: float
    least: float


@cache
def _tree_context() -> dict[str, Any]:
    """Return the trees of three cards for each shuffle, the counts for four, and the results for 52."""
    names = tuple(TREES)
    on_top = 52 * place_probabilities(TREES["naive"], 52)[:, 0]
    return {
        "drawings": {name: draw_tree(name) for name in names},
        "three": deck_rows(names, 3),
        "on_top": top_card_rows(names, 3),
        "four": deck_rows(names, 4),
        "excesses": list(_excesses()),
        "second_on_top": 100 * (on_top[1] - 1),
        "last_on_top": 100 * (1 - on_top[51]),
    }


def _excesses() -> Iterator[Excess]:
    for n in range(3, 7):
        ways = deck_ways(TREES["naive"], n)
        fair = ways.total() / factorial(n)
        yield Excess(n, max(ways.values()) / fair, min(ways.values()) / fair)
