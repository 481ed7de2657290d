"""Razz in the lab: any start exactly and drawn, any ranges in both readings, and what was published of them.

GET /fairness/lab/razz?cards=A23&others=K9&dead=44&games=100000&seed=1 (all but cards may be left out) says::

    {"run_outs": 211876,
     "rows": [{"row": -1, "count": 6016, "exact": 0.0284, "drawn": 2839, "sampled": 0.02839}, ...],
     "games": 100000, "seed": 1, "fit": {"chi2": 8.7, "df": 9, "p": 0.46},
     "published": null}       or, for A 2 3 with nothing gone, the published columns and how they fit

Row -1 is null, fewer than five ranks; 5 to 13 are the highest of the five lowest ranks.

GET /fairness/lab/razz/equity?hands=(3-2-)45678&hands=A345678&dead=&ordered=1 answers what razz_equity --json
does for the reading asked for, and "readings": {"unordered": ..., "ordered": ...} with both. What would take
long is drawn. What makes no sense is refused with 400 and {"error": "bad_request", "says": sentence}, too
much at once with 429 and "too_many".
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

from django.core.cache import cache as kept
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from common.client_ip import keep_pace
from common.query_params import Refused, answers, one_of, whole
from common.rate_limit import Pace
from rng.razz.cards import NotRazz
from rng.razz.contest import Contest, contest
from rng.razz.equity import Equity, drawn, exact
from rng.razz.law import NULL, ROWS, run_outs, shares, start
from rng.razz.published import THEORETICAL, as_printed, compared, fit, removed_once, removed_twice
from rng.razz.ranges import hand
from rng.razz.sampling import sampled
from rng.razz.wire import told

FEWEST_GAMES, MOST_GAMES = 1_000, 1_000_000
MOST_SEEDS = 1_000_000
LONGEST = 120  # letters of one thing that is asked
SECONDS = 0.5  # about what one exact answer may take
SAMPLES, BATCHES = 200_000, 15
WIDEST = 10_000
ODDS = Pace("razz", 20, 60, crowd=1)
AN_HOUR = 60 * 60


@require_safe
@answers
def razz(request: HttpRequest) -> HttpResponse:
    """The law of a hand, and games drawn beside it."""
    cards, others, dead = (_text(request, name) for name in ("cards", "others", "dead"))
    games = whole(request, "games", 100_000, FEWEST_GAMES, MOST_GAMES)
    seed = whole(request, "seed", 1, 0, MOST_SEEDS)
    asked = (cards, others, dead, games, seed)
    return _answer(request, ("law", *asked), lambda: _law(cards, others, dead, games, seed))


@require_safe
@answers
def equity(request: HttpRequest) -> HttpResponse:
    """What ranges are worth, down cards with an order and without."""
    hands = tuple(request.GET.getlist("hands"))
    dead = _text(request, "dead")
    if sum(map(len, hands)) > LONGEST:
        raise Refused(gettext("That is more than any hands need: write each in fewer letters."))
    reading = "ordered" if one_of(request, "ordered", "0", ("0", "1")) == "1" else "unordered"
    return _answer(request, ("equity", *hands, dead, reading), lambda: _equity(hands, dead, reading))


def _answer(
    request: HttpRequest, asked: tuple[object, ...], work: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """What was worked out before, or now, if that is not too much at once."""
    key = f"razz:{sha256(repr(asked).encode()).hexdigest()}"
    about = kept.get(key)
    if about is None:
        keep_pace(request, ODDS)
        try:
            about = work()
        except NotRazz as fault:
            raise Refused(str(fault)) from None
        kept.set(key, about, AN_HOUR)
    answer = JsonResponse(about)
    patch_cache_control(answer, public=True, max_age=AN_HOUR)
    return answer


def _text(request: HttpRequest, name: str) -> str:
    text = request.GET.get(name, "")
    if len(text) > LONGEST:
        raise Refused(
            gettext("“%(name)s” is longer than any cards are: %(longest)s letters at most.")
            % {"name": name, "longest": LONGEST}
        )
    return text


def _law(cards: str, others: str, dead: str, games: int, seed: int) -> dict[str, Any]:
    begun = start(cards, others, dead)
    counts, found = run_outs(begun), sampled(begun, games, seed)
    law = shares(counts)
    is_published = sorted(begun.own) == sorted(removed_once().own) and begun.left == removed_once().left
    return {
        "run_outs": sum(counts.values()),
        "rows": [
            {
                "row": row,
                "count": counts[row],
                "exact": law[row],
                "drawn": found[row],
                "sampled": found[row] / games,
            }
            for row in ROWS
        ],
        "games": games,
        "seed": seed,
        "fit": fit(found, law)._asdict(),
        "published": _published() if is_published else None,
    }


def _equity(hands: tuple[str, ...], dead: str, reading: str) -> dict[str, Any]:
    if sum(hand(text).width for text in hands) > WIDEST:
        raise Refused(gettext("Ranges as wide as these take long: manage.py razz_equity answers them."))
    readings = {
        name: _worth(contest(hands, dead, ordered=name == "ordered")) for name in ("unordered", "ordered")
    }
    return readings[reading] | {"readings": readings}


def _worth(met: Contest) -> dict[str, Any]:
    is_quick = met.is_within_reach and met.seconds <= SECONDS
    return told(met, exact(met) if is_quick else drawn(met, SAMPLES, seed=1, batches=BATCHES))


def _published() -> dict[str, Any]:
    return {
        "theoretical": THEORETICAL,
        "columns": [
            {
                "name": each.table.name,
                "games": each.table.games,
                "shares": each.table.shares,
                "removed_once": each.once._asdict(),
                "removed_twice": each.twice._asdict(),
            }
            for each in compared()
        ],
    }


@cache
def section() -> dict[str, Any]:
    """What the lab's page says of razz without being asked."""
    counts = run_outs(removed_once())
    once, twice = shares(counts), shares(run_outs(removed_twice()))
    columns = {each.table.name: each for each in compared()}
    return {
        "run_outs": sum(counts.values()),
        "rows": [
            {
                "name": _("null") if row == NULL else row,
                "count": counts[row],
                "exact": 100 * once[row],
                "printed": THEORETICAL[row],
                "is_right": THEORETICAL[row] == as_printed(once[row]),
                "in_c": 100 * columns["C"].table.shares[row],
                "in_python": 100 * columns["Python"].table.shares[row],
                "first": 100 * columns["first example"].table.shares[row],
                "twice": 100 * twice[row],
            }
            for row in ROWS
        ],
        "in_c": columns["C"],
        "timed": columns["C, timed"],
        "in_python": columns["Python"],
        "first": columns["first example"],
        "readings": [
            {"range": text, **{name: _reading(text, name == "ordered") for name in ("ordered", "unordered")}}
            for text in ("(3-3-)45678", "(3-2-)45678")
        ],
        "raiser": (raiser := _reading("A29", False, against="(7-7-7)")),
        "raiser_percent": 100 * float(raiser.share()),
    }


def _reading(text: str, ordered: bool, against: str = "A345678") -> Equity:
    return exact(contest((text, against), ordered=ordered))
