"""API calls that need the secrets of a game."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext

from common.refusal import Refusal
from game.table.record.locked_games import LOCKED
from rng.seal import KeyMissing, SealBroken


@contextmanager
def refusing_sealed_secrets() -> Iterator[None]:
    """Refuse a call while the secrets of a game cannot be decrypted."""
    try:
        yield
    except KeyMissing:
        raise Refusal("locked", str(LOCKED)) from None
    except SealBroken:
        message = gettext("The secrets of this game can’t be decrypted, so its deals can’t be made again.")
        raise Refusal("broken", message) from None
