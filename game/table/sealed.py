"""A game's secrets while it lives, and how they are put away."""

import json
from dataclasses import asdict, dataclass, field

from django.conf import settings

from rng import fresh, seal
from rng.seal import SealBroken

__all__ = ["SealBroken", "Sealed", "draw", "seal_up", "unseal"]


@dataclass(frozen=True, slots=True)
class Sealed:
    """What the server must not tell while a game lives: its chain's secret, and the bot's two."""

    chain: bytes = field(repr=False)
    bot_seat: bytes = field(repr=False)
    bot_stream: bytes = field(repr=False)


def draw() -> Sealed:
    """Fresh secrets for a new game."""
    return Sealed(fresh.secret(), fresh.secret(), fresh.secret())


def seal_up(secrets: Sealed, game: str) -> str:
    """The secrets as they lie in the database."""
    plain = json.dumps({name: secret.hex() for name, secret in asdict(secrets).items()})
    return seal.seal(plain.encode(), _keys(), game.encode())


def unseal(sealed: str, game: str) -> Sealed:
    """The secrets of a game, for its table alone."""
    plain = json.loads(seal.unseal(sealed, _keys(), game.encode()))
    return Sealed(**{name: bytes.fromhex(secret) for name, secret in plain.items()})


def _keys() -> list[seal.Key]:
    return [seal.key_from(passphrase) for passphrase in settings.SEALING_KEYS]
