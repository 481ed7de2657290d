"""Hashes passwords with Argon2id, which costs attackers memory as well as time."""

from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher

ALGORITHM = "argon2id"


class Argon2idHasher(Argon2PasswordHasher):
    """Django's hasher at the lowest cost that OWASP recommends: 19 MiB and 30 ms of one core per hash.

    Stored hashes begin with "argon2id$v=19$", without the name that Django writes in front. They stay in that
    form, because replacing a hash ends the owner's other sessions.
    """

    algorithm = ALGORITHM
    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        return super().encode(password, salt).removeprefix(f"{ALGORITHM}$")

    def decode(self, encoded: str) -> dict[str, Any]:
        return dict(super().decode(f"{ALGORITHM}${encoded}"))

    def verify(self, password: str, encoded: str) -> bool:
        return bool(super().verify(password, f"{ALGORITHM}${encoded}"))
