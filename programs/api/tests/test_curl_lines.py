"""Run every command of the page /api in a shell, against a server started like `make play`."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from conftest import server_on_this_database
from game.web.api.call import Call
from programs.api.registry import CALLS

pytestmark = pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")

FILL = """
import json
from game.tokens.scopes import Scope
from tests.worlds.api import World, make_text
world = World()
callers = {"": world.ann, "end_token": world.ann, **world.callers}
print(json.dumps({name: make_text(player, *Scope) for name, player in callers.items()}))
"""
# Examples with a finished game: the call is understood, and refused because the game is over.
COMES_TOO_LATE = {
    "accept_challenge": {"no_seek"},
    "decline_challenge": {"no_seek"},
    "cancel_challenge": {"no_seek"},
    "commit": {"committed", "late"},
    "reveal": {"other_secret"},
    "make_move": {"stale", "illegal", "no_such_ply"},
    "resign": {"illegal"},
    "claim_win": {"not_away", "stale"},
    "upgrade_to_bot": {"bad_owner"},
    "show_trial": {"no_trial"},
    "answer_question": {"no_question"},
}
# The call to make first, so that any order will do: a player whom another example blocks can't be followed.
BEFORE = {"follow_player": "unblock_player"}
SILENT = {"stream_live_games"}  # there are no live games
FINITE = [call for call in CALLS if not call.is_endless]
ENDLESS = [call for call in CALLS if call.is_endless]


class Shell:
    """Run commands of the page with a token of a player who has played, or of a bot."""

    def __init__(self, page: str, tokens: dict[str, str], home: Path) -> None:
        found = re.findall(r'<code\s+data-copy="([A-Z]+ /[^"]*)">(.*?)</code>', page)
        self.lines = {unescape(call): unescape(line) for call, line in found}
        (home / ".curlrc").write_text('silent\nmax-time = 30\nwrite-out = "\\n%{http_code}"\n')
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
        self.tokens = tokens

    def begin(self, call: Call) -> subprocess.Popen[str]:
        line = self.lines[f"{call.method} {call.path}"]
        own = self.environment | {"TOKEN": self.tokens.get(call.name, self.tokens[""])}
        return subprocess.Popen(["sh", "-c", f"exec {line}"], env=own, stdout=subprocess.PIPE, text=True)

    def run(self, call: Call) -> tuple[int, list[Any]]:
        """Return the status and the answers of a command; a call that is not a stream has one answer."""
        with self.begin(call) as process:
            assert process.stdout is not None
            answer, _, status = process.stdout.read().rpartition("\n")
        answers = answer.splitlines() if call.has_lines and status == "200" else [answer]
        return int(status), [json.loads(each) for each in answers if each]

    def first_of(self, call: Call) -> Any:
        """Return the first line of a stream after the empty line with which each begins."""
        with self.begin(call) as process:
            assert process.stdout is not None
            try:
                assert process.stdout.readline() == "\n"
                return None if call.name in SILENT else json.loads(process.stdout.readline())
            finally:
                process.terminate()


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    with server_on_this_database() as server:
        tokens = json.loads(server.manage("shell", "-c", FILL).splitlines()[-1])
        with urlopen(f"{server.url}/api") as page:
            yield Shell(page.read().decode(), tokens, tmp_path_factory.mktemp("home"))


@pytest.mark.slow
@pytest.mark.parametrize("call", FINITE, ids=lambda call: call.name)
def test_curl_command_works_unchanged(shell: Shell, call: Call) -> None:
    if call.name in BEFORE:
        shell.run(next(each for each in FINITE if each.name == BEFORE[call.name]))
    status, answers = shell.run(call)
    if call.name in COMES_TOO_LATE and status != 200:
        assert answers[0]["code"] in COMES_TOO_LATE[call.name], answers
    else:
        assert (status, bool(answers)) == (200, True), answers


@pytest.mark.parametrize("call", ENDLESS, ids=lambda call: call.name)
def test_a_line_of_a_stream_begins(shell: Shell, call: Call) -> None:
    first = shell.first_of(call)
    assert first is None if call.name in SILENT else first["t"]
