"""Engines in the arena: by path or by name in the settings, with reports of each failure."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from game.engines.tests import programs
from game.engines.tests.programs import needs_node


def arena(*words: str) -> dict[str, Any]:
    out = StringIO()
    options = ("--games", "4", "--target", "61", "--processes", "1", "--json", "--verbosity", "0")
    call_command("arena", *words, *options, stdout=out)
    result = json.loads(out.getvalue())
    assert isinstance(result, dict)
    return result | {"seconds": 0}


@pytest.mark.slow
def test_an_engine_meets_a_brain_and_the_same_seed_gives_the_same_figures(
    tmp_path: Path, settings: Any
) -> None:
    program = programs.write_program(tmp_path, programs.GOOD)
    settings.ENGINES = {"mine": program}
    by_path, by_name = arena("novice", str(program)), arena("novice", "mine")
    assert by_path == by_name
    assert (by_path["other"], by_path["games"]) == (str(program), 4)


@pytest.mark.slow
def test_a_failing_engine_ends_the_arena_with_a_report(tmp_path: Path) -> None:
    program = programs.write_program(tmp_path, programs.ILLEGAL)
    with pytest.raises(CommandError, match=f"{program}: the rules do not allow its move"):
        arena("novice", str(program))


@pytest.mark.slow
def test_a_failure_is_described_in_one_sentence(tmp_path: Path) -> None:
    program = programs.write_program(tmp_path, programs.DYING)
    with pytest.raises(CommandError) as failed:
        arena("novice", str(program))
    assert str(failed.value) == f"{program}: it ended, with status 3."


@pytest.mark.slow
@needs_node
def test_an_engine_in_node_plays(tmp_path: Path) -> None:
    program = programs.write_node_program(tmp_path)
    assert arena("novice", str(program))["games"] == 4


@pytest.mark.slow
@needs_node
def test_the_memory_of_the_setting_is_the_limit(tmp_path: Path, settings: Any) -> None:
    settings.ENGINE_MEMORY_MB = 200
    program = programs.write_node_program(tmp_path, programs.NODE_HUNGRY)
    with pytest.raises(CommandError) as failed:
        arena("novice", str(program))
    assert str(failed.value) == f"{program}: it used more than 200 MB of memory."


def test_a_program_that_cannot_run_is_refused(tmp_path: Path) -> None:
    for program in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(CommandError, match="There is no program that can be run") as refused:
            arena("novice", str(program))
        assert refused.value.returncode == 2
