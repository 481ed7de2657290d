"""Many wrong log-ins from many networks: tables open all the while, and an honest player logs in.

Run by `PROOF=1 pytest -s FILE`, it prints the figures of docs/security.md.
"""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import perf_counter
from urllib.parse import urlencode

import pytest
import websockets

from cribbage_site.tests.server_process import Server
from game.consumers.entry_queue import PAGE_TIMEOUT
from tests.live.scripted_player import PASSWORD, Visitor

NETWORKS = 200
LOG_INS_PER_SECOND = 50
OPENINGS_PER_SECOND = 5
SECONDS = 30
PEOPLE = 20  # who open tables, so that none comes too often
HONEST = 5  # log-ins


@dataclass(slots=True)
class Seen:
    """What happened during a while."""

    pages: list[float] = field(default_factory=list)  # seconds until there is a table's page
    tables: list[float] = field(default_factory=list)  # and from then on until there is the table on it
    answers: Counter[int] = field(default_factory=Counter)  # to wrong log-ins, by status
    log_ins: list[tuple[int, float]] = field(default_factory=list)  # honest: tries and seconds
    load: float = 0.0  # the cores that the server kept busy

    def describe(self) -> str:
        tries = "".join(f", {tries} in {seconds:.2f} s" for tries, seconds in self.log_ins)
        parts = (
            f"pages {quantiles(self.pages)}",
            f"tables {quantiles(self.tables)}",
            f"{self.load:.2f} cores",
            f"wrong log-ins {dict(sorted(self.answers.items()))}",
            f"honest ones, tries{tries}",
        )
        return "; ".join(parts)


def quantiles(seconds: Sequence[float]) -> str:
    ordered = [1000 * each for each in sorted(seconds)]
    median, p99 = (ordered[int(len(ordered) * share)] for share in (0.5, 0.99))
    return f"median {median:.0f} ms, p99 {p99:.0f} ms, worst {ordered[-1]:.0f} ms"


@pytest.fixture(scope="module")
def slow_server() -> Iterator[Server]:
    """A server that hashes passwords as a real one does."""
    with Server({"DJANGO_SETTINGS_MODULE": "people.settings.tests.slow_hash_settings"}) as server:
        yield server


async def ask(
    server: Server, head: str, address: str, cookies: str, form: dict[str, str] | None = None
) -> int:
    """Ask for a page, or send a form, on a connection of its own; the status of the answer."""
    body = urlencode(form).encode() if form is not None else b""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    lines = [
        f"{head} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Connection: close", f"Cookie: {cookies}",
        f"X-Forwarded-For: {address}", f"Content-Length: {len(body)}",
        "Content-Type: application/x-www-form-urlencoded",
    ]  # fmt: skip
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    answer = await reader.read()
    writer.close()
    return int(answer.split(b" ", 2)[1])


async def open_page(server: Server, visitor: Visitor, game: str) -> None:
    assert await ask(server, f"GET /table/{game}", visitor.address, visitor.cookie_header) == 200


async def open_table(server: Server, visitor: Visitor, game: str) -> None:
    """What a page does until it can be looked at."""
    headers = {"Cookie": visitor.cookie_header, "X-Forwarded-For": visitor.address}
    async with websockets.connect(f"{server.ws_url}/ws/table/{game}", additional_headers=headers) as socket:
        await socket.send('{"t":"hello","since":-1,"history":true}')
        while json.loads(await socket.recv())["t"] != "table":
            pass


async def timed(doing: Awaitable[None]) -> float:
    """How many seconds it takes; a page gives up after ten."""
    began = perf_counter()
    with suppress(TimeoutError):
        async with asyncio.timeout(PAGE_TIMEOUT):
            await doing
    return perf_counter() - began


async def log_in(server: Server, visitor: Visitor, name: str) -> int:
    """Log in as a person does, who tries again when told that there is no room; how many tries it took."""
    form = {"csrfmiddlewaretoken": visitor.token, "login": name, "password": PASSWORD}
    for tries in count(1):
        status = await ask(server, "POST /accounts/login/", visitor.address, visitor.cookie_header, form)
        if status != 503:
            assert status == 302, status
            return tries
        await asyncio.sleep(5)
    raise AssertionError


async def repeat(per_second: float, times: int, do: Callable[[int], Awaitable[None]]) -> None:
    """Begin something so often, whether or not what was begun before is done."""
    begun = perf_counter()
    async with asyncio.TaskGroup() as group:
        for n in range(times):
            await asyncio.sleep(max(0.0, begun + n / per_second - perf_counter()))
            group.create_task(do(n))  # type: ignore[arg-type]


async def watch(
    server: Server, people: Sequence[tuple[Visitor, str]], honest: Sequence[Visitor], flood: int
) -> Seen:
    """Open tables for a while, log in now and then, and flood the log-in beside it."""
    seen = Seen()
    token = people[0][0].token

    async def opening(n: int) -> None:
        seen.pages.append(await timed(open_page(server, *people[n % len(people)])))
        seen.tables.append(await timed(open_table(server, *people[n % len(people)])))

    async def wrong(n: int) -> None:
        form = {"csrfmiddlewaretoken": token, "login": f"Nobody-{n}", "password": "wrong"}
        address = f"10.{n % NETWORKS}.0.1"
        status = await ask(server, "POST /accounts/login/", address, f"csrftoken={token}", form)
        seen.answers[status] += 1

    async def right(n: int) -> None:
        began = perf_counter()
        tries = await log_in(server, honest[n], "Honest")
        seen.log_ins.append((tries, perf_counter() - began))

    began, worked = perf_counter(), cpu_seconds(server)
    async with asyncio.TaskGroup() as group:
        group.create_task(repeat(OPENINGS_PER_SECOND, OPENINGS_PER_SECOND * SECONDS, opening))
        group.create_task(repeat(HONEST / SECONDS, HONEST, right))
        if flood:
            group.create_task(repeat(flood, flood * SECONDS, wrong))
    seen.load = (cpu_seconds(server) - worked) / (perf_counter() - began)
    return seen


def cpu_seconds(server: Server) -> float:
    """What a server has worked so far, all its threads together."""
    assert server.process is not None
    numbers = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def test_tables_open_and_an_honest_player_logs_in_while_many_guess(slow_server: Server) -> None:
    people = [(visitor, visitor.new_game()) for visitor in (Visitor(slow_server.url) for _ in range(PEOPLE))]
    Visitor(slow_server.url).sign_up("Honest")
    quiet, flooded = (
        asyncio.run(watch(slow_server, people, [Visitor(slow_server.url) for _ in range(HONEST)], flood))
        for flood in (0, LOG_INS_PER_SECOND)
    )
    print(f"\nnobody else: {quiet.describe()}\nflooded: {flooded.describe()}")
    assert len(flooded.log_ins) == HONEST
    assert max(flooded.tables) < PAGE_TIMEOUT
    assert flooded.answers[503] > flooded.answers[400] > 0
