"""Sealing at rest: what a live game must not show is kept encrypted, bound to the game it belongs to."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import TypeAlias

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from rng import fresh
from rng.framing import framed

NONCE_LENGTH = 12

Key: TypeAlias = tuple[str, bytes]


class SealBroken(Exception):
    """A seal that does not open; its sentence never says what was inside."""


def key_from(passphrase: str) -> Key:
    """A sealing key and its id, from one of the site's secret settings."""
    if not passphrase:
        raise ValueError("A sealing key cannot be made from an empty passphrase.")
    return _derived(passphrase, "seal key id", 4).hex(), _derived(passphrase, "seal key", 32)


def seal(plain: bytes, keys: Sequence[Key], context: bytes) -> str:
    """The plain bytes sealed with the first, newest key, to be opened only in the same context."""
    if not keys:
        raise ValueError("There is no key to seal with.")
    key_id, key = keys[0]
    nonce = fresh.nonce()
    sealed = nonce + AESGCM(key).encrypt(nonce, plain, _bound_to(key_id, context))
    return f"{key_id}.{urlsafe_b64encode(sealed).decode('ascii')}"


def unseal(sealed: str, keys: Sequence[Key], context: bytes) -> bytes:
    """What was sealed, with whichever of the keys, old or new, sealed it."""
    key_id, _, body = sealed.partition(".")
    key = dict(keys).get(key_id)
    if key is None:
        raise SealBroken("This was sealed with a key that is no longer here.")
    try:
        raw = urlsafe_b64decode(body.encode("ascii"))
        return AESGCM(key).decrypt(raw[:NONCE_LENGTH], raw[NONCE_LENGTH:], _bound_to(key_id, context))
    except (InvalidTag, ValueError):
        # `from None`: a traceback must not carry what was being opened.
        raise SealBroken("This seal is broken: it was changed, or belongs to something else.") from None


def _bound_to(key_id: str, context: bytes) -> bytes:
    return framed(b"every-other|seal", key_id.encode(), context)


def _derived(passphrase: str, purpose: str, length: int) -> bytes:
    info = f"every-other|{purpose}".encode()
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=info).derive(passphrase.encode())
