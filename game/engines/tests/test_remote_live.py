"""Programs that poll a real server and play whole games: in one process, and between two."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cribbage_site.tests.server_process import ROOT, Server
from game.engines.tests.checked_games import play_checked_game
from game.engines.tests.owners import choose
from game.tokens.scopes import Scope
from programs.engines.polling import POLL_SECONDS
from rng import entropy
from tests.worlds.programs import Program, new_program
from tests.worlds.scripted_player import ScriptedPlayer

pytestmark = pytest.mark.slow

MINUTES = {"ENGINE_MS": "120000"}  # enough for any slow machine
ALLOW = """
from programs.engines import rulings
from game.engines.models import RemoteEngine
from game.models import Player
by = Player.objects.create(username="Host-{name}", is_staff=True, is_superuser=True)
rulings.allow(by=by, engine=RemoteEngine.objects.get(name="{name}"), reason="It plays well.")
"""


class Remote(Program):
    """A program with an engine, whose timeout is longer than a poll."""

    engine = ""

    def connect(self) -> HTTPConnection:
        return HTTPConnection(self.host, timeout=120)

    def work(self) -> dict[str, Any]:
        return self.call_ok("POST", "/engines/work")  # type: ignore[no-any-return]

    @contextmanager
    def working(self) -> Iterator[list[Any]]:
        """Poll and answer while this context is open. Yields the server's replies to its answers."""
        answered: list[Any] = []

        def work() -> None:
            while True:
                status, asked = self.call("POST", "/engines/work")
                if status != 200:
                    return
                if asked:
                    given = {"id": asked["id"], "move": choose(asked)}
                    answered.append(self.call("POST", f"/engines/work/{asked['id']}", given))

        thread = Thread(target=work, daemon=True)
        thread.start()
        try:
            yield answered
        finally:
            self.call_ok("DELETE", "/token")
            thread.join()


def new_engine(server: Server, polls_at: Server | None = None) -> Remote:
    """Return an engine that a host has allowed, whose program polls this process or another."""
    made = new_program(server.url, Scope.ENGINE)
    remote = Remote((polls_at or server).url, made.token, made.name)
    letters = str.maketrans("0123456789", "abcdefghij")
    remote.engine = f"crib_{entropy.name_suffix().lower().translate(letters)}"
    remote.call_ok("POST", "/engines", {"name": remote.engine, "version": "1"})
    server.manage("shell", "-c", ALLOW.format(name=remote.engine))
    return remote


def play_game(server: Server, against: str, folder: Path) -> tuple[ScriptedPlayer, dict[str, int]]:
    """Play a whole game, verify its file, and return the result of the replay."""
    person, game = play_checked_game(server, against, folder)
    return person, json.loads(server.manage("rethink", game, "--json"))


@pytest.fixture(scope="module")
def patient_server(server: Server) -> Iterator[Server]:
    """Start a process on the same database, with minutes for a move."""
    with Server({**server.environment, **MINUTES}, new=False) as patient:
        yield patient


def wait_until_present(remote: Remote) -> None:
    """Wait until the site knows that the engine's program polls."""
    while not remote.call_ok("GET", "/engines/me")["present"]:
        time.sleep(0.05)


def test_a_guest_plays_an_engine_that_polls(patient_server: Server, tmp_path: Path) -> None:
    remote = new_engine(patient_server)
    with remote.working() as answered:
        person, again = play_game(patient_server, remote.engine, tmp_path)
    assert person.view["ended"] == "played"
    assert not [frame for frame in person.frames if frame["t"] == "refused"]
    assert {status for status, _ in answered} == {200}
    assert (again["differ"], again["not_asked"]) == (0, len(answered))
    assert f"remote_{remote.engine} failed to move" not in patient_server.log.read_text()


def test_the_program_of_the_page_plays(patient_server: Server, tmp_path: Path) -> None:
    """As in docs/how-to/run-an-engine.md, with the choice of move of the engine above it."""
    blocks = re.findall(
        r"(?ms)^```python\n(.*?)^```$", (ROOT / "docs" / "how-to" / "run-an-engine.md").read_text()
    )
    above, program = blocks
    imports, _, rest = above.partition("def choose")
    assert "random" in imports
    (tmp_path / "mine.py").write_text(f"import random\n\n\ndef choose{rest.partition('def answer')[0]}")
    (tmp_path / "program.py").write_text(program)
    remote = new_engine(patient_server)
    own = {**os.environ, "SITE": patient_server.url, "TOKEN": str(remote.token)}
    with subprocess.Popen([sys.executable, "program.py"], cwd=tmp_path, env=own) as running:
        try:
            wait_until_present(remote)
            person, again = play_game(patient_server, remote.engine, tmp_path)
        finally:
            running.kill()
    assert person.view["ended"] == "played"
    assert again["not_asked"] > 10
    assert f"remote_{remote.engine} failed to move" not in patient_server.log.read_text()


def test_an_engine_without_a_program_stops_no_game(patient_server: Server, tmp_path: Path) -> None:
    remote = new_engine(patient_server)
    person, again = play_game(patient_server, remote.engine, tmp_path)
    assert person.view["ended"] == "played"
    assert again["differ"] == 0
    assert patient_server.log.read_text().count(f"remote_{remote.engine} failed to move") == 1


@pytest.mark.rows
def test_a_poll_ends_with_its_token(patient_server: Server) -> None:
    remote = new_engine(patient_server)
    answers: list[Any] = []
    waiting = Thread(target=lambda: answers.append(remote.call("POST", "/engines/work")), daemon=True)
    waiting.start()
    wait_until_present(remote)
    begun = time.monotonic()
    remote.call_ok("DELETE", "/token")
    waiting.join(120)
    took = time.monotonic() - begun
    print(f"it ended after {took:.1f} s")
    assert answers == [(200, {})]
    assert took < POLL_SECONDS


if os.environ.get("REDIS_URL"):  # connects the processes

    @pytest.mark.rows
    def test_a_question_of_one_process_is_answered_in_another(
        patient_server: Server, second_server: Server, tmp_path: Path
    ) -> None:
        remote = new_engine(patient_server, polls_at=second_server)
        with remote.working() as answered:
            person, again = play_game(patient_server, remote.engine, tmp_path)
        assert person.view["ended"] == "played"
        assert {status for status, _ in answered} == {200}
        assert (again["differ"], again["not_asked"]) == (0, len(answered))
        assert f"remote_{remote.engine} failed to move" not in patient_server.log.read_text()
