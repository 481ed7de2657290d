"""The second factor: its texts, and the storage of its keys."""

import logging
from collections.abc import Iterator
from functools import wraps
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from game.accounts.decorators import View
from game.models import Player
from game.table.record.sealed_secrets import sealing_keys
from rng import seal

log = logging.getLogger(__name__)

CONTEXT = b"two-factor"
LOCKED = _(
    "We can’t check your code at the moment. Your two-factor login is still set up. Please try again later."
)
BROKEN = _(
    "We can no longer read your two-factor key. Turn two-factor login off and on again to set up a new one."
)


class UnreadableSecret(ValidationError):
    """A sealed value cannot be read. A form shows it as an error, and a page instead of the codes."""


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Seals keys in the database, like all other secrets."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That code is wrong or already used. Enter the one your app shows now."),
    }

    def get_totp_label(self, user: Player) -> str:
        return user.username

    def encrypt(self, text: str) -> str:
        return seal.seal(text.encode(), sealing_keys(), CONTEXT)

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return seal.unseal(encrypted_text, sealing_keys(), CONTEXT).decode()
        except seal.KeyMissing as fault:
            log.error("a second factor cannot be checked: %s Is it in SEALING_KEYS?", fault)
            raise UnreadableSecret(LOCKED) from None
        except seal.SealBroken as fault:
            log.error("a second factor is lost: %s", fault)
            raise UnreadableSecret(BROKEN) from None


# The fields of an authenticator that are stored sealed, with allauth's names.
SEALED_FIELDS = ("secret", "seed", "migrated_codes")


def sealed_values(data: dict[str, Any]) -> Iterator[str]:
    """Yield all sealed values of an authenticator."""
    for name in SEALED_FIELDS:
        value = data.get(name, [])
        yield from value if isinstance(value, list) else [value]


def reseal_data(data: dict[str, Any]) -> dict[str, Any]:
    """Return an authenticator's data, sealed with the newest key."""

    def resealed(value: str | list[str]) -> str | list[str]:
        if isinstance(value, list):
            return [seal.reseal(code, sealing_keys(), CONTEXT) for code in value]
        return seal.reseal(value, sealing_keys(), CONTEXT)

    return data | {name: resealed(data[name]) for name in SEALED_FIELDS if name in data}


def show_unreadable_secret(view: View) -> View:
    """Wrap a view that shows sealed values: it shows an explanation if they cannot be read."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except UnreadableSecret as fault:
            return render(
                request, "mfa/recovery_codes/unreadable.html", {"message": fault.message}, status=503
            )

    return wrapped
