"""Seals the secrets of games, and opens them."""

import json
from dataclasses import asdict, dataclass, field

from django.conf import settings
from django.db.models.functions import Left

from game.models import Secrets
from rng import entropy, seal


@dataclass(frozen=True, slots=True)
class ServerSecrets:
    """What the server must not show while a game lives: its chain's secret, and the bot's two."""

    chain: bytes = field(repr=False)
    bot_seat: bytes = field(repr=False)
    bot_stream: bytes = field(repr=False)


def generate_secrets() -> ServerSecrets:
    """Fresh secrets for a new game."""
    return ServerSecrets(entropy.secret(), entropy.secret(), entropy.secret())


def seal_secrets(secrets: ServerSecrets, game: str) -> str:
    """The secrets as they are kept in the database."""
    plain = json.dumps({name: secret.hex() for name, secret in asdict(secrets).items()})
    return seal.seal(plain.encode(), sealing_keys(), game.encode())


def unseal(sealed: str, game: str) -> ServerSecrets:
    """The secrets of a game, for its table alone."""
    plain = json.loads(seal.unseal(sealed, sealing_keys(), game.encode()))
    return ServerSecrets(**{name: bytes.fromhex(secret) for name, secret in plain.items()})


def reseal(sealed: str, game: str) -> str:
    """The same secrets under the newest key."""
    return seal.reseal(sealed, sealing_keys(), game.encode())


def seal_chain(x0: bytes, deck_set: str) -> str:
    """The secret that a set's chain begins with, as it is kept in the database."""
    return seal.seal(x0, sealing_keys(), _chain_context(deck_set))


def unseal_chain(sealed: str, deck_set: str) -> bytes:
    """The secret that a set's chain begins with."""
    return seal.unseal(sealed, sealing_keys(), _chain_context(deck_set))


def reseal_chain(sealed: str, deck_set: str) -> str:
    """The same under the newest key."""
    return seal.reseal(sealed, sealing_keys(), _chain_context(deck_set))


def _chain_context(deck_set: str) -> bytes:
    return f"decks {deck_set}".encode()


def sealing_keys() -> list[seal.Key]:
    """The site's keys, the newest first."""
    return seal.derive_keys(settings.SEALING_KEYS)


def missing_keys() -> frozenset[str]:
    """The ids of the keys that live games are sealed with, and that are not here."""
    live = Secrets.objects.filter(game__finished_at=None)
    ids = live.annotate(key=Left("sealed", seal.ID_LENGTH)).values_list("key", flat=True).distinct()
    return seal.missing_key_ids(ids, sealing_keys())
