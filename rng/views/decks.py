"""The decks themselves, for anyone to test: as CSV, and as the bytes that the pictures are drawn from."""

import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from http import HTTPStatus
from typing import Any, cast

import numpy as np
from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe
from numpy.typing import NDArray

from common.client_ip import keep_pace
from common.query_params import answers, whole
from common.rate_limit import Pace
from rng.fairness import deal_record, simulated
from rng.fairness.scorer import scorer
from rng.fairness.statistics import hands
from rng.models import Deal

DRAWN = 3_000  # decks: as many as a picture shows
IN_A_FILE = 100_000
AT_ONCE = 2_000
FILES = Pace("decks.csv", 10, 60, crowd=1)
PICTURES, SIMULATED = Pace("decks", 20, 10, crowd=3), Pace("simulated", 20, 10, crowd=3)
MOST_ID = 2**63 - 1
SEEDS = 1_000_000
A_YEAR = 365 * 24 * 60 * 60


@require_safe
@answers
def decks_csv(request: HttpRequest) -> HttpResponse:
    """Decks of the record, the oldest first; where a file is full, a link tells where they go on."""
    keep_pace(request, FILES)
    upto = whole(request, "upto", deal_record.newest(), 0, MOST_ID)
    last = whole(request, "last", 0, 1, IN_A_FILE)
    after = deal_record.before_the_last(last, upto) if last else whole(request, "after", 0, 0, MOST_ID)
    answer = StreamingHttpResponse(_lines(after, upto), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="decks-{after}-{upto}.csv"'
    if (end := deal_record.goes_on_after(after, upto, IN_A_FILE)) is not None:
        answer.headers["Link"] = f'<{request.path}?after={end}&upto={upto}>; rel="next"'
    return cast(HttpResponse, answer)


async def _lines(after: int, upto: int) -> AsyncIterator[str]:
    """A file's lines, a page of rows at a time, so that no transaction is long."""
    yield deal_record.HEADER
    pages = deal_record.pages(after, upto, IN_A_FILE, AT_ONCE)
    next_page = sync_to_async(lambda: next(pages, ()))
    while page := await next_page():
        yield deal_record.csv(page)


@require_safe
@answers
def decks_bin(request: HttpRequest) -> HttpResponse:
    """The last decks, 52 bytes each, the oldest first."""
    return _kept(request, b"".join(bytes(deal.deck) for deal in _asked_for(request)))


@require_safe
@answers
def decks_json(request: HttpRequest) -> HttpResponse:
    """What else is on record of the same decks, in the same order."""
    deals = _asked_for(request)
    games = list(dict.fromkeys(deal.game for deal in deals))
    place = {game: n for n, game in enumerate(games)}
    dealt = deal_record.decks_of(deals)
    about = {
        "decks": len(deals),
        "ids": [deal.pk for deal in deals],
        "games": games,
        "game": [place[deal.game] for deal in deals],
        "numbers": [deal.number for deal in deals],
        **_hands_of_four(dealt),
        "pone_hand": [deal.pone_hand for deal in deals],
        "dealer_hand": [deal.dealer_hand for deal in deals],
        "crib": [deal.crib for deal in deals],
    }
    return _kept(request, about)


@require_safe
@answers
def simulated_bin(request: HttpRequest) -> HttpResponse:
    """Decks that nobody was dealt, in the shape of those that were."""
    return _kept(request, _simulated(request).tobytes(), A_YEAR)


@require_safe
@answers
def simulated_json(request: HttpRequest) -> HttpResponse:
    """What the hands of simulated decks score."""
    drawn = _simulated(request)
    return _kept(request, {"decks": len(drawn), **_hands_of_four(drawn)}, A_YEAR)


def _asked_for(request: HttpRequest) -> Sequence[Deal]:
    keep_pace(request, PICTURES)
    upto = whole(request, "upto", deal_record.newest(), 0, MOST_ID)
    return deal_record.last_deals(whole(request, "last", DRAWN, 1, DRAWN), upto)


def _simulated(request: HttpRequest) -> NDArray[np.uint8]:
    keep_pace(request, SIMULATED)
    number = whole(request, "decks", DRAWN, 1, DRAWN)
    return simulated.decks(whole(request, "seed", 1, 0, SEEDS), number)


def _hands_of_four(decks: NDArray[np.uint8]) -> dict[str, list[int]]:
    """What the first four cards of each hand score with the starter, before anybody chose what to keep."""
    dealt, score = hands(decks), scorer().score
    return {whose: score(getattr(dealt, whose), dealt.starters).tolist() for whose in ("pone", "dealer")}


def _kept(request: HttpRequest, body: bytes | dict[str, Any], seconds: int = 60) -> HttpResponse:
    """An answer that a browser keeps for so long, and asks for again by its mark."""
    if isinstance(body, bytes):
        content, kind = body, "application/octet-stream"
    else:
        content, kind = json.dumps(body, separators=(",", ":")).encode(), "application/json"
    mark = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    answer = HttpResponse(content, content_type=kind, status=HTTPStatus.OK, headers={"ETag": mark})
    patch_cache_control(answer, public=True, max_age=seconds)
    return cast(HttpResponse, get_conditional_response(request, etag=mark, response=answer))
