"""The second factor: what it is called, and how its keys are kept."""

from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from game.models import Player
from rng import seal

CONTEXT = b"two-factor"


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Keys lie sealed in the database, like whatever else it must not give away."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This code is wrong, or was used before. Please take the one that is shown now."),
    }

    def get_totp_label(self, user: Player) -> str:
        return user.username

    def encrypt(self, text: str) -> str:
        return seal.seal(text.encode(), self._keys(), CONTEXT)

    def decrypt(self, encrypted_text: str) -> str:
        return seal.unseal(encrypted_text, self._keys(), CONTEXT).decode()

    def _keys(self) -> list[seal.Key]:
        return [seal.key_from(passphrase) for passphrase in settings.SEALING_KEYS]
