"""Tests decks of a shuffle in the lab, and answers which tests of the battery find it out.

GET /fairness/lab/found?shuffle=naive&generator=mt&decks=3000&seed=7 (none of which must be there) answers::

    {"shuffle": "naive", "generator": "mt", "decks": 3000, "seed": 7,
     "tests": [{"name": "card-by-place", "says": "Is every card in every place equally often?",
                "p": 2.2e-101, "p_adjusted": 3.5e-100, "found": true}, ...],
     "verdict": "fail",                 or "pass"
     "smile": [24.9, ...],              for each of the 52 cards: how many places it moved, on average
     "neighbours": [17.6, ...],         for each of 51 pairs of neighbours: how far apart they lie, on average
     "places": [[58, 61, ...], ...],    for each card: in how many decks it lay in each of the 52 places
     "first": [58, ...]}                for each card: in how many decks it was on top

Cards are 0 to 51, the ace of clubs first and the king of spades last, as in the new deck. What makes no sense
is refused with 400 and {"error": "bad_request", "says": sentence}, too much at once with 429 and "too_many".
"""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.client_ip import check_rate_limit
from common.query_params import choice_param, int_param, json_refusals
from common.rate_limit import RateLimit
from rng.fairness.battery import build_battery, passes, run_battery
from rng.fairness.scorer import scorer
from rng.fairness.tally import tally_batches
from rng.lab.generators import GENERATORS
from rng.lab.shuffles import SHUFFLES, deck_batches, seed_bytes

DECKS = 3_000
MOST = 10_000
SEEDS = 1_000_000
AN_HOUR = 60 * 60
BATTERY_LIMIT = RateLimit("found", 30, 60, shares_per_address=1)  # each takes a second of work


@require_safe
@json_refusals
def battery_json(request: HttpRequest) -> HttpResponse:
    """What the battery makes of some decks of a shuffle, and what may be drawn of them."""
    shuffle = choice_param(request, "shuffle", "naive", SHUFFLES)
    generator = choice_param(request, "generator", "mt", GENERATORS)
    number = int_param(request, "decks", DECKS, 1, MOST)
    seed = int_param(request, "seed", 1, 0, SEEDS)
    key = f"found:{shuffle}:{generator}:{number}:{seed}"
    about = cache.get(key)
    if about is None:
        check_rate_limit(request, BATTERY_LIMIT)
        about = _compute_findings(shuffle, generator, number, seed)
        cache.set(key, about, AN_HOUR)
    told = [{**test, "says": gettext(test["says"])} for test in about["tests"]]
    answer = JsonResponse(about | {"tests": told})
    patch_cache_control(answer, public=True, max_age=AN_HOUR)
    return answer


def _compute_findings(shuffle: str, generator: str, decks: int, seed: int) -> dict[str, Any]:
    known = scorer()
    tally = tally_batches(deck_batches(shuffle, generator, seed_bytes(seed), decks), known)
    findings = run_battery(tally, build_battery(known.counts))
    return {
        "shuffle": shuffle,
        "generator": generator,
        "decks": decks,
        "seed": seed,
        "tests": [
            {
                "name": finding.name,
                "says": finding.says,
                "p": finding.p,
                "p_adjusted": finding.p_adjusted,
                "found": finding.is_significant,
            }
            for finding in findings
        ],
        "verdict": "pass" if passes(findings) else "fail",
        "smile": tally.smile().round(4).tolist(),
        "neighbours": (tally.neighbours / decks).round(4).tolist(),
        "places": tally.card_by_place.tolist(),
        "first": tally.card_by_place[:, 0].tolist(),
    }
