"""Hashes passwords with Argon2id, for which a guesser needs memory as well as time.

Django's own hasher wants a library for it; the one that encrypts for us can do it as well.
"""

from typing import Any

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from django.contrib.auth.hashers import BasePasswordHasher, mask_hash


class Argon2idHasher(BasePasswordHasher):
    """The least that OWASP recommends: a hash takes 19 MiB, and 30 ms of one core."""

    algorithm = "argon2id"
    memory_cost = 19 * 1024  # KiB
    iterations = 2
    lanes = 1

    def encode(self, password: str, salt: str) -> str:
        self._check_encode_args(password, salt)  # type: ignore[attr-defined]
        kdf = Argon2id(
            salt=salt.encode(),
            length=32,
            iterations=self.iterations,
            lanes=self.lanes,
            memory_cost=self.memory_cost,
        )
        # "$argon2id$v=19$m=...,t=...,p=...$salt$hash", but for the first $: Django wants the name first.
        return kdf.derive_phc_encoded(password.encode())[1:]

    def verify(self, password: str, encoded: str) -> bool:
        try:
            Argon2id.verify_phc_encoded(password.encode(), f"${encoded}")
        except InvalidKey:
            return False
        return True

    def decode(self, encoded: str) -> dict[str, Any]:
        algorithm, version, costs, salt, hashed = encoded.split("$")
        return {"algorithm": algorithm, "version": version, "costs": costs, "salt": salt, "hash": hashed}

    def must_update(self, encoded: str) -> bool:
        costs = f"m={self.memory_cost},t={self.iterations},p={self.lanes}"
        return bool(self.decode(encoded)["costs"] != costs)

    def safe_summary(self, encoded: str) -> dict[Any, Any]:
        decoded = self.decode(encoded)
        return {
            "algorithm": decoded["algorithm"],
            "costs": decoded["costs"],
            "salt": mask_hash(decoded["salt"]),
            "hash": mask_hash(decoded["hash"]),
        }

    def harden_runtime(self, password: str, encoded: str) -> None:
        """Nothing: how long a wrong password takes is hidden by `game.accounts.password_queue`."""
