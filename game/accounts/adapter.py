"""What allauth leaves to the site."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from game.accounts import names, signup
from game.accounts.decorators import find_guest
from game.accounts.sessions import closing_session_sockets
from game.models import Player
from game.runtime.pubsub import publish

log = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Names by our rules; a guest's row becomes the account; sockets learn of whatever ends a session."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("This name and this password do not belong together."),
        "email_password_mismatch": _("This e-mail address and this password do not belong together."),
        "too_many_login_attempts": _("That was wrong too often. Please wait five minutes, then try again."),
        "enter_current_password": _("This is not your password."),
        "incorrect_password": _("This is not your password."),
        "duplicate_email": _("This is your address already."),
        "rate_limited": _("That was too much at once. Please wait a little, then try again."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name as it may stand; a sentence where it may not."""
        if says := names.find_name_fault(username):
            raise ValidationError(says)
        if signup.is_taken(username):
            raise ValidationError(signup.NAME_TAKEN)
        return username

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        """The account that a form asks for."""
        asked = form.cleaned_data
        return signup.sign_up(name=asked["username"], password=asked["password1"], guest=find_guest(request))

    def login(self, request: HttpRequest, user: Player) -> None:
        with closing_session_sockets(request.session):
            super().login(request, user)

    def logout(self, request: HttpRequest) -> None:
        with closing_session_sockets(request.session):
            super().logout(request)

    def set_password(self, user: Player, password: str) -> None:
        """A new password ends every session that began with another."""
        user.set_password(password)
        user.save(update_fields=["password"])
        publish("player_gone", user.pk)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail that cannot be sent is the host's trouble: nobody learns from it who has an account."""
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:  # what SMTP may raise is one
            log.exception("no mail could be sent")

    def is_ajax(self, request: HttpRequest) -> bool:
        """Forms are answered by pages, whoever asks."""
        return False
