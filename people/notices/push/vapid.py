"""The key that identifies this site to push services (RFC 8292)."""

from functools import cache
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid.jwt import sign

from common import clock
from common.formats.base64url import from_base64url, to_base64url

TOKEN_SECONDS = 12 * 60 * 60  # the standard allows at most a day
KEY_BYTES = 32


class KeyPair(NamedTuple):
    """A key pair in base64url, its form for exchange."""

    private: str
    public: str


def public_bytes(key: EllipticCurvePrivateKey) -> bytes:
    """Return the public key as an uncompressed point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def make_key_pair() -> KeyPair:
    """Return a new key pair for a host's settings."""
    key = generate_private_key(SECP256R1())
    private = key.private_numbers().private_value.to_bytes(KEY_BYTES)
    return KeyPair(to_base64url(private), to_base64url(public_bytes(key)))


@cache
def load_private_key(text: str) -> EllipticCurvePrivateKey:
    """Return the private key of a setting. Raise ValueError if it is invalid."""
    data = from_base64url(text)
    if len(data) != KEY_BYTES:
        raise ValueError(f"a key has {KEY_BYTES} bytes, and this one {len(data)}")
    return derive_private_key(int.from_bytes(data), SECP256R1())


def public_key() -> str:
    """Return the public key that browsers subscribe with, or an empty text if the host has set no key."""
    if not settings.VAPID_PRIVATE_KEY:
        return ""
    return to_base64url(public_bytes(load_private_key(settings.VAPID_PRIVATE_KEY)))


def authorization(endpoint: str) -> str:
    """Return the header that identifies this site to the push service of an endpoint."""
    url = urlsplit(endpoint)
    claims = {
        "aud": f"{url.scheme}://{url.netloc}",
        "exp": int(clock.seconds()) + TOKEN_SECONDS,
        "sub": settings.VAPID_SUBJECT,
    }
    key = load_private_key(settings.VAPID_PRIVATE_KEY)
    return f"vapid t={sign(claims, key)}, k={to_base64url(public_bytes(key))}"
