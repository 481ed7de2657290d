"""The forms of an account, with our own texts."""

from typing import TYPE_CHECKING, Any

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from django.core.validators import MaxLengthValidator
from django.forms import Field
from django.http import HttpRequest, HttpResponse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from game.accounts.names import MAX_LENGTH, MIN_LENGTH

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

NAME_HELP = format_lazy(
    _("{shortest} to {longest} letters and digits, with - or _ only between them. All visitors can see it."),
    shortest=MIN_LENGTH,
    longest=MAX_LENGTH,
)
PASSWORD_HELP = _("At least 8 characters, and not a common password.")
EMAIL_HELP = _("We need it if you forget your password. Other people can’t see it.")

MAX_EMAIL_LENGTH = 254
STAFF_SESSION_SECONDS = 12 * 60 * 60  # how long hosts and moderators stay logged in

# By field: its label, its help text, and the error if it is empty.
FIELD_TEXTS: dict[str, tuple["StrOrPromise", "StrOrPromise", "StrOrPromise"]] = {
    "username": (_("Name"), NAME_HELP, _("Please choose a name.")),
    "email": (_("Email address"), EMAIL_HELP, _("Please enter an email address.")),
    "login": (_("Name or email address"), "", _("Please enter your name or email address.")),
    "password": (_("Password"), "", _("Please enter your password.")),
    "oldpassword": (_("Current password"), "", _("Please enter your current password.")),
    "password1": (_("New password"), PASSWORD_HELP, _("Please choose a password.")),
    "code": (_("Code"), "", _("Please enter the code.")),
}


class FieldTextsMixin:
    """Replaces the labels, help texts and errors of an allauth form."""

    fields: dict[str, Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Passwords can be shown, so they are not typed twice.
        self.fields.pop("password2", None)
        for name, field in self.fields.items():
            field.label, field.help_text, field.error_messages["required"] = FIELD_TEXTS[name]
            field.widget.attrs.pop("placeholder", None)
            field.widget.attrs["class"] = "field"
        if (email := self.fields.get("email")) is not None:
            email.error_messages["invalid"] = _("That’s not an email address.")
            email.widget.attrs["maxlength"] = str(MAX_EMAIL_LENGTH)
            email.validators.append(MaxLengthValidator(MAX_EMAIL_LENGTH, _("That address is too long.")))


class SignUpForm(FieldTextsMixin, account.SignupForm):  # type: ignore[misc]
    """Signing up needs only a name and a password."""

    field_order = ("username", "password1", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.validators = []  # the adapter checks names, with an explanation of each fault
        name.widget.attrs |= {"maxlength": str(MAX_LENGTH), "autocapitalize": "none", "spellcheck": "false"}
        self.fields["password1"].label = _("Password")


class LogInForm(FieldTextsMixin, account.LoginForm):  # type: ignore[misc]
    """Log in with a name or a confirmed address, and the password. Staff sessions are shorter."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {
            "autocomplete": "username", "autocapitalize": "none", "spellcheck": "false",
        }  # fmt: skip

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        answer: HttpResponse = super().login(request, redirect_url)
        if self.user.is_staff:
            request.session.set_expiry(STAFF_SESSION_SECONDS)
        return answer


class ChangePasswordForm(FieldTextsMixin, account.ChangePasswordForm):  # type: ignore[misc]
    """The old password and the new one."""


class PasswordResetRequestForm(FieldTextsMixin, account.ResetPasswordForm):  # type: ignore[misc]
    """The address to send the link to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = _("The address of your account. We’ll email you a link.")


class PasswordResetForm(FieldTextsMixin, account.ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password, for a player who followed the link."""


class ChangeEmailForm(FieldTextsMixin, account.AddEmailForm):  # type: ignore[misc]
    """A new address, which is used after confirmation."""


class ConfirmPasswordForm(FieldTextsMixin, account.ReauthenticateForm):  # type: ignore[misc]
    """The password again, before an irreversible action."""


class SecondFactorForm(FieldTextsMixin, mfa.AuthenticateForm):  # type: ignore[misc]
    """A code of the app, or a recovery code."""


class ConfirmSecondFactorForm(FieldTextsMixin, mfa.ReauthenticateForm):  # type: ignore[misc]
    """A code, to confirm before changes."""


class ActivateSecondFactorForm(FieldTextsMixin, totp.ActivateTOTPForm):  # type: ignore[misc]
    """The first code of an app that has just received the key."""
