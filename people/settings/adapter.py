"""The site's part of allauth: names, sign-up, client addresses and mail."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal.httpkit import clean_client_ip
from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from game.accounts import names, signup
from game.accounts.decorators import find_guest, is_login_by_password, note_login
from game.accounts.password_queue import end_turn
from game.accounts.sessions import closing_session_sockets
from game.models import Player
from game.runtime.pubsub import publish

log = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Our rules for names. A guest's row becomes the account, and sockets close with their session."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("Wrong name or password."),
        "email_password_mismatch": _("Wrong email address or password."),
        "too_many_login_attempts": _("Too many wrong tries. Wait five minutes, then try again."),
        "enter_current_password": _("That’s not your password."),
        "incorrect_password": _("That’s not your password."),
        "duplicate_email": _("That’s already your address."),
        "rate_limited": _("Too many requests. Wait a little, then try again."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return a visitor's IP address.

        Behind fewer proxies than expected, use the first address that they recorded.
        """
        forwarded = request.headers.get("x-forwarded-for", "").split(",")
        if len(forwarded) >= settings.ALLAUTH_TRUSTED_PROXY_COUNT or forwarded == [""]:
            address: str | None = super().get_client_ip(request)
        else:  # allauth would raise an error
            address = clean_client_ip(forwarded[0])
        if not address:
            raise PermissionDenied("Unable to determine client IP address")
        return address

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return a valid name. Refuse an invalid one with an explanation."""
        if fault := names.find_name_fault(username):
            raise ValidationError(fault)
        if signup.is_taken(username):
            raise ValidationError(signup.NAME_TAKEN)
        return username

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        """Create the account of a sign-up form."""
        data = form.cleaned_data
        return signup.sign_up(name=data["username"], password=data["password1"], guest=find_guest(request))

    def login(self, request: HttpRequest, user: Player) -> None:
        is_by_password = is_login_by_password(request, user)
        with closing_session_sockets(request.session):
            super().login(request, user)
        if is_by_password:
            note_login(request.session)

    def logout(self, request: HttpRequest) -> None:
        with closing_session_sockets(request.session):
            super().logout(request)

    def set_password(self, user: Player, password: str) -> None:
        """Set a new password, which ends every session that began with the old one."""
        user.set_password(password)
        user.save(update_fields=["password"])
        publish("player_gone", user.pk)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail. Log a failure without reporting it, so that no response reveals who has an account."""
        end_turn()
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:  # smtplib's errors are OSErrors too
            log.exception("no mail could be sent")

    def is_ajax(self, request: HttpRequest) -> bool:
        """Return False: forms are always answered with pages, never with JSON."""
        return False
