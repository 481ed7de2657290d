"""A new version takes over while games run: nginx as shipped, two processes as in the image."""

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from secrets import token_hex
from time import monotonic, thread_time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bench.chaos.client import ResilientClient
from bench.chaos.database import load_transcript
from bench.chaos.reference_game import check_clients_agree
from bench.seat import Frame
from cribbage_site.tests.nginx import Nginx, ReleaseServer, build_release, running_nginx
from cribbage_site.tests.repetitions import repetitions
from tests.proof.game_runner import GameRunner
from tests.proof.services import restartable_services
from tests.worlds.scripted_player import Visitor, connect_table

TABLES = 4
PACE = 0.1  # of a move, at most
LONGEST = 3.0  # longest time that a player may wait for an answer
OF_ITSELF = 2.0  # part of it that a page may wait before it reconnects
CHANGED = "js/ui/dom.js"  # most of a table's modules import it, so their bundle gets a new name


@dataclass
class Deployment:
    """Two processes of one version behind nginx, and the next version ready to replace it."""

    front: Nginx
    two: list[ReleaseServer]
    versions: list[Path]
    environment: dict[str, str]

    def prepare(self, version: Path) -> None:
        """Run the commands that precede a new version."""
        environment = self.environment | {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
        command = [version / "deploy/before", self.front.static]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    def roll(self, version: Path) -> None:
        """Stop one process after the other, and start each with another version."""
        for process in self.two:
            assert process.stop() == 0
            process.tree = version
            process.start()


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with ExitStack() as stack:
        trees = tmp_path_factory.mktemp("releases")
        with ThreadPoolExecutor() as pool:
            made = [
                pool.submit(build_release, trees / "old"),
                pool.submit(build_release, trees / "new", changed_module=CHANGED),
            ]
            postgresql, redis = stack.enter_context(restartable_services())
            versions = [each.result() for each in made]
        environment = {
            "DATABASE_URL": postgresql.url,
            "REDIS_URL": redis.url,
            "LOG_ROOT": str(trees / "public-log"),
            "PRODUCTION": "1",
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "SECRET_KEY": token_hex(32),
            "BOT_PROCESSES": "1",
            "CHORES": "own",
        }
        two = [ReleaseServer(versions[0], environment) for _ in range(2)]
        nginx = stack.enter_context(running_nginx([process.address for process in two]))
        deployment = Deployment(nginx, two, versions, environment)
        deployment.prepare(versions[0])
        for process in two:
            stack.enter_context(process)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SSL_CERT_FILE", str(nginx.chain))
            yield deployment


class Wire:
    """A browser's WebSocket, with the reason for its close."""

    def __init__(self, socket: Any, closed: list[int]) -> None:
        self.socket, self.closed = socket, closed

    async def send(self, text: str) -> None:
        with self._noting():
            await self.socket.send(text)

    async def recv(self) -> str:
        with self._noting():
            return str(await self.socket.recv())

    @contextmanager
    def _noting(self) -> Iterator[None]:
        try:
            yield
        except ConnectionClosed as end:
            self.closed.append(end.rcvd.code if end.rcvd else 1006)
            raise EOFError from end


@dataclass
class Notices:
    """All announcements of restarts that players received."""

    closed: list[int] = field(default_factory=list)
    to_stay_away: list[float] = field(default_factory=list)
    turned_away: list[str] = field(default_factory=list)


class Browser(ResilientClient):
    """A player who reconnects like a page: after a goodbye, as late as it allows."""

    def __init__(self, *who: Any, notices: Notices, **how: Any) -> None:
        super().__init__(*who, **how)
        self.notices, self.back_at = notices, 0.0

    def update_state(self, frame: Frame) -> None:
        super().update_state(frame)
        if frame["t"] == "bye":
            assert frame["code"] == "restart", frame
            latest = 1.5 * frame["back_in_ms"] / 1000 + 0.5  # ui/reconnecting-socket.js: returnDelay
            self.notices.to_stay_away.append(latest)
            self.back_at = asyncio.get_running_loop().time() + latest

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Wire]:
        await asyncio.sleep(max(0, self.back_at - asyncio.get_running_loop().time()))
        (url,) = self.addresses
        try:
            async with connect_table(url, self.game, self.cookies) as socket:
                yield Wire(socket, self.notices.closed)
        except InvalidHandshake as refused:
            self.notices.turned_away.append(str(refused))
            raise EOFError from refused


async def play_while(
    deployment: Deployment, disturbance: Callable[[GameRunner], Awaitable[None]], notices: Notices
) -> list[list[ResilientClient]]:
    """Play game after game at a few tables until the disturbance is over.

    Return the players of each table.
    """
    urls = [[deployment.front.url.replace("https", "wss", 1)]] * 2
    campaign = GameRunner(deployment.front.url, urls, Random(8), pace=PACE, kind=Browser, notices=notices)
    await campaign.play([{"target": 61}] * TABLES, disturbance)
    return campaign.tables


class Busy:
    """Measures how much other programs on the same cores slow this machine down."""

    def __init__(self) -> None:
        self._felt = [1.0]

    async def watch(self) -> None:
        while True:
            self._felt.append(await asyncio.to_thread(self._now))
            await asyncio.sleep(0.2)

    def _now(self) -> float:
        began, worked = monotonic(), thread_time()
        while thread_time() - worked < 0.01:
            pass
        return (monotonic() - began) / (thread_time() - worked)

    @property
    def times(self) -> float:
        """The slowdown factor, without the slowest tenth of samples."""
        return sorted(self._felt)[len(self._felt) * 9 // 10]


async def look_around(front: Nginx, notices: Notices) -> None:
    """Keep loading pages and sending chat."""
    visitor = await asyncio.to_thread(Visitor, front.url)
    while True:
        for status, _ in (
            await asyncio.to_thread(visitor.get, "/ladder"),
            await asyncio.to_thread(visitor.post, "/api/me/look", b'{"felt": "green"}'),
        ):
            if status >= 500:
                notices.turned_away.append(f"a page: {status}")
        await asyncio.sleep(0.1)  # nginx refuses more than fifty requests a second


def named(page: str) -> set[str]:
    """Return the files that a page names."""
    return set(re.findall(r'"(/static/[^"]+)"', page))


def kept(front: Nginx, files: set[str]) -> set[str]:
    """Return how files are served over one connection: status, protocol, cache lifetime."""
    args = [part for file in files for part in ("--output", "/dev/null", f"{front.url}{file}")]
    how = ["--write-out", "%{http_code} %{http_version} %header{cache-control}\n"]
    command = ["curl", "--silent", "--http2", "--cacert", front.chain, *how, *args]
    return set(subprocess.run(command, capture_output=True, text=True, timeout=60).stdout.splitlines())


def test_during_a_rollout_no_move_is_lost_and_no_wait_exceeds_three_seconds(
    deployment: Deployment,
) -> None:
    notices, busy = Notices(), Busy()
    visitor = Visitor(deployment.front.url)
    page = f"/table/{visitor.new_game()}"
    of_the_old = named(visitor.get(page)[1])

    async def roll(_: GameRunner) -> None:
        await asyncio.to_thread(deployment.prepare, deployment.versions[1])
        for n in range(repetitions(10)):
            await asyncio.to_thread(deployment.roll, deployment.versions[1 - n % 2])

    async def all_of_it() -> list[list[ResilientClient]]:
        watching = asyncio.create_task(busy.watch())
        looking = asyncio.create_task(look_around(deployment.front, notices))
        try:
            return await play_while(deployment, roll, notices)
        finally:
            looking.cancel()
            watching.cancel()

    tables = asyncio.run(all_of_it())
    everyone = [sitter for table in tables for sitter in table]
    for table in tables:
        check_clients_agree(load_transcript(deployment.environment, table[0].game), table)
    assert {sitter.view["ended"] for sitter in everyone} == {"played"}

    waits = sorted(wait.until - wait.since for sitter in everyone for wait in sitter.waits)
    usual = waits[len(waits) * 95 // 100]
    print(f"{len(tables)} games, {len(waits)} moves, {len(notices.closed)} goodbyes")
    print(f"95 in 100 waited up to {usual:.2f} s, the longest {waits[-1]:.2f} s")
    print(f"work took {busy.times:.1f} times as long as alone")
    assert notices.turned_away == []
    assert set(notices.closed) == {4503}
    assert len(notices.closed) >= 2 * TABLES
    assert max(notices.to_stay_away) < OF_ITSELF
    # The rest of the wait is work. Time that other programs take from the machine does not count.
    assert waits[-1] < OF_ITSELF + (LONGEST - OF_ITSELF) * busy.times
    logs = [process.log.read_text() for process in deployment.two]
    assert not [log for log in logs if "Traceback" in log]

    of_the_new = named(visitor.get(page)[1])
    assert len(of_the_new) == len(of_the_old)
    if deployment.two[0].tree == deployment.versions[1]:
        assert [file for file in of_the_new - of_the_old if "/bundles/game/table/table." in file]
    for_ever = {"200 2 public, max-age=31536000, immutable"}
    assert kept(deployment.front, of_the_old | of_the_new) == for_ever, "an old page finds its files too"
