"""Whole games with an engine, over real sockets against a real server with engines in its settings."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cribbage_site.tests.server_process import CommandFailed, Server
from game.engines.tests import programs
from game.engines.tests.checked_games import play_checked_game
from game.engines.tests.test_engine import wait_until_gone
from tests.worlds.scripted_player import ScriptedPlayer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def engines_server(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a second process on the same database, with an engine that plays and one that does not."""
    kinds = {"Good-One": programs.GOOD, "Dying-One": programs.DYING}
    paths = {
        name: programs.write_program(tmp_path_factory.mktemp(name), thinks) for name, thinks in kinds.items()
    }
    configured = ",".join(f"{name}:{path}" for name, path in paths.items())
    settings = {"ENGINES": configured, "ENGINE_MS": "120000"}
    with Server({**server.environment, **settings}, new=False) as engines_server:
        yield engines_server


def play_game(server: Server, against: str, folder: Path) -> tuple[ScriptedPlayer, dict[str, int]]:
    """Play a whole game, verify its file, and replay its bot."""
    person, game = play_checked_game(server, against, folder)
    return person, rethink(server, game)


def rethink(server: Server, game: str) -> dict[str, int]:
    try:
        said = server.manage("rethink", game, "--json")
    except CommandFailed as differs:  # its exit status says so
        said = differs.said
    answer: dict[str, int] = json.loads(said[said.index("{") : said.rindex("}") + 1])
    return answer


def test_a_guest_plays_an_engine_to_the_end_and_it_answers_the_same_again(
    engines_server: Server, tmp_path: Path
) -> None:
    person, again = play_game(engines_server, "Good-One", tmp_path)
    assert person.view["ended"] == "played"
    assert not [frame for frame in person.frames if frame["t"] == "refused"]
    assert again["differ"] == 0
    assert again["same"] > 10
    assert "good_one failed to move" not in engines_server.log.read_text()


def test_an_engine_that_dies_at_every_question_stops_no_game(engines_server: Server, tmp_path: Path) -> None:
    person, again = play_game(engines_server, "Dying-One", tmp_path)
    assert person.view["ended"] == "played"
    assert again["same"] < again["differ"]
    assert engines_server.log.read_text().count("engine_dying_one failed to move") == 1


def test_an_engine_ends_with_its_server(server: Server, tmp_path: Path) -> None:
    program = programs.write_program(tmp_path, programs.GOOD)
    settings = {"ENGINES": f"Lasting-One:{program}", "ENGINE_MS": "120000"}
    with Server({**server.environment, **settings}, new=False) as short_lived:
        play_game(short_lived, "Lasting-One", tmp_path)
        engines = processes_of(program)
        assert engines
        short_lived.kill()
        for pid in engines:
            wait_until_gone(pid)


def processes_of(program: Path) -> list[int]:
    """Return the ids of the processes that run a program."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = file.read_bytes().split(b"\0")
        except OSError:  # ended in the meantime
            continue
        if str(program).encode() in words:
            found.append(int(file.parent.name))
    return found
