"""What is worked out from the secrets of a game, for somebody who asked for it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext

from common.refusal import Refusal
from game.table.locked_games import LOCKED
from game.table.sealed_secrets import KeyMissing, SealBroken


@contextmanager
def refusing_sealed_secrets() -> Iterator[None]:
    """Refuse what cannot be told as long as a game's secrets do not open."""
    try:
        yield
    except KeyMissing:
        raise Refusal("locked", str(LOCKED)) from None
    except SealBroken:
        says = gettext("The secrets of this game cannot be opened, and its deals not be made again.")
        raise Refusal("broken", says) from None
