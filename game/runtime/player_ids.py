"""The ids by which games name their players: keyed, so that nobody can try all rows' numbers."""

import hmac
from functools import cache

from django.conf import settings

from rng.seal import derive_bytes

PURPOSE = "player id key"
KEY_LENGTH = 32
# Twenty digits hold eight bytes, and fit where transcripts have had numbers of rows.
BYTES, DIGITS = 8, 20


def player_id(row_number: int) -> str:
    """The id of a player in new games: the same in all, as long as the site's newest key stays."""
    digest = hmac.digest(_key(settings.SIGNING_KEYS[0]), str(row_number).encode(), "sha256")
    return str(int.from_bytes(digest[:BYTES], "big")).zfill(DIGITS)


@cache
def _key(passphrase: str) -> bytes:
    return derive_bytes(passphrase, PURPOSE, KEY_LENGTH)
