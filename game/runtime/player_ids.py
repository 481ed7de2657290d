"""The ids of players in games. They are keyed, so that row numbers can't be guessed from them."""

import hmac
from functools import cache

from django.conf import settings

from rng.seal import derive_bytes

PURPOSE = "player id key"
KEY_LENGTH = 32
# Twenty digits hold eight bytes, and fit where transcripts used to have row numbers.
BYTES, DIGITS = 8, 20


def player_id(row_number: int) -> str:
    """Return the id of a player in new games.

    It is the same in all games as long as the site's newest key stays.
    """
    digest = hmac.digest(_key(settings.SIGNING_KEYS[0]), str(row_number).encode(), "sha256")
    return str(int.from_bytes(digest[:BYTES], "big")).zfill(DIGITS)


@cache
def _key(passphrase: str) -> bytes:
    return derive_bytes(passphrase, PURPOSE, KEY_LENGTH)
