"""Deals a hand from the generator of 1999 for the lab, and afterwards shows the deck it came from.

GET /fairness/lab/hand?seat=pone (or dealer) answers::

    {"seat": "pone", "cards": ["5H", ...six], "commitment": "9f0c...", "sealed": "..."}

GET /fairness/lab/hand/shown?sealed=... then answers::

    {"said": "3b1e... TH 5C AH ..."}     a nonce of 64 hex digits and two whole decks, this one and the next

The commitment is the SHA-256 of what is said: so the page can tell that both decks were fixed before it
began. The server keeps nothing in between. What makes no sense is refused with 400 and
{"error": "bad_request", "says": sentence}.
"""

import hashlib

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from common.client_ip import check_rate_limit
from common.query_params import InvalidParam, choice_param, json_refusals
from common.rate_limit import RateLimit
from rng import entropy, seal
from rng.lab.borland import fisher_yates
from rng.lab.cards import PLACES, cards_text, dealt_hand

SEAL_CONTEXT = b"a hand of the lab"
HAND_LIMIT = RateLimit("hand", 60, 60, shares_per_address=5)


@require_GET
@never_cache
@json_refusals
def hand(request: HttpRequest) -> HttpResponse:
    """Six cards, and a promise of all the others."""
    check_rate_limit(request, HAND_LIMIT)
    seat = choice_param(request, "seat", "pone", PLACES)
    secret = entropy.secret()
    return JsonResponse(
        {
            "seat": seat,
            "cards": cards_text(dealt_hand(seat, fisher_yates(_state(secret)).cards)).split(),
            "commitment": hashlib.sha256(_committed_text(secret).encode()).hexdigest(),
            "sealed": seal.seal(secret, _keys(), SEAL_CONTEXT),
        }
    )


@require_GET
@never_cache
@json_refusals
def reveal(request: HttpRequest) -> HttpResponse:
    """What was promised with a hand."""
    try:
        secret = seal.unseal(request.GET.get("sealed", ""), _keys(), SEAL_CONTEXT)
    except seal.SealError:
        raise InvalidParam(gettext("“sealed” isn’t what came with a hand.")) from None
    return JsonResponse({"said": _committed_text(secret)})


def _state(secret: bytes) -> int:
    """The generator's state, a part of what is secret; the rest hides it in the commitment."""
    return int.from_bytes(secret[:4], "big")


def _committed_text(secret: bytes) -> str:
    deck, after = fisher_yates(_state(secret))
    return f"{hashlib.sha256(secret).hexdigest()} {cards_text(deck)} {cards_text(fisher_yates(after).cards)}"


def _keys() -> list[seal.Key]:
    # Keys of the lab's own: however many hands it gives away, a game's seal is none the weaker.
    return [seal.derive_key(f"the lab's hands, {passphrase}") for passphrase in settings.SEALING_KEYS]
