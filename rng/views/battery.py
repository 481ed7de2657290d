"""Runs the test battery on decks of a shuffle in the lab.

GET /fairness/lab/found?shuffle=naive&generator=mt&decks=3000&seed=7 (all parameters are optional)
returns::

    {"shuffle": "naive", "generator": "mt", "decks": 3000, "seed": 7,
     "tests": [{"name": "card-by-place", "says": "Is every card in every place equally often?",
                "p": 2.2e-101, "p_adjusted": 3.5e-100, "found": true}, ...],
     "verdict": "fail",                 or "pass"
     "smile": [24.9, ...],              for each of the 52 cards: the average number of places it moved
     "neighbours": [17.6, ...],         for each of 51 pairs of neighbours: their average distance
     "places": [[58, 61, ...], ...],    for each card: the number of decks with it in each of the 52 places
     "first": [58, ...]}                for each card: the number of decks with this card on top

With suit=C (or D, H, S), only the tests of this suit run.

POST /fairness/lab/own with {"decks": "...", "suit": ""}, 52 letters a deck (A to Z, then a to z, for the
cards 0 to 51), returns the same for the user's own decks, at most 4,000. Then shuffle, generator and seed
are null.

Cards are 0 to 51, from the ace of clubs to the king of spades, as in a new deck. Invalid requests get 400 and
{"error": "bad_request", "says": sentence}. Requests beyond the rate limit get 429 and "too_many".
"""

import json
from string import ascii_letters
from typing import Any

import numpy as np
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from common.http.client_ip import check_rate_limit
from common.http.query_params import InvalidParam, choice_param, int_param, json_refusals
from common.http.rate_limit import RateLimit
from rng.fairness.battery import build_battery, passes, run_battery
from rng.fairness.scorer import scorer
from rng.fairness.statistics import CARDS, Decks
from rng.fairness.suits import SUITS, build_suit_battery, tally_suit
from rng.fairness.tally import tally_batches
from rng.lab.generators import GENERATORS
from rng.lab.shuffles import SHUFFLES, deck_batches, seed_bytes

DECKS = 3_000
MOST = 10_000
MOST_OWN = 4_000  # nginx allows at most 256 KB
MOST_BYTES = CARDS * MOST_OWN + 100
SEEDS = 1_000_000
SUITS_OR_ALL = ("", *SUITS)
# The card of each letter; 52 for any other character.
LETTERS = np.full(256, CARDS, np.uint8)
LETTERS[np.frombuffer(ascii_letters.swapcase().encode(), np.uint8)] = np.arange(CARDS)
AN_HOUR = 60 * 60
BATTERY_LIMIT = RateLimit("found", 30, 60, shares_per_address=1)  # each takes a second of CPU time


@require_safe
@json_refusals
def battery_json(request: HttpRequest) -> HttpResponse:
    """Run the battery on some decks of a shuffle, and return the results with data for drawings."""
    shuffle = choice_param(request, "shuffle", "naive", SHUFFLES)
    generator = choice_param(request, "generator", "mt", GENERATORS)
    number = int_param(request, "decks", DECKS, 1, MOST)
    seed = int_param(request, "seed", 1, 0, SEEDS)
    suit = choice_param(request, "suit", "", SUITS_OR_ALL)
    key = f"found:{shuffle}:{generator}:{number}:{seed}:{suit}"
    about = cache.get(key)
    if about is None:
        check_rate_limit(request, BATTERY_LIMIT)
        about = _compute_findings(shuffle, generator, number, seed, suit)
        cache.set(key, about, AN_HOUR)
    answer = JsonResponse(about | {"tests": _translated(about["tests"])})
    patch_cache_control(answer, public=True, max_age=AN_HOUR)
    return answer


@require_POST
@json_refusals
def own_decks_json(request: HttpRequest) -> HttpResponse:
    """Run the battery on the user's own decks."""
    check_rate_limit(request, BATTERY_LIMIT)
    if len(request.body) > MOST_BYTES:
        raise InvalidParam(gettext("At most %(n)s decks can be tested here.") % {"n": MOST_OWN})
    decks, suit = _parse_own(request.body)
    about = _findings_json([decks], suit) | {"shuffle": None, "generator": None, "seed": None}
    return JsonResponse(about | {"tests": _translated(about["tests"])})


def _parse_own(body: bytes) -> tuple[Decks, str]:
    """Parse whole decks, one letter per card, and the suit to test."""
    try:
        asked = json.loads(body)
        letters, suit = asked["decks"].encode("ascii"), asked["suit"]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InvalidParam(gettext("The request has no readable decks.")) from None
    cards = LETTERS[np.frombuffer(letters, np.uint8)]
    if suit not in SUITS_OR_ALL or not cards.size or cards.size % CARDS:
        raise InvalidParam(gettext("The request has no readable decks."))
    decks = cards.reshape(-1, CARDS)
    if len(decks) > MOST_OWN:
        raise InvalidParam(gettext("At most %(n)s decks can be tested here.") % {"n": MOST_OWN})
    if (np.sort(decks, axis=1) != np.arange(CARDS)).any():
        raise InvalidParam(gettext("Each deck needs all 52 cards, each once."))
    return decks, suit


def _translated(tests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**test, "says": gettext(test["says"])} for test in tests]


def _compute_findings(shuffle: str, generator: str, decks: int, seed: int, suit: str) -> dict[str, Any]:
    batches = list(deck_batches(shuffle, generator, seed_bytes(seed), decks))
    return {"shuffle": shuffle, "generator": generator, "seed": seed} | _findings_json(batches, suit)


def _findings_json(batches: list[Decks], suit: str) -> dict[str, Any]:
    known = scorer()
    tally = tally_batches(batches, known)
    findings = (
        run_battery(tally_suit(batches, SUITS.index(suit)), build_suit_battery())
        if suit
        else run_battery(tally, build_battery(known.counts))
    )
    return {
        "decks": tally.decks,
        "suit": suit,
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
        "neighbours": (tally.neighbours / tally.decks).round(4).tolist(),
        "places": tally.card_by_place.tolist(),
        "first": tally.card_by_place[:, 0].tolist(),
    }
