"""Decks and words for external tests: the same as our deals use, in any number, to a pipe that may close."""

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from rng.deal import deck
from rng.fairness import simulated
from rng.fairness.raw_words import shuffle_words
from rng.tests.vectors import numbered_keys
from rng.twister import twister
from tests.worlds.deals import create_deals, shuffled_decks

ROOT = Path(__file__).resolve().parents[2]


def dumped(capfdbinary: pytest.CaptureFixture[bytes], *options: str) -> bytes:
    call_command("fairness_dump", *options)
    return capfdbinary.readouterr().out


@pytest.mark.parametrize("key", numbered_keys(20))
def test_the_words_are_those_of_the_deals_twister_and_reproduce_its_deck(key: bytes):
    words = np.frombuffer(shuffle_words(key), "<u4").tolist()
    plain = twister(key)
    assert words == [plain.getrandbits(32) for _ in words]
    drawn, places = iter(words), list(range(52))
    for i in range(51, 0, -1):
        j = next(drawn) >> 32 - (i + 1).bit_length()
        while j > i:
            j = next(drawn) >> 32 - (i + 1).bit_length()
        places[i], places[j] = places[j], places[i]
    assert tuple(places) == deck(key)
    assert list(drawn) == [], "not a word more"


def test_lines_are_the_decks_of_the_seed(capfdbinary: pytest.CaptureFixture[bytes]):
    header, *lines = dumped(capfdbinary, "--decks", "3", "--seed", "5").decode().splitlines()
    expected = [deck(key) for key in islice(simulated.deal_keys(5), 3)]
    assert header.split(",") == [f"c{place}" for place in range(1, 53)]
    assert [tuple(map(int, line.split(","))) for line in lines] == expected
    told = [
        json.loads(line) for line in dumped(capfdbinary, "--decks", "3", "--seed", "5", "--json").splitlines()
    ]
    assert [(each["deck"], tuple(each["cards"])) for each in told] == [*enumerate(expected, 1)]


def test_raw_is_the_words_of_deal_after_deal(capfdbinary: pytest.CaptureFixture[bytes]):
    assert dumped(capfdbinary, "--raw", "--decks", "4") == b"".join(
        map(shuffle_words, islice(simulated.deal_keys(1), 4))
    )


@pytest.mark.django_db
def test_recorded_decks_equal_the_dealt_ones(capfdbinary: pytest.CaptureFixture[bytes]):
    assert dumped(capfdbinary, "--recorded").count(b"\n") == 1, "a header, and nothing was dealt yet"
    decks = shuffled_decks("fair", 5)
    create_deals(decks)
    _, *lines = dumped(capfdbinary, "--recorded", "--decks", "4").decode().splitlines()
    assert [list(map(int, line.split(",")[3:55])) for line in lines] == decks[:4].tolist()


@pytest.mark.slow
def test_a_closed_pipe_ends_the_command_silently():
    command = [sys.executable, "manage.py", "fairness_dump", "--raw"]
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as dump:
        assert dump.stdout is not None
        assert dump.stderr is not None
        assert len(dump.stdout.read(1000)) == 1000
        dump.stdout.close()
        assert dump.stderr.read() == b""
        assert dump.wait(timeout=20) == 0


@pytest.mark.parametrize(
    "options",
    [("--decks", "0"), ("--seed", "-1"), ("--recorded", "--seed", "1"), ("--recorded", "--raw")],
)
def test_invalid_dump_arguments_are_refused(options: tuple[str, ...]):
    with pytest.raises(CommandError) as fault:
        call_command("fairness_dump", *options)
    assert fault.value.returncode == 2
