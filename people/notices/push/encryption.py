"""Encrypt a push message so that only its browser can read it (RFC 8291, with the coding of RFC 8188)."""

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from people.notices.push.vapid import public_bytes
from rng import entropy

SALT_BYTES, KEY_BYTES, NONCE_BYTES, AUTH_BYTES = 16, 16, 12, 16
RECORD_SIZE = 4096
LAST_RECORD = b"\x02"
# The capacity of the single record of a message (RFC 8291, section 4).
MAX_PLAINTEXT = 3993


def encrypt(plaintext: bytes, p256dh: bytes, auth: bytes) -> bytes:
    """Return the body of a push message for the browser with this public key and secret."""
    salt = entropy.secret()[:SALT_BYTES]
    return encrypt_with(plaintext, p256dh, auth, generate_private_key(SECP256R1()), salt)


def encrypt_with(
    plaintext: bytes, p256dh: bytes, auth: bytes, sender: EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """Encrypt with a given key and salt, which must be used only once."""
    if len(plaintext) > MAX_PLAINTEXT:
        raise ValueError(f"a push message has at most {MAX_PLAINTEXT} bytes")
    receiver = load_public_key(p256dh)
    own = public_bytes(sender)
    key, nonce = derive_keys(sender.exchange(ECDH(), receiver), auth, salt, receiver=p256dh, sender=own)
    header = salt + RECORD_SIZE.to_bytes(4) + len(own).to_bytes(1) + own
    return header + AESGCM(key).encrypt(nonce, plaintext + LAST_RECORD, None)


def load_public_key(point: bytes) -> EllipticCurvePublicKey:
    """Return the public key of a browser. Raise ValueError if the bytes are not a point on the curve."""
    key = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    if key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint) != point:
        raise ValueError("a browser's key is an uncompressed point")
    return key


def derive_keys(
    shared: bytes, auth: bytes, salt: bytes, *, receiver: bytes, sender: bytes
) -> tuple[bytes, bytes]:
    """Return the key and nonce of the single record, from the values that both ends know."""
    secret = _hkdf(auth, b"WebPush: info\0" + receiver + sender, 32, shared)
    return (
        _hkdf(salt, b"Content-Encoding: aes128gcm\0", KEY_BYTES, secret),
        _hkdf(salt, b"Content-Encoding: nonce\0", NONCE_BYTES, secret),
    )


def _hkdf(salt: bytes, info: bytes, length: int, secret: bytes) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
