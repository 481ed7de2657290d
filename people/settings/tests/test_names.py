"""The rules for players' names."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.accounts.names import MAX_LENGTH, MIN_LENGTH, find_name_fault, is_reserved, likeness
from game.table.bot_accounts import BOTS

names = st.from_regex(r"[A-Za-z0-9]+([-_][A-Za-z0-9]+)*", fullmatch=True)


@pytest.mark.parametrize(
    "name", ["Ann", "Old-Hand", "jack_of_hearts", "31for2", "a" * MAX_LENGTH, "Ghost", "Adler"]
)
def test_plain_name_is_allowed(name: str):
    assert find_name_fault(name) is None


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "at least 3"),
        ("Al", "at least 3"),
        ("a" * (MAX_LENGTH + 1), "at most 20"),
        ("Ann Lee", "Use only"),
        ("Ann ", "Use only"),
        ("-Ann", "Use only"),
        ("Ann_", "Use only"),
        ("Ann--Lee", "Use only"),
        ("Аnna", "Use only"),  # the first letter is Cyrillic
        ("Ann\n", "Use only"),
        ("<b>Ann</b>", "Use only"),
        ("Ann\N{RIGHT-TO-LEFT OVERRIDE}", "Use only"),
        ("anyone", "reserved"),
        ("Link", "reserved"),
        ("HALSCRIB", "reserved"),
        ("N0v1ce", "reserved"),
        ("Guest-abcde", "reserved"),
        ("Gue5t", "reserved"),
        ("Deleted-1", "reserved"),
        ("cleleted", "reserved"),
        ("AdminAnn", "reserved"),
        ("4dmin", "reserved"),
        ("Ann-Admin", "reserved"),
        ("rnoderator", "reserved"),
        ("the_host", "reserved"),
        ("System1", "reserved"),
        ("Every-Other", "reserved"),
        ("everyotl-ler", None),
    ],
)
def test_invalid_name_is_refused_with_the_reason(name: str, why: str | None):
    assert (find_name_fault(name) is None) if why is None else why in (find_name_fault(name) or "")


@pytest.mark.parametrize("bot", [bot.name for bot in BOTS.values()])
def test_bot_names_are_reserved(bot: str):
    assert is_reserved(bot)
    assert is_reserved(bot.upper().replace("I", "1").replace("O", "0"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob", "b0b"),
        ("Bill", "8i1l"),
        ("Sam", "5arn"),
        ("Owen", "Ovven"),
        ("Ada", "a-cl-a"),
        ("vvv1", "vwl"),
    ],
)
def test_names_that_look_the_same_have_the_same_likeness(one: str, other: str):
    assert likeness(one) == likeness(other)


@pytest.mark.slow
@given(names)
def test_a_likeness_looks_like_itself(name: str):
    assert likeness(likeness(name)) == likeness(name)


@pytest.mark.slow
@given(names, names)
def test_a_likeness_is_put_together_of_its_parts(one: str, other: str):
    assert likeness(one + other) == likeness(one) + likeness(other) == likeness(f"{one}-{other}".swapcase())


@pytest.mark.slow
@given(st.text(max_size=25) | names)
def test_allowed_names_are_ascii_and_of_limited_length(name: str):
    if find_name_fault(name) is None:
        assert MIN_LENGTH <= len(name) <= MAX_LENGTH
        assert re.fullmatch(r"[a-z0-9][a-z0-9_-]*[a-z0-9]", name, re.IGNORECASE | re.ASCII)
