"""Base64url without padding (RFC 4648, section 5), as browsers' push services write keys."""

import base64


def to_base64url(data: bytes) -> str:
    """These bytes as text."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """The bytes of such a text, with or without its padding; ValueError where it is none."""
    bare = text.rstrip("=")
    if not bare.isascii() or set("+/") & set(bare):
        raise ValueError("this is not base64url")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), b"-_", validate=True)
