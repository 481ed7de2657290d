"""The arena runs engines in Python, Node and C, and says in a sentence how one has failed."""

import json
import os
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cribbage_site.tests.patience import PATIENCE
from game.arena import contestant
from game.arena.process_pool import JobFailed
from game.engines.process import EngineFault, Limits
from game.engines.tests import bad_engines
from game.engines.tests.bad_engines import BAD
from rng.twister import twister
from tests.worlds.engines import thrower

LANGUAGES = ("python", "node", "c")
MEMORY_MB = 200
pytestmark = pytest.mark.slow


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Wait only a while for a slow engine, and limit its memory."""
    monkeypatch.setattr(
        contestant, "LIMITS", replace(contestant.LIMITS, patience_ms=20_000, start_ms=120_000)
    )
    monkeypatch.setenv(contestant.MEMORY_MB, str(MEMORY_MB))
    yield
    contestant.running_engine.cache_clear()


def is_left(program: Path) -> bool:
    """Return whether a process still runs a program."""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(program).encode() in file.read_bytes().split(b"\0"):
                return int(file.parent.name) != os.getpid()
        except OSError:  # ended in the meantime
            continue
    return False


def arena(*words: str) -> str:
    out = StringIO()
    options = ("--games", "4", "--target", "61", "--processes", "1", "--json", "--verbosity", "0")
    call_command("arena", *words, *options, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_engine_plays(tmp_path: Path, language: str) -> None:
    program = bad_engines.write(language, tmp_path)
    result = json.loads(arena("novice", str(program)))
    assert (result["other"], result["games"]) == (str(program), 4)
    give_up = time.monotonic() + PATIENCE
    while is_left(program):  # its supervisor sees that the arena has ended
        assert time.monotonic() < give_up
        time.sleep(0.05)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", BAD)
def test_a_bad_engine_is_ended_and_named(
    tmp_path: Path, impatient: None, monkeypatch: pytest.MonkeyPatch, language: str, way: str
) -> None:
    bad = BAD[way]
    if way == "slow":
        monkeypatch.setattr(contestant, "LIMITS", replace(contestant.LIMITS, patience_ms=2_000))
    program = bad_engines.write(language, tmp_path, getattr(bad, language))
    with pytest.raises(JobFailed) as failed:
        contestant.decide(str(program), thrower(), (), twister(bytes(64)))
    says = str(failed.value)
    assert says.startswith(f"{program}: ")
    assert re.search(bad.says, says), says
    assert "\n" not in says
    assert says.endswith(".")
    assert not is_left(program)


def test_the_arena_ends_with_that_sentence(tmp_path: Path) -> None:
    program = bad_engines.write("c", tmp_path, BAD["network"].c)
    with pytest.raises(CommandError) as failed:
        arena("novice", str(program))
    assert str(failed.value) == (
        f'{program}: it ended, with status 1. Its error output ends with "socket: Operation not permitted".'
        " An engine has no network, writes no files and reaches no other process"
        " (docs/how-to/run-an-engine.md#limits)."
    )
    assert failed.value.returncode == 1


def test_last_words_are_one_printable_line_of_limited_length() -> None:
    fault = EngineFault("it ended, with status 1", "ValueError: 5H")
    assert contestant.describe("./mine", fault) == (
        './mine: it ended, with status 1. Its error output ends with "ValueError: 5H".'
    )
    assert "5H" not in str(fault)  # which is what the site logs
    assert contestant.describe("./mine", EngineFault("it did not answer in time")) == (
        "./mine: it did not answer in time."
    )
    assert Limits().is_isolated
