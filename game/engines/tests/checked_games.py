"""A whole game against a bot, whose file is verified."""

import asyncio
import subprocess
import sys
from pathlib import Path

from cribbage_site.tests.server_process import ROOT, Server
from tests.worlds.scripted_player import ScriptedPlayer, Visitor, connect_player

VERIFY = ROOT / "proof" / "evidence" / "standalone" / "verify.py"


def play_checked_game(server: Server, against: str, folder: Path) -> tuple[ScriptedPlayer, str]:
    """Play the game. Return the player and the game's id."""
    visitor = Visitor(server.url)
    game = visitor.new_game(against, target=61)

    async def play() -> ScriptedPlayer:
        async with connect_player(visitor, game) as person:
            await person.play_moves()
            await person.wait_for_last_link()
            return person

    person = asyncio.run(play())
    file = folder / "game.json"
    file.write_text(visitor.get(f"/api/games/{game}/transcript")[1])
    checked = subprocess.run([sys.executable, VERIFY, file], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    return person, game
