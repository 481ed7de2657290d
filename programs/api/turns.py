"""Count every request to the open API, and describe the caller's share in the headers of every answer."""

import math
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from common.http.client_ip import client_network
from common.http.rate_limit import RateLimited, Turn
from common.http.refusal_shapes import OPEN_API
from game.accounts.rate_limits import API_BY_ADDRESS, API_BY_TOKEN
from game.tokens.bearer import bearer_of, identify
from game.tokens.models import Token
from game.web.frame import respond_or_refuse

ATTRIBUTE = "api_turn"


def count_request(request: HttpRequest) -> Token | None:
    """Take a turn of the caller's token, or of the address if there is no valid token. Return the token."""
    bearer = bearer_of(request.headers.get("authorization", ""))
    token = None if bearer is None else identify(bearer)
    network = client_network(request)
    if token is None:
        turn = API_BY_ADDRESS.take(None, network)
    else:
        turn = API_BY_TOKEN.take(f"token-{token.pk}", network)
    setattr(request, ATTRIBUTE, turn)
    if turn.wait:
        raise RateLimited(math.ceil(turn.wait), turn.limit)
    return token


def describe_turn(request: HttpRequest, response: HttpResponseBase) -> None:
    """Add the headers of the rate limit, unless the answer has those of a stricter one."""
    turn: Turn | None = getattr(request, ATTRIBUTE, None)
    for name, value in turn.headers.items() if turn else ():
        response.headers.setdefault(name, value)


def counted(respond: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Count the requests of a view that is no call."""

    def view(request: HttpRequest, *args: str, **path: str) -> HttpResponseBase:
        def count_and_respond() -> HttpResponseBase:
            count_request(request)
            return respond(request, *args, **path)

        response = respond_or_refuse(OPEN_API, request.path, count_and_respond)
        describe_turn(request, response)
        return response

    view.csrf_exempt = True  # type: ignore[attr-defined]
    return view
