"""The command, the one-file script and the browser come to the same verdict, in the same words."""

from random import Random

import pytest

from cribbage_site.tests.repetitions import repetitions
from game.engine.cards import card
from game.engine.scoring import score_hand
from proof.evidence.checks.check import NO_PROOF, verify
from proof.evidence.checks.verdict import Status
from proof.evidence.standalone import verify as alone
from proof.evidence.standalone.verify import CARDS
from tests.worlds.forgeries import FORGERIES, forge, tamper
from tests.worlds.verdicts import agreed, in_the_browser

pytestmark = pytest.mark.django_db  # otherwise the files would be made in the site's own database

CHANGES, MEDDLED = repetitions(60_000, one_in=40), repetitions(4_000, one_in=160)


def changed(file: bytes, chance: Random) -> bytes:
    """Return the file with one byte replaced, inserted or removed."""
    at, byte = chance.randrange(len(file)), bytes([chance.randrange(256)])
    end = at + chance.choice((0, 1, 1))
    return file[:at] + (b"" if end > at and chance.random() < 0.3 else byte) + file[end:]


@pytest.mark.slow
def test_a_game_is_true_however_it_ended(files: dict[str, bytes]) -> None:
    verdicts = dict(zip(files, agreed([*files.values()]), strict=True))
    assert {name: found["faults"] for name, found in verdicts.items() if found["verdict"] != "true"} == {}
    assert verdicts["played to 61"]["deals"][:2] == [0, 1]
    assert verdicts["a rematch, whose dealer is named"]["deals"][0] == 1
    assert verdicts["void, nobody committed"]["deals"] == []
    not_logged = {name for name, found in verdicts.items() if not found["logged_by"]}
    assert not_logged == {"void, nobody committed"}


def test_one_changed_byte_is_always_found(files: dict[str, bytes]) -> None:
    chance, everything = Random(61), [*files.values()]
    for _ in range(CHANGES):
        file = chance.choice(everything)
        other = changed(file, chance)
        if other != file:
            assert verify(other).status is Status.FALSE
            assert alone.verify(other).verdict == "false"


@pytest.mark.slow
def test_the_browser_finds_changed_bytes_too(files: dict[str, bytes]) -> None:
    chance, file = Random(62), files["resigned before a throw"]
    others = [other for other in (changed(file, chance) for _ in range(400)) if other != file]
    assert {found["verdict"] for found in in_the_browser(others)["verdicts"]} == {"false"}


def test_every_byte_of_format_and_digest_matters(files: dict[str, bytes]) -> None:
    """Try each byte of the format's name and the digest: they identify a changed file."""
    file = files["void, nobody committed"]
    head = range(file.index(b'"digest"') + 80)
    assert {verify(file[:at] + b"~" + file[at + 1 :]).status for at in head} == {Status.FALSE}


@pytest.mark.slow
def test_forgeries_with_a_digest_that_fits_are_found_by_all_three(files: dict[str, bytes]) -> None:
    file = files["played to 61"]
    verdicts = agreed([forge(file, forgery) for forgery in FORGERIES])
    for (forgery, fault), found in zip(FORGERIES.items(), verdicts, strict=True):
        assert found["verdict"] == "false", forgery.__name__
        assert any(fault in each for each in found["faults"]), (forgery.__name__, found["faults"])


@pytest.mark.slow
def test_all_three_agree_on_random_tampering(files: dict[str, bytes]) -> None:
    chance = Random(63)
    games = [file for name, file in files.items() if "121" not in name]
    verdicts = agreed([tamper(chance.choice(games), chance) for _ in range(MEDDLED)])
    assert {found["verdict"] for found in verdicts} >= {"false", "unreadable"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"{}",
        b"\xff\xfe\x00",
        b'{"format": "something else"}',
        b"[" * 10_000,
    ],
)
def test_file_that_is_no_transcript_is_unreadable(file: bytes) -> None:
    assert agreed([file])[0]["verdict"] == "unreadable"


@pytest.mark.slow
def test_crib_is_recognized_and_reported_as_no_proof() -> None:
    crib = b'[Format "every-other/crib/1"]\n[A "Ann"]\n[B "a \\"digest\\" every-other/transcript/2"]\n'
    (found,) = agreed([crib])
    assert (found["verdict"], found["faults"]) == ("unreadable", [NO_PROOF])


@pytest.mark.slow
def test_a_file_cut_short_was_changed(files: dict[str, bytes]) -> None:
    assert agreed([files["played to 61"][:2_000]])[0]["verdict"] == "false"


@pytest.mark.slow
def test_the_script_and_the_browser_count_hands_as_the_engine_does() -> None:
    chance, suits = Random(64), range(4)
    dealt = [chance.sample(CARDS, 5) for _ in range(3_000)]
    flushes = [
        [*chance.sample(CARDS[suit::4], 4), chance.choice(CARDS)] for suit in suits for _ in range(200)
    ]
    fives = [five for five in (*dealt, *flushes) if len({*five}) == 5]
    hands = [[*five, what] for five in fives for what in ("hand", "crib")]
    worth = [score_hand([card(c) for c in four], card(up), what == "crib").total for *four, up, what in hands]
    assert [alone.worth(four, starter, what) for *four, starter, what in hands] == worth
    assert in_the_browser(hands=hands)["counted"] == worth
