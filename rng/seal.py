"""Encryption at rest: the secrets of a live game are stored encrypted and bound to their game."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from rng import entropy
from rng.framing import framed

NONCE_LENGTH = 12
ID_LENGTH = 8
KEY_ID_PATTERN = re.compile(rf"[0-9a-f]{{{ID_LENGTH}}}")
# At least a key id, a nonce and a tag. Anything else was not encrypted here.
SEALED_PATTERN = re.compile(rf"{KEY_ID_PATTERN.pattern}\.[A-Za-z0-9_-]{{38,}}={{0,2}}")

Key: TypeAlias = tuple[str, bytes]


class SealError(Exception):
    """Data that can't be decrypted. The message never contains the plaintext."""


class SealBroken(SealError):
    """The data was changed or belongs to another context: no key can decrypt it."""


class KeyMissing(SealError):
    """The data may be intact, but the key with this id is not among those given."""

    def __init__(self, key: str) -> None:
        super().__init__(f"This was sealed with the key {key}, which is not here.")
        self.key = key


def derive_key(passphrase: str) -> Key:
    """Derive an encryption key and its id from one of the site's secret settings."""
    if not passphrase:
        raise ValueError("A sealing key cannot be made from an empty passphrase.")
    key_id = derive_bytes(passphrase, "seal key id", ID_LENGTH // 2).hex()
    return key_id, derive_bytes(passphrase, "seal key", 32)


def derive_keys(passphrases: Iterable[str]) -> list[Key]:
    """Derive the keys of all passphrases, in order: the newest first."""
    return [derive_key(passphrase) for passphrase in passphrases]


def seal(plain: bytes, keys: Sequence[Key], context: bytes) -> str:
    """Encrypt bytes with the first, newest key. They can be decrypted only in the same context."""
    if not keys:
        raise ValueError("There is no key to seal with.")
    key_id, key = keys[0]
    nonce = entropy.nonce()
    sealed = nonce + AESGCM(key).encrypt(nonce, plain, _associated_data(key_id, context))
    return f"{key_id}.{urlsafe_b64encode(sealed).decode('ascii')}"


def unseal(sealed: str, keys: Sequence[Key], context: bytes) -> bytes:
    """Decrypt data with the key that encrypted it, old or new."""
    if not SEALED_PATTERN.fullmatch(sealed):
        raise SealBroken("This seal is broken: it is no seal at all.")
    key_id, _, body = sealed.partition(".")
    key = dict(keys).get(key_id)
    if key is None:
        raise KeyMissing(key_id)
    try:
        raw = urlsafe_b64decode(body.encode("ascii"))
        return AESGCM(key).decrypt(raw[:NONCE_LENGTH], raw[NONCE_LENGTH:], _associated_data(key_id, context))
    except (InvalidTag, ValueError):
        # `from None`: a traceback must not contain the data.
        raise SealBroken("This seal is broken: it was changed, or belongs to something else.") from None


def sealing_key_id(sealed: str) -> str:
    """Return the id of the key that encrypted the data."""
    return sealed[:ID_LENGTH]


def missing_key_ids(ids: Iterable[str], keys: Sequence[Key]) -> frozenset[str]:
    """Return those of the ids that are valid and that none of these keys has."""
    return frozenset(id for id in ids if KEY_ID_PATTERN.fullmatch(id)).difference(dict(keys))


def reseal(sealed: str, keys: Sequence[Key], context: bytes) -> str:
    """Encrypt the same data with the newest key. Return it unchanged if it already is."""
    return (
        sealed if sealing_key_id(sealed) == keys[0][0] else seal(unseal(sealed, keys, context), keys, context)
    )


def _associated_data(key_id: str, context: bytes) -> bytes:
    return framed(b"every-other|seal", key_id.encode(), context)


def derive_bytes(passphrase: str, purpose: str, length: int) -> bytes:
    """Derive secret bytes for one purpose. They reveal nothing about those for another."""
    info = f"every-other|{purpose}".encode()
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=info).derive(passphrase.encode())
