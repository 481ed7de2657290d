"""`make play` on a bare machine: one command installs requirements.txt and serves."""

import ast
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib.metadata import packages_distributions
from pathlib import Path
from urllib.request import urlopen

import pytest
import websockets
from packaging.utils import canonicalize_name
from websockets.exceptions import ConnectionClosed

from common.wings import WINGS
from cribbage_site.tests.migrated_databases import fill_database
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import ROOT, HomeServer
from cribbage_site.tests.test_locks import locked_here
from tests.worlds.scripted_player import Visitor, connect_player

SECRET = bytes(range(32))
PRODUCT = (*WINGS, "deploy")
UVICORN = ROOT / "cribbage_site/server"
DUMPS = ROOT / "programs/dumps"


class NewSite(HomeServer):
    """A process that starts as `make play` does, from nothing unless its database is `new`."""

    is_forked = False


@pytest.mark.slow
def test_one_command_makes_the_database_and_serves_a_game_with_a_bot():
    with NewSite({"BOT_PROCESSES": "1"}, new=False) as site:
        for page in ("/", "/learn"):
            with urlopen(site.url + page, timeout=PATIENCE) as answer:
                assert answer.status == 200
        assert Visitor(site.url).new_game("novice")
        assert "Traceback" not in site.log.read_text()


@pytest.mark.slow
def test_two_processes_share_one_secret_and_close_sockets_after_a_frame_over_64_kib():
    with HomeServer({"BOT_PROCESSES": "1"}) as site:
        secret = Path(site.work.name, "every_other.secret_key")
        made = secret.read_text()
        visitor = Visitor(site.url)
        game = visitor.new_game("novice")
        with HomeServer(site.environment, new=False) as other:
            visitor.url = other.url
            assert asyncio.run(play_on(visitor, game, 4)) == 0
        assert secret.read_text() == made
        assert asyncio.run(close_code_after(site, 64 * 1024)) == 4409
        assert asyncio.run(close_code_after(site, 64 * 1024 + 1)) in (1006, 1009)


async def close_code_after(site: HomeServer, length: int) -> int:
    """Send a frame of this many bytes. Return the code that its socket is closed with."""
    async with websockets.connect(f"{site.ws_url}/ws/lobby", max_size=None, open_timeout=PATIENCE) as socket:
        await socket.send("x" * length)
        with suppress(ConnectionClosed):
            while True:
                await socket.recv()
        return int(socket.close_code or 0)


async def play_on(visitor: Visitor, game: str, moves: int) -> int | None:
    """Play some moves at a table. Return the visitor's seat there."""
    async with connect_player(visitor, game, SECRET) as person:
        table = await person.receive_until("table")
        if table["you"] is not None:
            assert len(await person.play_moves(moves)) == moves
        seat: int | None = table["you"]
        return seat


@pytest.mark.slow
def test_a_taken_port_ends_the_command_with_an_error():
    with socket.create_server(("127.0.0.1", 0)) as taken, tempfile.TemporaryDirectory() as work:
        database = {"DATABASE_PATH": f"{work}/own.sqlite3"}
        fill_database(database)
        done = subprocess.run(
            [sys.executable, "manage.py", "play", f"127.0.0.1:{taken.getsockname()[1]}"],
            cwd=ROOT,
            env=os.environ | database,
            capture_output=True,
            text=True,
        )
    assert done.returncode == 1
    assert "Another program listens on this port." in done.stderr


@pytest.mark.slow
def test_the_site_installs_what_the_product_imports():
    ours = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    distributions = packages_distributions()

    def imported(part: Path | None) -> set[str]:
        return {
            canonicalize_name(distribution)
            for name in _imported_packages(part) - set(sys.stdlib_module_names) - ours
            for distribution in distributions[name]
        }

    at_home, for_uvicorn, for_dumps = imported(None), imported(UVICORN), imported(DUMPS)
    assert at_home <= locked_here("requirements.lock").keys() & locked_here("requirements-site.lock").keys()
    assert for_uvicorn <= locked_here("requirements-site.lock").keys()
    assert for_dumps - at_home == locked_here("requirements-dumps.lock").keys()
    assert "daphne" in at_home
    assert "uvicorn" in for_uvicorn


def _imported_packages(part: Path | None) -> set[str]:
    """Return the top-level packages that one separate part imports, or all other parts."""
    found = set()
    for folder in PRODUCT:
        for file in (ROOT / folder).rglob("*.py"):
            apart = next((one for one in (UVICORN, DUMPS) if file.is_relative_to(one)), None)
            if "tests" in file.relative_to(ROOT).parts or apart != part:
                continue
            tree = ast.parse(file.read_text())
            for_types = {
                inner
                for node in ast.walk(tree)
                if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
                for inner in ast.walk(node)
            }
            for node in set(ast.walk(tree)) - for_types:
                if isinstance(node, ast.Import):
                    found |= {alias.name.partition(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    found.add(node.module.partition(".")[0])
    return found
