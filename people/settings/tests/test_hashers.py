"""Password hashing, and the upgrade of hashes from older versions."""

from typing import Any

import pytest
from django.contrib.auth.hashers import (
    PBKDF2PasswordHasher,
    check_password,
    identify_hasher,
    make_password,
)

from cribbage_site import settings as site_settings
from game.accounts.hashers import Argon2idHasher
from game.models import Player
from tests.worlds.accounts import PASSWORD, AccountClient, create_account

# Made by this site before it used argon2-cffi.
STORED = (
    "argon2id$v=19$m=19456,t=2,p=1$VG5xRTFmRnJjSjBObTFKdjZuUTBXYw$PGN3r6Jhfy9mW9iA9LcyMLu9bx9VNqnkhkNjfDmB0s4"
)
# From test.c of the reference implementation.
REFERENCE = "argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"


@pytest.fixture(autouse=True)
def hashes_of_the_site(settings: Any) -> None:
    settings.PASSWORD_HASHERS = site_settings.PASSWORD_HASHERS


@pytest.mark.parametrize("password", ["every other hand", "päss wörter ♠", "x" * 4096, "with \0 nul"])
def test_a_password_fits_its_own_hash_and_no_other(password: str) -> None:
    hashed = make_password(password)
    assert hashed.startswith("argon2id$v=19$m=19456,t=2,p=1$")
    assert check_password(password, hashed)
    assert not check_password(password + " ", hashed)
    assert make_password(password) != hashed


def test_stored_hash_still_fits_its_password_and_is_not_replaced() -> None:
    assert identify_hasher(STORED).verify("every other hand", STORED)
    assert not identify_hasher(STORED).verify("every other hands", STORED)
    assert not Argon2idHasher().must_update(STORED)
    assert Argon2idHasher().encode("every other hand", "TnqE1fFrcJ0Nm1Jv6nQ0Wc") == STORED


@pytest.mark.slow
def test_hash_matches_the_reference_implementation() -> None:
    assert Argon2idHasher().verify("password", REFERENCE)
    assert not Argon2idHasher().verify("Password", REFERENCE)


def test_hash_with_other_costs_is_replaced_and_one_with_these_is_not() -> None:
    assert Argon2idHasher().must_update(REFERENCE)
    assert not Argon2idHasher().must_update(make_password("every other hand"))


def test_summary_of_a_hash_does_not_reveal_it() -> None:
    shown = identify_hasher(REFERENCE).safe_summary(REFERENCE)
    assert [shown[cost] for cost in ("algorithm", "memory cost", "time cost", "parallelism")] == [
        "argon2id",
        65536,
        2,
        1,
    ]
    assert "CTFhFdXPJO" not in str(shown)


@pytest.mark.slow
@pytest.mark.django_db
def test_older_hash_is_upgraded_at_the_next_login(nobody: AccountClient) -> None:
    anna = create_account("Anna")
    old = PBKDF2PasswordHasher().encode(PASSWORD, "seasalt", iterations=1000)
    Player.objects.filter(pk=anna.pk).update(password=old)
    assert nobody.post("login", login="Anna", password="wrong").status_code == 400
    anna.refresh_from_db()
    assert anna.password == old
    assert nobody.post("login", login="Anna", password=PASSWORD).status_code == 302
    assert nobody.is_logged_in()
    anna.refresh_from_db()
    assert anna.password.startswith("argon2id$")
    assert anna.check_password(PASSWORD)
