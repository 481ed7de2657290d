"""Bots of the client play on when servers are killed and connections cut: no move is lost or made twice."""

import os
import queue
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.services import redis
from cribbage_site.tests.repetitions import FULL_PROOF
from cribbage_site.tests.server_process import Server
from game.tokens.scopes import Scope
from programs.api.tests.faulty_proxy import FaultyProxy
from tests.worlds.bot_processes import BotProcess, check_what_is_on_record
from tests.worlds.programs import Program, new_bot, new_program

pytestmark = [pytest.mark.rows, pytest.mark.slow]

# All hundred games run on PostgreSQL only, where hosts run two processes.
IN_FULL = FULL_PROOF and "DATABASE_URL" in os.environ
PAIRS, MOVES_BETWEEN_KILLS, TARGET = (50, 250, "121") if IN_FULL else (2, 60, "61")
CUT_EVERY = 40
MOVES_BEFORE_THE_BOT_IS_KILLED = 10
QUIET = 600.0  # seconds without output from any bot, after which the test gives up


@pytest.fixture
def both(own_server: Server) -> Iterator[tuple[Server, Server]]:
    """Return two server processes connected by Redis, which the test may kill."""
    with ExitStack() as stack:
        one = own_server
        if "REDIS_URL" not in os.environ:
            one = stack.enter_context(Server({"REDIS_URL": stack.enter_context(redis())}))
        yield one, stack.enter_context(Server(one.environment, new=False))


def test_every_game_ends_with_every_move(both: tuple[Server, Server], tmp_path: Path) -> None:
    owner = new_program(both[0].url, Scope.BOT)
    host, guest, alone = (new_bot(both[0].url, owner) for _ in range(3))
    games = ("--games", str(PAIRS))
    watcher: queue.Queue[str] = queue.Queue()
    with FaultyProxy([server.port for server in both], CUT_EVERY) as proxy:
        bots = [
            BotProcess(host, proxy.url, tmp_path / "host", *games),
            BotProcess(
                guest, proxy.url, tmp_path / "guest", *games, "--against", host.name, "--target", TARGET
            ),
            BotProcess(
                alone, proxy.url, tmp_path / "alone", *games, "--against", "novice", "--target", TARGET
            ),
        ]
        for bot in bots:
            bot.watcher = watcher
        with ExitStack() as running:
            for bot in bots:
                running.enter_context(bot)
            kills = break_things(both, bots, watcher)
            assert [bot.wait() for bot in bots] == [0, 0, 0], "\n".join(bot.text for bot in bots)
    print(f"{kills} servers killed, {proxy.cuts} lines cut, {bots[-1].kills} bot killed")
    assert kills
    assert proxy.cuts
    for bot in bots:
        check_what_is_on_record(Program(both[0].url), bot, PAIRS)
    assert bots[0].verified.keys() == bots[1].verified.keys()


def break_things(both: tuple[Server, Server], bots: list[BotProcess], watcher: queue.Queue[str]) -> int:
    """Kill a server after every so many moves, and the last bot once. Return the number of killed servers."""
    moves = kills = 0
    heard = time.monotonic()
    while any(bot.process.poll() is None for bot in bots):
        try:
            line = watcher.get(timeout=1)
        except queue.Empty:
            assert time.monotonic() - heard < QUIET, "\n".join(bot.text for bot in bots)
            continue
        heard = time.monotonic()
        moves += " move {" in line
        own_moves = sum(map(len, bots[-1].moves.values()))
        if not bots[-1].kills and own_moves >= MOVES_BEFORE_THE_BOT_IS_KILLED:
            bots[-1].kill_and_start()
        if moves >= MOVES_BETWEEN_KILLS * (kills + 1):
            server = both[kills % 2]
            server.kill()
            server.start()
            kills += 1
    return kills
