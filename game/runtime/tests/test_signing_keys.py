"""Signing keys: rotated by a list, different for every purpose, and named after the site."""

from typing import Any

import pytest

from common.formats.signed_note import Signer
from game.runtime.signing_keys import find_signer, newest_signer, site_name


@pytest.fixture(autouse=True)
def keys(settings: Any) -> None:
    settings.SIGNING_KEYS = ["new", "old"]


def test_the_newest_key_signs() -> None:
    signer = newest_signer("cards.example")
    assert signer.verifier_key == find_signer(signer.verifier_key).verifier_key  # type: ignore[union-attr]


def test_an_older_key_still_signs_for_games_that_name_it(settings: Any) -> None:
    settings.SIGNING_KEYS = ["old"]
    then = newest_signer("cards.example").verifier_key
    settings.SIGNING_KEYS = ["new", "old"]
    assert newest_signer("cards.example").verifier_key != then
    assert find_signer(then) is not None


def test_a_key_that_is_gone_signs_nothing(settings: Any) -> None:
    then = newest_signer("cards.example").verifier_key
    settings.SIGNING_KEYS = ["another"]
    assert find_signer(then) is None


def test_a_site_that_was_renamed_signs_on_in_its_old_name() -> None:
    then: Signer = newest_signer("old.example")
    found = find_signer(then.verifier_key)
    assert found is not None
    assert found.verifier.name == "old.example"


def test_a_site_signs_in_the_name_it_is_found_by(settings: Any) -> None:
    settings.SITE_URL = "https://cards.example"
    assert site_name() == "cards.example"
    settings.SITE_URL = "http://127.0.0.1:8000"
    assert site_name() == "127.0.0.1:8000"
