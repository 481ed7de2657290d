"""Calls about push to a player's browsers."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from msgspec import Struct

from common.http.client_ip import check_rate_limit
from game.accounts.rate_limits import DEVICES
from game.web.calls import empty_response, post_call
from game.web.seeks import require_player
from people.notices.push import devices, vapid


class Keys(Struct, frozen=True):
    """The keys of a browser's subscription."""

    p256dh: str
    auth: str


class SubscriptionBody(Struct, frozen=True):
    """A subscription as browsers send it; they may send more fields."""

    endpoint: str
    keys: Keys
    expirationTime: Any = None


class EndpointBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The endpoint of a browser's subscription, or empty if there is none."""

    endpoint: str = ""


@post_call(SubscriptionBody)
def start_push(request: HttpRequest, body: SubscriptionBody) -> JsonResponse:
    """Start push to this browser."""
    player = require_player(request)
    check_rate_limit(request, DEVICES)
    browser = devices.Browser(body.endpoint, body.keys.p256dh, body.keys.auth)
    devices.subscribe(player, request.session.session_key or "", browser)
    return empty_response()


@post_call(EndpointBody)
def stop_push(request: HttpRequest, body: EndpointBody) -> JsonResponse:
    """Stop push to this browser."""
    devices.unsubscribe(require_player(request), body.endpoint)
    return empty_response()


@post_call(EndpointBody)
def check_push(request: HttpRequest, body: EndpointBody) -> JsonResponse:
    """Return whether push to this browser is on, and the public key for a subscription."""
    is_on = devices.is_subscribed(require_player(request), body.endpoint)
    return JsonResponse({"on": is_on, "key": vapid.public_key()})
