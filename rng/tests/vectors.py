"""The published vectors of cribfair/1."""

import hashlib
import json
from pathlib import Path
from typing import Any

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("cribfair_vectors.json").read_text())
GAME: dict[str, Any] = VECTORS["game"]


def secret_from_formula(formula: str) -> bytes:
    """Return the secret of a formula h(text) in the vectors: SHA-256 of the text."""
    return hashlib.sha256(formula.removeprefix("h(").removesuffix(")").encode("ascii")).digest()


def numbered_keys(n: int) -> list[bytes]:
    """Return n keys of 64 bytes, the same in every run."""
    return [hashlib.sha512(f"key {i}".encode()).digest() for i in range(n)]
