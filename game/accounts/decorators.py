"""The doors to allauth's views: who gets in by which, and how a form that is not right is answered."""

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core.internal import ratelimit
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.utils.cache import add_never_cache_headers

from common import clock
from game.accounts.two_factor import UnreadableSecret
from game.models import Player

View = Callable[..., HttpResponseBase]

# What a form has against somebody who tried too often, and the seconds to wait that its sentence speaks of.
RETRY_AFTER_SECONDS = {"too_many_login_attempts": 300, "rate_limited": 60}


class AccountRequest(HttpRequest):
    """What comes in by a door for accounts alone."""

    user: Player


def find_guest(request: HttpRequest) -> Player | None:
    """Who came in by the entrance as a guest."""
    return getattr(request, "guest", None)


def guest_as_anonymous(view: View) -> View:
    """For whoever has no account, or is not logged in to it: to allauth a guest is nobody yet."""

    @wraps(view)
    def door(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not (isinstance(request.user, Player) and request.user.is_guest):
            return with_form_status(request, view(request, *args, **kwargs))
        guest: Player = request.user
        request.guest, request.user = guest, AnonymousUser()  # type: ignore[attr-defined]
        try:
            return with_form_status(request, view(request, *args, **kwargs))
        finally:
            if request.user.is_anonymous:
                request.user = guest

    return door


def account_required(view: View) -> View:
    """For whoever is logged in to an account."""

    @wraps(view)
    def door(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, Player) and request.user.has_account:
            return with_form_status(request, view(request, *args, **kwargs))
        return redirect_to_login(request.get_full_path())

    return door


def with_form_status(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The response, no success if it shows a form again because of what is wrong in it."""
    wait = 60  # Most of what allauth counts, it counts by the minute.
    if request.method == "POST" and isinstance(response, TemplateResponse) and response.status_code == 200:
        form = (response.context_data or {}).get("form")
        if form is not None and form.errors:
            faults = (fault for faults in form.errors.as_data().values() for fault in faults)
            wait = max(RETRY_AFTER_SECONDS.get(fault.code, 0) for fault in faults)
            response.status_code = 429 if wait else 400
    if response.status_code == 429:
        response.headers.setdefault("Retry-After", str(wait))
    add_never_cache_headers(response)
    return response


def seconds_to_wait(request: HttpRequest, *, action: str, key: str) -> int:
    """Until allauth, which tells nobody, lets one do this again."""
    app, now = "allauth.account", clock.seconds()
    waits = [1.0]
    for rate in ratelimit.get_rates(app=app, action=action):
        turns = cache.get(ratelimit.get_cache_key(request, app=app, action=action, rate=rate, key=key), [])
        if len(turns) >= rate.amount:
            waits.append(turns[-1] + rate.duration - now)
    return math.ceil(max(waits))


def show_unreadable_secret(view: View) -> View:
    """For a page that shows what lies sealed: where it does not open, the page says so."""

    @wraps(view)
    def door(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except UnreadableSecret as fault:
            return render(request, "mfa/recovery_codes/unreadable.html", {"says": fault.message}, status=503)

    return door
