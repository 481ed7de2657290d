"""The example for Node plays a whole game against a real server."""

import os
import re
import shutil
import subprocess

import pytest

from cribbage_site.tests.migrated_databases import ROOT
from cribbage_site.tests.server_process import Server
from game.tokens.scopes import Scope
from tests.worlds.programs import new_bot, new_program

EXAMPLE = ROOT / "clients" / "node" / "example-bot.mjs"
PATIENCE = 600  # seconds


@pytest.mark.slow
def test_it_plays_a_game_to_its_end(server: Server) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("NODE IS NOT INSTALLED: the example for Node was NOT run. Install Node 20.")
    program = new_bot(server.url, new_program(server.url, Scope.BOT))
    assert program.token is not None
    environment = {**os.environ, "EVERYOTHER_TOKEN": program.token}
    command = [node, str(EXAMPLE), server.url]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    match = re.fullmatch(r"(\S+): (won|lost), (\d+) to (\d+)\n", done.stdout)
    assert match, done.stdout + done.stderr
    assert max(int(match[3]), int(match[4])) == 61
    replay = program.call_ok("GET", f"/games/{match[1]}/replay")
    assert replay["result"]["ended"] == "played"
