"""Calls that create something run once for each `Idempotency-Key`."""

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext

from common.formats.json import encode
from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.rate_limits import API_KEYS
from game.tokens import answers
from game.web.api.call import Call
from game.web.api.caller import find_created
from game.web.api.common import player_of

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
KEY = re.compile(r"[!-~]{1,100}")


def run_once(
    call: Call, request: HttpRequest, body: Any, respond: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Return the response of a call, or the stored answer if a call with the same key succeeded before.

    A refused call changes nothing, so its key can be used again.
    """
    key = request.headers.get(HEADER)
    if key is None or not call.creates:
        return respond()
    if KEY.fullmatch(key) is None:
        raise Refusal(
            "bad_request",
            gettext("An Idempotency-Key has 1 to 100 letters, digits or signs, without spaces."),
        )
    player, digest = player_of(request), _digest(request, body)
    stored = answers.find_answer(player=player, key=key, digest=digest)
    if stored is not None and call.repeat is not None:
        repeated = call.repeat(request, stored)
        if repeated is not None:
            repeated.headers[REPLAYED] = "true"
            return repeated
        answers.forget(player=player, key=key, answer=stored)
    elif stored is not None:
        return HttpResponse(stored, content_type="application/json", headers={REPLAYED: "true"})
    check_rate_limit(request, API_KEYS)
    claimed = answers.claim(player=player, key=key, digest=digest)
    try:
        response = respond()
        answers.store(claimed, _to_store(call, request, response))
    except BaseException:
        answers.release(claimed)
        raise
    return response


def _to_store(call: Call, request: HttpRequest, response: HttpResponseBase) -> str:
    """Return the answer of a call, or of an endless call the id of what it created."""
    if call.repeat is not None:
        return find_created(request)
    assert isinstance(response, HttpResponse)
    return response.content.decode()


def _digest(request: HttpRequest, body: Any) -> str:
    """Return a digest of a call. Its body counts as it is understood, whatever its spaces and order."""
    text = f"{request.method} {request.get_full_path()}\n".encode()
    return sha256(text + (b"" if body is None else encode(body))).hexdigest()
