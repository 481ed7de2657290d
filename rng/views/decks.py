"""Downloads of decks: as CSV for tests, and as bytes for the drawings."""

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

from common.http.client_ip import check_rate_limit
from common.http.query_params import int_param, json_refusals
from common.http.rate_limit import RateLimit
from rng.fairness import simulated
from rng.fairness.scorer import scorer
from rng.fairness.statistics import hands
from rng.fairness.watch import deal_record
from rng.models import Deal

PICTURE_DECKS = 3_000  # as many as a drawing shows
DECKS_PER_FILE = 100_000
BATCH_SIZE = 2_000
CSV_LIMIT = RateLimit("decks.csv", 10, 60, shares_per_address=1)
PICTURE_LIMIT, SIMULATED_LIMIT = (
    RateLimit("decks", 20, 10, shares_per_address=3),
    RateLimit("simulated", 20, 10, shares_per_address=3),
)
MOST_ID = 2**63 - 1
SEEDS = 1_000_000
A_YEAR = 365 * 24 * 60 * 60


@require_safe
@json_refusals
def decks_csv(request: HttpRequest) -> HttpResponse:
    """Stream recorded decks as CSV, oldest first. If a file is full, a link leads to the next."""
    check_rate_limit(request, CSV_LIMIT)
    upto = int_param(request, "upto", deal_record.newest_id(), 0, MOST_ID)
    last = int_param(request, "last", 0, 1, DECKS_PER_FILE)
    after = deal_record.id_before_last(last, upto) if last else int_param(request, "after", 0, 0, MOST_ID)
    answer = StreamingHttpResponse(_csv_pages(after, upto), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="decks-{after}-{upto}.csv"'
    if (end := deal_record.find_continuation(after, upto, DECKS_PER_FILE)) is not None:
        answer.headers["Link"] = f'<{request.path}?after={end}&upto={upto}>; rel="next"'
    return cast(HttpResponse, answer)


async def _csv_pages(after: int, upto: int) -> AsyncIterator[str]:
    """Yield a file's lines, one page of rows at a time, so that no transaction is long."""
    yield deal_record.HEADER
    pages = deal_record.pages(after, upto, DECKS_PER_FILE, BATCH_SIZE)
    next_page = sync_to_async(lambda: next(pages, ()))
    while page := await next_page():
        yield deal_record.to_csv(page)


@require_safe
@json_refusals
def decks_bin(request: HttpRequest) -> HttpResponse:
    """Return the last decks, 52 bytes each, oldest first."""
    return _cacheable_response(request, b"".join(bytes(deal.deck) for deal in _requested_deals(request)))


@require_safe
@json_refusals
def decks_json(request: HttpRequest) -> HttpResponse:
    """Return the other recorded data of the same decks, in the same order."""
    deals = _requested_deals(request)
    games = list(dict.fromkeys(deal.game for deal in deals))
    place = {game: n for n, game in enumerate(games)}
    dealt = deal_record.deck_array(deals)
    about = {
        "decks": len(deals),
        "ids": [deal.pk for deal in deals],
        "games": games,
        "game": [place[deal.game] for deal in deals],
        "numbers": [deal.number for deal in deals],
        **_dealt_scores(dealt),
        "pone_hand": [deal.pone_hand for deal in deals],
        "dealer_hand": [deal.dealer_hand for deal in deals],
        "crib": [deal.crib for deal in deals],
    }
    return _cacheable_response(request, about)


@require_safe
@json_refusals
def simulated_bin(request: HttpRequest) -> HttpResponse:
    """Return simulated decks in the same format as dealt ones."""
    return _cacheable_response(request, _simulated_decks(request).tobytes(), A_YEAR)


@require_safe
@json_refusals
def simulated_json(request: HttpRequest) -> HttpResponse:
    """Return the scores of the hands of simulated decks."""
    drawn = _simulated_decks(request)
    return _cacheable_response(request, {"decks": len(drawn), **_dealt_scores(drawn)}, A_YEAR)


def _requested_deals(request: HttpRequest) -> Sequence[Deal]:
    check_rate_limit(request, PICTURE_LIMIT)
    upto = int_param(request, "upto", deal_record.newest_id(), 0, MOST_ID)
    return deal_record.last_deals(int_param(request, "last", PICTURE_DECKS, 1, PICTURE_DECKS), upto)


def _simulated_decks(request: HttpRequest) -> NDArray[np.uint8]:
    check_rate_limit(request, SIMULATED_LIMIT)
    number = int_param(request, "decks", PICTURE_DECKS, 1, PICTURE_DECKS)
    return simulated.decks(int_param(request, "seed", 1, 0, SEEDS), number)


def _dealt_scores(decks: NDArray[np.uint8]) -> dict[str, list[int]]:
    """Return the scores of the first four cards of each hand with the starter, without any discard."""
    dealt, score = hands(decks), scorer().score
    return {whose: score(getattr(dealt, whose), dealt.starters).tolist() for whose in ("pone", "dealer")}


def _cacheable_response(
    request: HttpRequest, body: bytes | dict[str, Any], seconds: int = 60
) -> HttpResponse:
    """Return a response that browsers cache for so long and then revalidate by its ETag."""
    if isinstance(body, bytes):
        content, kind = body, "application/octet-stream"
    else:
        content, kind = json.dumps(body, separators=(",", ":")).encode(), "application/json"
    mark = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    answer = HttpResponse(content, content_type=kind, status=HTTPStatus.OK, headers={"ETag": mark})
    patch_cache_control(answer, public=True, max_age=seconds)
    return cast(HttpResponse, get_conditional_response(request, etag=mark, response=answer))
