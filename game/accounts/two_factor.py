"""The second factor: what it is called, and how its keys are kept."""

import logging
from collections.abc import Iterator
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from game.models import Player
from game.table.sealed_secrets import sealing_keys
from rng import seal

log = logging.getLogger(__name__)

CONTEXT = b"two-factor"
LOCKED = _("Your second factor cannot be checked at the moment. It is not lost: please try again later.")
BROKEN = _("Your second factor cannot be read any more. Turned off and on again it is a new one.")


class UnreadableSecret(ValidationError):
    """What lies sealed does not open: a form finds it wrong, a page tells it in place of the codes."""


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Keys lie sealed in the database, like whatever else it must not give away."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This code is wrong, or was used before. Please take the one that is shown now."),
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


# What an authenticator keeps sealed, by the names that allauth gives it.
SEALED_FIELDS = ("secret", "seed", "migrated_codes")


def sealed_values(data: dict[str, Any]) -> Iterator[str]:
    """All seals there are in what an authenticator keeps."""
    for name in SEALED_FIELDS:
        there = data.get(name, [])
        yield from there if isinstance(there, list) else [there]


def reseal_data(data: dict[str, Any]) -> dict[str, Any]:
    """What an authenticator keeps, sealed with the newest key."""

    def anew(there: str | list[str]) -> str | list[str]:
        if isinstance(there, list):
            return [seal.reseal(each, sealing_keys(), CONTEXT) for each in there]
        return seal.reseal(there, sealing_keys(), CONTEXT)

    return data | {name: anew(data[name]) for name in SEALED_FIELDS if name in data}
