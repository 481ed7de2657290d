"""Signed notes: C2SP's own example, and refusals."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.formats.signed_note import (
    FIELD,
    SMALL_ORDER,
    NoteError,
    Signer,
    Verifier,
    key_hash,
    open_note,
    parse_verifier_key,
)

# The example of golang.org/x/mod/sumdb/note, which C2SP's signed-note describes.
PUBLISHED_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PUBLISHED_NOTE = """\
If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
"""

SIGNER = Signer("cards.example", bytes(32))
OTHER = Signer("cards.example", bytes([1] * 32))


def test_a_published_note_opens_with_its_published_key() -> None:
    text = open_note(PUBLISHED_NOTE, [parse_verifier_key(PUBLISHED_KEY)])
    assert text == PUBLISHED_NOTE.partition("\n\n")[0] + "\n"


def test_a_verifier_key_reads_back_as_it_was_written() -> None:
    assert parse_verifier_key(SIGNER.verifier_key) == SIGNER.verifier
    assert parse_verifier_key(PUBLISHED_KEY).verifier_key == PUBLISHED_KEY


@given(st.lists(st.text(st.characters(min_codepoint=32, max_codepoint=126)), min_size=1))
def test_a_signed_note_opens(lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    assert open_note(SIGNER.sign(text), [SIGNER.verifier]) == text


@given(st.data())
def test_a_note_with_one_character_changed_does_not_open(data: st.DataObject) -> None:
    note = SIGNER.sign("game k3v9\nstep over\n")
    at = data.draw(st.integers(0, len(note) - 1))
    other = data.draw(st.characters(min_codepoint=32, max_codepoint=126).filter(lambda c: c != note[at]))
    with pytest.raises(NoteError):
        open_note(note[:at] + other + note[at + 1 :], [SIGNER.verifier])


def test_every_bit_of_a_signature_counts_even_those_that_base64_leaves_over() -> None:
    digit = SIGNER.sign("a text\n")[-3]
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    spelled_otherwise = digits[digits.index(digit) + 1]
    with pytest.raises(NoteError):
        open_note(f"{SIGNER.sign('a text' + chr(10))[:-3]}{spelled_otherwise}=\n", [SIGNER.verifier])


def test_an_unknown_signature_with_a_known_one_is_ignored() -> None:
    note = SIGNER.sign("a text\n") + OTHER.sign("a text\n").splitlines()[-1] + "\n"
    assert open_note(note, [SIGNER.verifier]) == open_note(note, [OTHER.verifier]) == "a text\n"


def test_a_false_signature_in_a_known_name_spoils_a_note() -> None:
    false = OTHER.sign("another text\n").splitlines()[-1] + "\n"
    with pytest.raises(NoteError, match="does not fit"):
        open_note(SIGNER.sign("a text\n") + false, [SIGNER.verifier, OTHER.verifier])


def test_a_note_without_a_known_signature_is_refused() -> None:
    with pytest.raises(NoteError, match="Nobody known"):
        open_note(OTHER.sign("a text\n"), [SIGNER.verifier])


@pytest.mark.parametrize("note", ["", "\n", "a text\n", "a text\n\n", "a text\n\n— cards.example\n",
                                  "a text\n\n— cards.example AAAA\n", "a text\n\n- cards.example AAAAAAAA\n",
                                  SIGNER.sign("a text\n") + "\n", SIGNER.sign("a text\n")[:-1],
                                  SIGNER.sign("a text\n").replace("\n", "\r\n")])  # fmt: skip
def test_an_invalid_note_is_refused(note: str) -> None:
    with pytest.raises(NoteError):
        open_note(note, [SIGNER.verifier])


NAME, HASH, KEY = SIGNER.verifier_key.split("+", 2)


BROKEN_KEYS = (
    "",
    "cards.example",
    f"{NAME}+{HASH}",
    f"{NAME}+00000000+{KEY}",
    f"x{NAME}+{HASH}+{KEY}",
    f"{NAME}+{HASH}+{KEY[:-4]}",
    f"{NAME}+{HASH}+{base64.b64encode(bytes(33)).decode()}",
    f"{NAME}+{HASH}+not base64",
    f"\ud800+{HASH}+{KEY}",
    Verifier("no-point", b"\2" + bytes(31)).verifier_key,
)


@pytest.mark.parametrize("key", BROKEN_KEYS)
def test_an_invalid_verifier_key_is_refused(key: str) -> None:
    with pytest.raises(NoteError):
        parse_verifier_key(key)


@pytest.mark.parametrize("name", ["", "two words", "a+b", "line\n"])
def test_a_name_has_no_blanks_and_no_plus_sign(name: str) -> None:
    with pytest.raises(NoteError, match="cannot sign"):
        Signer(name, bytes(32))


def test_a_text_that_ends_in_the_middle_of_a_line_is_not_signed() -> None:
    with pytest.raises(NoteError, match="must end with"):
        SIGNER.sign("a text")


def test_a_key_off_the_curve_verifies_nothing() -> None:
    assert not Verifier("nobody", b"\xff" * 32).verifies(b"a text", bytes(64))


def small_order_keys() -> list[bytes]:
    """Return every encoding of a point of small order, also non-canonical ones."""
    ys = sorted(SMALL_ORDER) + [y + FIELD for y in SMALL_ORDER if y + FIELD < 2**255]
    return [(y | sign << 255).to_bytes(32, "little") for y in ys for sign in (0, 1)]


@pytest.mark.parametrize("key", small_order_keys(), ids=bytes.hex)
def test_a_key_that_fits_any_text_is_no_key(key: bytes) -> None:
    zeros, identity = bytes(64), b"\1" + bytes(63)
    for n in range(40):
        assert not any(
            Verifier("weak", key).verifies(b"%d" % n, signature) for signature in (zeros, identity)
        )
    name_hash = key_hash("weak", b"\1", key).hex()
    with pytest.raises(NoteError):
        parse_verifier_key(f"weak+{name_hash}+{base64.b64encode(bytes([1]) + key).decode()}")


def test_the_points_of_small_order_are_those_whose_eightfold_is_nothing() -> None:
    d = -121665 * pow(121666, -1, FIELD) % FIELD
    for y in SMALL_ORDER:
        x = _x_of(y, d)
        point = (x, y)
        for _ in range(3):
            point = _double(point, d)
        assert point == (0, 1)


def _x_of(y: int, d: int) -> int:
    square = (y * y - 1) * pow(d * y * y + 1, -1, FIELD) % FIELD
    x = pow(square, (FIELD + 3) // 8, FIELD)
    if x * x % FIELD != square:
        x = x * pow(2, (FIELD - 1) // 4, FIELD) % FIELD
    assert x * x % FIELD == square
    return x


def _double(point: tuple[int, int], d: int) -> tuple[int, int]:
    x, y = point
    product = d * x * x * y * y
    return (
        2 * x * y * pow(1 + product, -1, FIELD) % FIELD,
        (y * y + x * x) * pow(1 - product, -1, FIELD) % FIELD,
    )
