"""Decorators of allauth's views: access, and the answers to forms with errors."""

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import app_settings
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.core.exceptions import ReauthenticationRequired
from allauth.core.internal import ratelimit
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.backends.base import SessionBase
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.utils.cache import add_never_cache_headers

from common import clock
from game.models import Player

View = Callable[..., HttpResponseBase]
Page = Callable[..., HttpResponse]

LOGGED_IN_AT = "logged_in_at"  # in a session

# The codes of rate limit errors, and the seconds that their sentences name.
RETRY_AFTER_SECONDS = {"too_many_login_attempts": 300, "rate_limited": 60}


class AccountRequest(HttpRequest):
    """A request of a player who is logged in to an account."""

    user: Player


def find_guest(request: HttpRequest) -> Player | None:
    """Find the guest who opened a page that treats guests as anonymous."""
    return getattr(request, "guest", None)


def guest_as_anonymous(view: View) -> View:
    """Make a view a page for visitors without an account or login. To allauth, a guest is anonymous."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not (isinstance(request.user, Player) and request.user.is_guest):
            return with_form_status(request, view(request, *args, **kwargs))
        guest: Player = request.user
        request.guest, request.user = guest, AnonymousUser()  # type: ignore[attr-defined]
        try:
            return with_form_status(request, view(request, *args, **kwargs))
        finally:
            if request.user.is_anonymous:
                request.user = guest

    return wrapped


def account_required(view: View) -> View:
    """Make a view a page for players who are logged in to an account."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, Player) and request.user.has_account:
            return with_form_status(request, view(request, *args, **kwargs))
        return redirect_to_login(request.get_full_path())

    return wrapped


def with_form_status(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Set the status of a response that shows a form again because of its errors, and forbid caching."""
    wait = 60  # Most of allauth's limits are per minute.
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
    """Return the seconds until allauth allows this action again, which it does not report itself."""
    app, now = "allauth.account", clock.seconds()
    waits = [1.0]
    for rate in ratelimit.get_rates(app=app, action=action):
        turns = cache.get(ratelimit.get_cache_key(request, app=app, action=action, rate=rate, key=key), [])
        if len(turns) >= rate.amount:
            waits.append(turns[-1] + rate.duration - now)
    return math.ceil(max(waits))


def is_login_by_password(request: HttpRequest, player: Player) -> bool:
    """Return whether the log-in that is about to be completed began with the player's password."""
    return any(one["method"] == "password" for one in get_authentication_records(request, player))


def note_login(session: SessionBase) -> None:
    """Record that a log-in is complete, with the second factor of an account that has one."""
    session[LOGGED_IN_AT] = clock.seconds()


def recent_password_required(view: Page) -> Page:
    """Ask for the password before a view, unless it was typed within the last five minutes.

    A log-in counts here. Pages that change an address or a second factor ask even after a log-in.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not (_has_just_logged_in(request.session) or did_recently_reauthenticate(request)):
            raise ReauthenticationRequired
        return view(request, *args, **kwargs)

    return wrapped


def _has_just_logged_in(session: SessionBase) -> bool:
    age = clock.seconds() - session.get(LOGGED_IN_AT, 0)
    return bool(0 <= age < app_settings.REAUTHENTICATION_TIMEOUT)
