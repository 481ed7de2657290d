"""Opaque ids of players and games in a dump: they identify no account, and differ in each month."""

import hmac
from hashlib import sha256

from django.conf import settings

from rng.seal import derive_bytes

KEY_LENGTH = 32
DIGITS = 16


class OpaqueIds:
    """The ids of one month, made with a key that only this site can derive."""

    def __init__(self, month: str) -> None:
        self._key = derive_bytes(settings.SIGNING_KEYS[0], f"ids in the dump of {month}", KEY_LENGTH)

    def player(self, number: int) -> str:
        return self._id(f"player {number}")

    def game(self, game_id: str) -> str:
        return self._id(f"game {game_id}")

    def _id(self, what: str) -> str:
        return hmac.new(self._key, what.encode(), sha256).hexdigest()[:DIGITS]
