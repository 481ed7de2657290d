"""Encrypted data opens with its key, in its context, unchanged, and not otherwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rng.seal import KeyMissing, SealBroken, derive_key, derive_keys, reseal, seal, sealing_key_id, unseal

OLD, NEW = derive_key("the old passphrase"), derive_key("the new passphrase")


def two_of(letters: str) -> st.SearchStrategy[list[str]]:
    """Draw two letters, in the same way for any nonce."""
    return st.lists(st.sampled_from(letters), min_size=2, max_size=2, unique=True)


def other_than(letter: str, two: list[str]) -> str:
    """Return the first of two letters that differs from this one."""
    return next(each for each in two if each != letter)


@given(st.binary(max_size=200), st.binary(max_size=20))
def test_sealed_data_can_be_opened(plain: bytes, context: bytes) -> None:
    assert unseal(seal(plain, [NEW], context), [NEW], context) == plain


def test_old_keys_open_and_the_newest_seals() -> None:
    before = seal(b"before", [OLD], b"g1")
    after = seal(b"after", [NEW, OLD], b"g1")
    assert unseal(before, [NEW, OLD], b"g1") == b"before"
    assert after.startswith(NEW[0] + ".")
    assert unseal(after, [NEW], b"g1") == b"after"


def test_a_missing_key_is_distinguished_from_a_broken_seal() -> None:
    with pytest.raises(KeyMissing, match=f"key {OLD[0]}, which is not here"):
        unseal(seal(b"before", [OLD], b"g1"), [NEW], b"g1")
    assert not issubclass(KeyMissing, SealBroken)


@given(
    st.binary(max_size=200),
    st.binary(max_size=20),
    st.lists(st.text(min_size=1, max_size=8), min_size=2, max_size=6, unique=True),
)
def test_keys_are_rotated_and_nothing_is_lost(plain: bytes, context: bytes, passphrases: list[str]) -> None:
    """Each new key is put before the existing ones.

    Once all data is encrypted again, the old keys can be removed.
    """
    first, *newer = derive_keys(passphrases)
    keys, sealed = [first], seal(plain, [first], context)
    for key in newer:
        keys = [key, *keys]
        assert unseal(sealed, keys, context) == plain
        sealed = reseal(sealed, keys, context)
        assert reseal(sealed, keys, context) == sealed
        assert (sealing_key_id(sealed), unseal(sealed, [key], context)) == (key[0], plain)
        with pytest.raises(KeyMissing):
            unseal(sealed, keys[1:], context)


@given(st.binary(max_size=40), st.data())
def test_broken_data_is_never_resealed(plain: bytes, data: st.DataObject) -> None:
    sealed = seal(plain, [OLD], b"g1")
    place = data.draw(st.integers(9, len(sealed) - 5))
    letter = other_than(sealed[place], data.draw(two_of("ABxyz01")))
    with pytest.raises(SealBroken):
        reseal(sealed[:place] + letter + sealed[place + 1 :], [NEW, OLD], b"g1")
    with pytest.raises(SealBroken):
        reseal(sealed, [NEW, OLD], b"g2")


def test_a_key_of_the_same_id_does_not_open_anothers_seal() -> None:
    with pytest.raises(SealBroken, match="broken"):
        unseal(seal(b"plain", [NEW], b"g1"), [(NEW[0], OLD[1])], b"g1")


def test_a_seal_of_another_game_does_not_open() -> None:
    with pytest.raises(SealBroken, match="broken"):
        unseal(seal(b"plain", [NEW], b"g1"), [NEW], b"g2")


@given(st.binary(min_size=1, max_size=40), st.data())
def test_a_seal_with_any_letter_changed_does_not_open(plain: bytes, data: st.DataObject) -> None:
    sealed = seal(plain, [NEW], b"g1")
    # Whole blocks of base64 only: in a partial last block, some bits of a letter have no meaning.
    place = data.draw(st.integers(0, len(sealed) - 5))
    letter = other_than(sealed[place], data.draw(two_of("ABCxyz019-_.=♥")))
    # Another key id is indistinguishable from a missing key. Every other change is corruption.
    names_another_key = place < 8 and letter in "01239"
    with pytest.raises(KeyMissing if names_another_key else SealBroken):
        unseal(sealed[:place] + letter + sealed[place + 1 :], [NEW], b"g1")


@pytest.mark.parametrize(
    "nonsense", ["", ".", "torn", OLD[0], f"{OLD[0]}.AAAA", NEW[0], f"{NEW[0]}.", f"{NEW[0]}.AAAA", "♥.♥"]
)
def test_arbitrary_text_does_not_open(nonsense: str) -> None:
    with pytest.raises(SealBroken):
        unseal(nonsense, [NEW], b"g1")


def test_the_error_for_a_broken_seal_contains_no_secret() -> None:
    with pytest.raises(SealBroken) as broken:
        unseal(seal(b"the secret", [NEW], b"g1"), [NEW], b"g2")
    assert "secret" not in str(broken.value)
    assert broken.value.__suppress_context__


def test_the_same_sealed_twice_looks_different() -> None:
    assert seal(b"plain", [NEW], b"g1") != seal(b"plain", [NEW], b"g1")


def test_keys_are_derived_the_same_every_time_and_differ() -> None:
    assert derive_key("the old passphrase") == OLD
    assert OLD[0] != NEW[0]
    assert OLD[1] != NEW[1]
    assert len(OLD[1]) == 32


def test_sealing_without_a_key_fails() -> None:
    with pytest.raises(ValueError, match="no key"):
        seal(b"plain", [], b"g1")
    with pytest.raises(ValueError, match="empty"):
        derive_key("")
