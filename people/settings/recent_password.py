"""Pages that ask for the password, unless the player has typed it in this session a moment ago."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import app_settings
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse

from common import clock
from game.models import Player

LOGGED_IN_AT = "logged_in_at"

View = Callable[..., HttpResponse]


def is_login_by_password(request: HttpRequest, player: Player) -> bool:
    """Return whether the log-in that is about to be completed began with the player's password."""
    return any(one["method"] == "password" for one in get_authentication_records(request, player))


def note_login(session: SessionBase) -> None:
    """Record that a log-in is complete, with the second factor of an account that has one."""
    session[LOGGED_IN_AT] = clock.seconds()


def recent_password_required(view: View) -> View:
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
