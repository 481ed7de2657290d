"""A bot plays by the API against the house while its server is killed and started again."""

import queue
from pathlib import Path

import pytest

from cribbage_site.tests.server_process import Server
from game.tokens.scopes import Scope
from tests.worlds.bot_processes import BotProcess, check_what_is_on_record
from tests.worlds.programs import Program, new_bot, new_program

pytestmark = [pytest.mark.rows, pytest.mark.slow]

MOVES_BEFORE_THE_KILL = 12  # in the second deal or the third, of some four
PATIENCE_SECONDS = 120.0


def test_the_game_goes_on_after_a_kill_and_every_acknowledged_move_is_on_record(
    own_server: Server, tmp_path: Path
) -> None:
    bot = new_bot(own_server.url, new_program(own_server.url, Scope.BOT))
    options = ("--against", "novice", "--games", "1", "--target", "61")
    playing = BotProcess(bot, own_server.url, tmp_path / "bot", *options)
    playing.watcher = queue.Queue()
    with playing:
        wait_for_moves(playing.watcher, MOVES_BEFORE_THE_KILL)
        assert playing.verified == {}
        own_server.kill()
        own_server.start()
        wait_for_moves(playing.watcher, 1)
        assert playing.wait() == 0, playing.text
    check_what_is_on_record(Program(own_server.url), playing, 1)
    (game,) = playing.verified
    assert len(playing.moves[game]) > MOVES_BEFORE_THE_KILL


def wait_for_moves(lines: "queue.Queue[str]", moves: int) -> None:
    """Wait until this many more moves of the bot are acknowledged."""
    while moves:
        moves -= " move {" in lines.get(timeout=PATIENCE_SECONDS)
