"""Calls about the browsers that a player is pushed to."""

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
    """A subscription, as browsers write it; they may say more of it."""

    endpoint: str
    keys: Keys
    expirationTime: Any = None


class EndpointBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The address of a browser's subscription; empty where it has none."""

    endpoint: str = ""


@post_call(SubscriptionBody)
def start_push(request: HttpRequest, body: SubscriptionBody) -> JsonResponse:
    """Push to this browser from now on."""
    player = require_player(request)
    check_rate_limit(request, DEVICES)
    browser = devices.Browser(body.endpoint, body.keys.p256dh, body.keys.auth)
    devices.subscribe(player, request.session.session_key or "", browser)
    return empty_response()


@post_call(EndpointBody)
def stop_push(request: HttpRequest, body: EndpointBody) -> JsonResponse:
    """Push to this browser no more."""
    devices.unsubscribe(require_player(request), body.endpoint)
    return empty_response()


@post_call(EndpointBody)
def check_push(request: HttpRequest, body: EndpointBody) -> JsonResponse:
    """Say whether this browser is pushed to, and by which key it can be."""
    is_on = devices.is_subscribed(require_player(request), body.endpoint)
    return JsonResponse({"on": is_on, "key": vapid.public_key()})
