"""How passwords are hashed, and how a hash of an older version becomes one of today."""

from time import thread_time

from django.contrib.auth.hashers import (
    BasePasswordHasher,
    PBKDF2PasswordHasher,
    ScryptPasswordHasher,
)

from game.accounts.hashers import Argon2idHasher
from people.settings.tests.people import PASSWORD


class OneLaneOfScrypt(ScryptPasswordHasher):
    """Scrypt for as long as Argon2id."""

    parallelism = 1


def test_what_a_hash_costs() -> None:
    """Its figures are those of docs/security.md."""

    def cost(hasher: BasePasswordHasher) -> float:
        began = thread_time()
        hasher.encode(PASSWORD, "salt of the sea")
        return thread_time() - began

    kinds = (Argon2idHasher, PBKDF2PasswordHasher, ScryptPasswordHasher, OneLaneOfScrypt)
    costs = {kind.__name__: min(cost(kind()) for _ in range(5)) for kind in kinds}
    print("".join(f"\n{name}: {1000 * seconds:.0f} ms" for name, seconds in costs.items()))
    assert costs["Argon2idHasher"] < costs["PBKDF2PasswordHasher"] / 3
