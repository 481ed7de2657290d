"""Encrypts and decrypts the secrets of games."""

import json
from dataclasses import asdict, dataclass, field

from django.conf import settings
from django.db.models.functions import Left

from game.models import Secrets
from rng import entropy, seal


@dataclass(frozen=True, slots=True)
class ServerSecrets:
    """The secrets that the server must hide while a game is live: its chain's secret, and the bot's two."""

    chain: bytes = field(repr=False)
    bot_seat: bytes = field(repr=False)
    bot_stream: bytes = field(repr=False)


def generate_secrets() -> ServerSecrets:
    """Generate secrets for a new game."""
    return ServerSecrets(entropy.secret(), entropy.secret(), entropy.secret())


def seal_secrets(secrets: ServerSecrets, game: str) -> str:
    """Return the secrets encrypted for the database."""
    plain = json.dumps({name: secret.hex() for name, secret in asdict(secrets).items()})
    return seal.seal(plain.encode(), sealing_keys(), game.encode())


def unseal(sealed: str, game: str) -> ServerSecrets:
    """Decrypt the secrets of a game. Only its table may use them."""
    plain = json.loads(seal.unseal(sealed, sealing_keys(), game.encode()))
    return ServerSecrets(**{name: bytes.fromhex(secret) for name, secret in plain.items()})


def reseal(sealed: str, game: str) -> str:
    """Encrypt the same secrets again under the newest key."""
    return seal.reseal(sealed, sealing_keys(), game.encode())


def seal_chain(x0: bytes, deck_set: str) -> str:
    """Encrypt the first secret of a set's chain for the database."""
    return seal.seal(x0, sealing_keys(), _chain_context(deck_set))


def unseal_chain(sealed: str, deck_set: str) -> bytes:
    """Decrypt the first secret of a set's chain."""
    return seal.unseal(sealed, sealing_keys(), _chain_context(deck_set))


def reseal_chain(sealed: str, deck_set: str) -> str:
    """Encrypt the same secret again under the newest key."""
    return seal.reseal(sealed, sealing_keys(), _chain_context(deck_set))


def _chain_context(deck_set: str) -> bytes:
    return f"decks {deck_set}".encode()


def sealing_keys() -> list[seal.Key]:
    """Return the site's keys, the newest first."""
    return seal.derive_keys(settings.SEALING_KEYS)


def missing_keys() -> frozenset[str]:
    """Return the ids of the keys that live games need and that this site does not have."""
    live = Secrets.objects.filter(game__finished_at=None)
    ids = live.annotate(key=Left("sealed", seal.ID_LENGTH)).values_list("key", flat=True).distinct()
    return seal.missing_key_ids(ids, sealing_keys())
