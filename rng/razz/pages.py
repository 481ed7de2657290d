"""Razz in the lab: any start exactly and sampled, ranges in both readings, and the published tables.

GET /fairness/lab/razz?cards=A23&others=K9&dead=44&games=100000&seed=1&generator=mt (only cards is
required) returns::

    {"run_outs": 211876,
     "rows": [{"row": -1, "count": 6016, "exact": 0.0284, "drawn": 2839, "sampled": 0.02839}, ...],
     "games": 100000, "seed": 1, "generator": "mt", "fit": {"chi2": 8.7, "df": 9, "p": 0.46},
     "published": null}       or, for A 2 3 alone, the published columns and their fit

Row -1 stands for fewer than five ranks. Rows 5 to 13 are the highest of the five lowest ranks.

GET /fairness/lab/razz/equity?hands=(3-2-)45678&hands=A345678&dead=&ordered=1 returns the output of
`razz_equity --json` for the requested reading, and "readings": {"unordered": ..., "ordered": ...} with both.
Long computations are sampled. Invalid requests get 400 and {"error": "bad_request", "says": sentence}.
Requests beyond the rate limit get 429 and "too_many".
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

from common.http.client_ip import check_rate_limit
from common.http.query_params import InvalidParam, choice_param, int_param, json_refusals
from common.http.rate_limit import RateLimit
from rng.razz.equity.computing import Equity, exact_equity, sampled_equity
from rng.razz.equity.contest import Contest, parse_contest
from rng.razz.equity.wire import to_json
from rng.razz.hands.cards import InvalidRazz
from rng.razz.hands.law import NULL, ROWS, count_rows, parse_start, shares
from rng.razz.hands.published import (
    THEORETICAL,
    as_printed,
    chi_square_fit,
    compare_tables,
    removed_once,
    removed_twice,
)
from rng.razz.hands.ranges import parse_hand
from rng.razz.sampling.arrays import sample_rows
from rng.razz.sampling.generators import GENERATORS

FEWEST_GAMES, MOST_GAMES = 1_000, 1_000_000
MOST_SEEDS = 1_000_000
LONGEST = 120  # characters of one parameter
SECONDS = 0.5  # the limit of an exact computation
SAMPLES, BATCHES = 200_000, 15
WIDEST = 10_000
RAZZ_LIMIT = RateLimit("razz", 20, 60, shares_per_address=1)
AN_HOUR = 60 * 60


@require_safe
@json_refusals
def razz(request: HttpRequest) -> HttpResponse:
    """Return the exact distribution of a hand, and a sample."""
    cards, others, dead = (_text_param(request, name) for name in ("cards", "others", "dead"))
    games = int_param(request, "games", 100_000, FEWEST_GAMES, MOST_GAMES)
    seed = int_param(request, "seed", 1, 0, MOST_SEEDS)
    generator = choice_param(request, "generator", "mt", GENERATORS)
    asked = (cards, others, dead, games, seed, generator)
    return _cached_response(request, ("law", *asked), lambda: _law_json(*asked))


@require_safe
@json_refusals
def equity(request: HttpRequest) -> HttpResponse:
    """Return the equity of ranges, with ordered and unordered down cards."""
    hands = tuple(request.GET.getlist("hands"))
    dead = _text_param(request, "dead")
    if sum(map(len, hands)) > LONGEST:
        raise InvalidParam(gettext("That’s too long: write each hand in fewer letters."))
    reading = "ordered" if choice_param(request, "ordered", "0", ("0", "1")) == "1" else "unordered"
    return _cached_response(
        request, ("equity", *hands, dead, reading), lambda: _equity_json(hands, dead, reading)
    )


def _cached_response(
    request: HttpRequest, key_parts: tuple[object, ...], work: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """Return a cached result, or compute it within the rate limit."""
    key = f"razz:{sha256(repr(key_parts).encode()).hexdigest()}"
    about = kept.get(key)
    if about is None:
        check_rate_limit(request, RAZZ_LIMIT)
        try:
            about = work()
        except InvalidRazz as fault:
            raise InvalidParam(str(fault)) from None
        kept.set(key, about, AN_HOUR)
    answer = JsonResponse(about)
    patch_cache_control(answer, public=True, max_age=AN_HOUR)
    return answer


def _text_param(request: HttpRequest, name: str) -> str:
    text = request.GET.get(name, "")
    if len(text) > LONGEST:
        raise InvalidParam(
            gettext("“%(name)s” is too long: use at most %(longest)s letters.")
            % {"name": name, "longest": LONGEST}
        )
    return text


def _law_json(cards: str, others: str, dead: str, games: int, seed: int, generator: str) -> dict[str, Any]:
    begun = parse_start(cards, others, dead)
    counts, found = count_rows(begun), sample_rows(begun, games, seed, generator=generator)
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
        "generator": generator,
        "fit": chi_square_fit(found, law)._asdict(),
        "published": _published_json() if is_published else None,
    }


def _equity_json(hands: tuple[str, ...], dead: str, reading: str) -> dict[str, Any]:
    if sum(parse_hand(text).width for text in hands) > WIDEST:
        raise InvalidParam(gettext("Ranges this wide take too long here: use manage.py razz_equity."))
    readings = {
        name: _contest_json(parse_contest(hands, dead, ordered=name == "ordered"))
        for name in ("unordered", "ordered")
    }
    return readings[reading] | {"readings": readings}


def _contest_json(met: Contest) -> dict[str, Any]:
    is_quick = met.is_within_reach and met.estimated_seconds <= SECONDS
    return to_json(
        met, exact_equity(met) if is_quick else sampled_equity(met, SAMPLES, seed=1, batches=BATCHES)
    )


def _published_json() -> dict[str, Any]:
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
            for each in compare_tables()
        ],
    }


@cache
def section_context() -> dict[str, Any]:
    """Return the razz section of the lab's page without a request."""
    counts = count_rows(removed_once())
    once, twice = shares(counts), shares(count_rows(removed_twice()))
    columns = {each.table.name: each for each in compare_tables()}
    return {
        "generators": list(GENERATORS),
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
            {
                "range": text,
                **{name: _reading_equity(text, name == "ordered") for name in ("ordered", "unordered")},
            }
            for text in ("(3-3-)45678", "(3-2-)45678")
        ],
        "raiser": (raiser := _reading_equity("A29", False, against="(7-7-7)")),
        "raiser_percent": 100 * float(raiser.share()),
    }


def _reading_equity(text: str, ordered: bool, against: str = "A345678") -> Equity:
    return exact_equity(parse_contest((text, against), ordered=ordered))
