"""A game's secrets while it lives, and how they are put away."""

import json
from dataclasses import asdict, dataclass, field

from django.conf import settings
from django.db.models.functions import Left

from game.models import Secrets
from rng import entropy, seal
from rng.seal import KeyMissing, SealBroken, Unopened

__all__ = [
    "KeyMissing",
    "SealBroken",
    "Sealed",
    "Unopened",
    "draw",
    "keys",
    "missing_keys",
    "reseal",
    "seal_up",
    "unseal",
]


@dataclass(frozen=True, slots=True)
class Sealed:
    """What the server must not tell while a game lives: its chain's secret, and the bot's two."""

    chain: bytes = field(repr=False)
    bot_seat: bytes = field(repr=False)
    bot_stream: bytes = field(repr=False)


def draw() -> Sealed:
    """Fresh secrets for a new game."""
    return Sealed(entropy.secret(), entropy.secret(), entropy.secret())


def seal_up(secrets: Sealed, game: str) -> str:
    """The secrets as they lie in the database."""
    plain = json.dumps({name: secret.hex() for name, secret in asdict(secrets).items()})
    return seal.seal(plain.encode(), keys(), game.encode())


def unseal(sealed: str, game: str) -> Sealed:
    """The secrets of a game, for its table alone."""
    plain = json.loads(seal.unseal(sealed, keys(), game.encode()))
    return Sealed(**{name: bytes.fromhex(secret) for name, secret in plain.items()})


def reseal(sealed: str, game: str) -> str:
    """The same secrets under the newest key."""
    return seal.reseal(sealed, keys(), game.encode())


def keys() -> list[seal.Key]:
    """The site's keys, the newest first."""
    return seal.keys_from(settings.SEALING_KEYS)


def missing_keys() -> frozenset[str]:
    """The ids of the keys that live games are sealed with, and that are not here."""
    live = Secrets.objects.filter(game__finished_at=None)
    ids = live.annotate(key=Left("sealed", seal.ID_LENGTH)).values_list("key", flat=True).distinct()
    return seal.missing(ids, keys())
