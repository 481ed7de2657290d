"""Deals a hand in the lab, from a weak generator or like a game of this site, and reveals the deck later.

GET /fairness/lab/hand?seat=pone (or dealer) returns::

    {"seat": "pone", "cards": ["5H", ...six], "commitment": "9f0c...", "sealed": "..."}

`dealt` selects the method: `generator` is the generator of 1999 in a random state (the default), `clock`
seeds it from the clock as in 1999, and `ours` is the method of this site. With the last two, the response
has the `starter`. With `ours`, it also has the values that both players know before a deal is revealed: its
`context`, its number (`deal`), and both `secrets`, in hex.

GET /fairness/lab/hand/shown?dealt=generator&sealed=... then returns::

    {"said": "3b1e... TH 5C AH ..."}     64 hex digits and whole decks: this one, and the generator's next

The commitment is the SHA-256 of `said`, so the page can check that the decks were fixed before it started.
For `ours`, the hex digits are the server's part of the deal. The server stores nothing in between. Invalid
requests get 400 and {"error": "bad_request", "says": sentence}.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from common import clock
from common.http.client_ip import check_rate_limit
from common.http.query_params import InvalidParam, choice_param, json_refusals
from common.http.rate_limit import RateLimit
from rng import entropy, seal
from rng.commitment import deal_key
from rng.deal import card_text, deck
from rng.lab.borland import asf, fisher_yates
from rng.lab.cards import PLACES, STARTER, cards_text, dealt_hand
from rng.lab.state_search import DAY_MS

SEAL_CONTEXT = b"a hand of the lab"
HAND_LIMIT = RateLimit("hand", 60, 60, shares_per_address=5)
SECRET = 32
DEAL = 1


class Hand(NamedTuple):
    """The deal of a secret: its decks, the digits revealed with them, and the values told beforehand."""

    digits: str
    decks: tuple[tuple[int, ...], ...]
    told: Mapping[str, object]


def by_generator(secret: bytes) -> Hand:
    """Deal two decks of the generator. A part of the secret is its state, and the rest hides it."""
    first, after = fisher_yates(int.from_bytes(secret[:4], "big"))
    return Hand(hashlib.sha256(secret).hexdigest(), (first, fisher_yates(after).cards), {})


def by_clock(secret: bytes) -> Hand:
    """Deal the deck of 1999 from the milliseconds since midnight at the end of the secret."""
    cards = asf(int.from_bytes(secret[SECRET:], "big")).cards
    return Hand(hashlib.sha256(secret).hexdigest(), (cards,), {"starter": card_text(cards[STARTER])})


def our_way(secret: bytes) -> Hand:
    """Deal a deck like a game's.

    The secret is the server's part; both players' secrets are already revealed.
    """
    link = secret[:SECRET]
    context, *secrets = (hashlib.sha256(b"the lab's " + what + secret).digest() for what in PARTS)
    cards = deck(deal_key(context, DEAL, link, *secrets))
    told = {
        "starter": card_text(cards[STARTER]),
        "context": context.hex(),
        "deal": DEAL,
        "secrets": [part.hex() for part in secrets],
    }
    return Hand(link.hex(), (cards,), told)


PARTS = (b"context", b"first player", b"second player")
DEALERS: Mapping[str, Callable[[bytes], Hand]] = {
    "generator": by_generator,
    "clock": by_clock,
    "ours": our_way,
}


@require_GET
@never_cache
@json_refusals
def hand(request: HttpRequest) -> HttpResponse:
    """Deal six cards, with a commitment to all the others."""
    check_rate_limit(request, HAND_LIMIT)
    seat = choice_param(request, "seat", "pone", PLACES)
    dealt = choice_param(request, "dealt", "generator", DEALERS)
    secret = entropy.secret() + (clock.milliseconds() % DAY_MS).to_bytes(4, "big")
    given = DEALERS[dealt](secret)
    return JsonResponse(
        {
            "seat": seat,
            "cards": cards_text(dealt_hand(seat, given.decks[0])).split(),
            **given.told,
            "commitment": hashlib.sha256(_committed_text(given).encode()).hexdigest(),
            "sealed": seal.seal(secret, _keys(), _seal_context(dealt)),
        }
    )


@require_GET
@never_cache
@json_refusals
def reveal(request: HttpRequest) -> HttpResponse:
    """Reveal the cards committed to with a hand."""
    dealt = choice_param(request, "dealt", "generator", DEALERS)
    try:
        secret = seal.unseal(request.GET.get("sealed", ""), _keys(), _seal_context(dealt))
    except seal.SealError:
        raise InvalidParam(gettext("“sealed” must be the value that came with a hand.")) from None
    return JsonResponse({"said": _committed_text(DEALERS[dealt](secret))})


def _committed_text(given: Hand) -> str:
    return " ".join([given.digits, *map(cards_text, given.decks)])


def _seal_context(dealt: str) -> bytes:
    return SEAL_CONTEXT + b" dealt by " + dealt.encode()


def _keys() -> list[seal.Key]:
    # Separate keys for the lab, so that its hands never weaken the encryption of games.
    return [seal.derive_key(f"the lab's hands, {passphrase}") for passphrase in settings.SEALING_KEYS]
