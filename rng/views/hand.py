"""A hand from the generator of 1999 for the lab, and afterwards the deck it came from.

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

from common.client_ip import keep_pace
from common.query_params import Refused, answers, one_of
from common.rate_limit import Pace
from rng import entropy, seal
from rng.lab.borland import fisher_yates
from rng.lab.cards import PLACES, dealt_to, written

CONTEXT = b"a hand of the lab"
HANDS = Pace("hand", 60, 60, crowd=5)


@require_GET
@never_cache
@answers
def hand(request: HttpRequest) -> HttpResponse:
    """Six cards, and a promise of all the others."""
    keep_pace(request, HANDS)
    seat = one_of(request, "seat", "pone", PLACES)
    secret = entropy.secret()
    return JsonResponse(
        {
            "seat": seat,
            "cards": written(dealt_to(seat, fisher_yates(_state(secret)).cards)).split(),
            "commitment": hashlib.sha256(_said(secret).encode()).hexdigest(),
            "sealed": seal.seal(secret, _keys(), CONTEXT),
        }
    )


@require_GET
@never_cache
@answers
def shown(request: HttpRequest) -> HttpResponse:
    """What was promised with a hand."""
    try:
        secret = seal.unseal(request.GET.get("sealed", ""), _keys(), CONTEXT)
    except seal.Unopened:
        raise Refused(gettext("“sealed” is not what came with a hand.")) from None
    return JsonResponse({"said": _said(secret)})


def _state(secret: bytes) -> int:
    """The generator's state, a part of what is secret; the rest hides it in the commitment."""
    return int.from_bytes(secret[:4], "big")


def _said(secret: bytes) -> str:
    deck, after = fisher_yates(_state(secret))
    return f"{hashlib.sha256(secret).hexdigest()} {written(deck)} {written(fisher_yates(after).cards)}"


def _keys() -> list[seal.Key]:
    # Keys of the lab's own: however many hands it gives away, a game's seal is none the weaker.
    return [seal.key_from(f"the lab's hands, {passphrase}") for passphrase in settings.SEALING_KEYS]
