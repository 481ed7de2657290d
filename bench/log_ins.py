"""Measure logins: the cost of a password hash, and tables and honest logins while many networks guess."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter, thread_time
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.hashers import BasePasswordHasher, PBKDF2PasswordHasher, ScryptPasswordHasher

from bench.figure import Figure
from bench.live import backing_services
from bench.live.guests import PASSWORD, Guest, sign_up_accounts
from bench.live.row import percentile
from bench.live.servers import SITE, Site, pin_to_clients_cores, running_server
from bench.live.watcher import Watcher
from bench.live.websocket import connect
from bench.measurement import BenchOptions, Measurement, MeasurementFailed
from game.accounts.hashers import Argon2idHasher
from game.consumers.entry_queue import PAGE_TIMEOUT

HASHES = 5
NETWORKS = 200
WRONG_PER_SECOND = 50
OPENINGS_PER_SECOND = 5
SECONDS, QUICK_SECONDS = 30, 10
PEOPLE = 20  # enough table owners that none exceeds a limit
HONEST = 5  # logins with the right password
RETRY_SECONDS = 5


class OneLaneOfScrypt(ScryptPasswordHasher):
    """A scrypt hasher that takes about as long as Argon2id."""

    parallelism = 1


@dataclass(slots=True)
class Seen:
    """The observations of one period."""

    pages: list[float] = field(default_factory=list)  # seconds from the request to the table's page
    tables: list[float] = field(default_factory=list)  # seconds from the page to the table
    answers: Counter[int] = field(default_factory=Counter)  # to wrong logins, by status
    log_ins: list[float] = field(default_factory=list)  # seconds of each honest one, retries included
    load: float = 0.0  # cores that the server kept busy


@dataclass(frozen=True, slots=True)
class Crowd:
    """A server, the owners of open games, and a player who logs in."""

    site: Site
    games: Sequence[tuple[Guest, str]]
    account: str

    @property
    def port(self) -> int:
        return self.site.ports[0]


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Yield the figures of docs/explanation/security.md."""
    yield from hash_costs()
    seconds = options.seconds or (QUICK_SECONDS if options.quick else SECONDS)
    pin_to_clients_cores()
    with backing_services.sqlite() as backing, running_server(SITE, backing.environment) as site:
        guests = [Guest(site.ports[0]) for _ in range(PEOPLE)]
        games = [(each, str(each.post("/api/games", {"against": "novice"})["game"])) for each in guests]
        for each in sign_up_accounts(site.ports[0], 1, "Honest"):
            each.close()
        crowd = Crowd(site, games, "Honest-0")
        yield from figures("quiet", asyncio.run(watch(crowd, 0, seconds)))
        flooded = asyncio.run(watch(crowd, WRONG_PER_SECOND, seconds))
        yield from figures(f"{WRONG_PER_SECOND} wrong a second", flooded)
    if not flooded.answers[400]:
        raise MeasurementFailed(f"no wrong log-in was compared: {dict(flooded.answers)}")
    refused = flooded.answers[503] / flooded.answers[400]
    yield Figure("log-ins", "wrong ones refused for each one compared", refused, "", 1, more_is_better=True)


def hash_costs() -> Iterator[Figure]:
    """Return the lowest CPU time of a few hashes by each hasher."""
    hashers = (Argon2idHasher(), PBKDF2PasswordHasher(), ScryptPasswordHasher(), OneLaneOfScrypt())
    costs = {type(hasher).__name__: hash_seconds(hasher) for hasher in hashers}
    for name, seconds in costs.items():
        yield Figure("log-ins", f"a hash by {name}", seconds * 1e3, "ms CPU")
    part = costs["Argon2idHasher"] / costs["PBKDF2PasswordHasher"]
    yield Figure("log-ins", "Argon2id as a part of PBKDF2", part, "", 1 / 3)


def hash_seconds(hasher: BasePasswordHasher) -> float:
    costs = []
    for _ in range(HASHES):
        began = thread_time()
        hasher.encode(PASSWORD, "salt of the sea")
        costs.append(thread_time() - began)
    return min(costs)


def figures(span: str, seen: Seen) -> Iterator[Figure]:
    for what, times in (("a table's page", seen.pages), ("a table on its page", seen.tables)):
        for percent in (50, 99):
            told = f"{span}: {what}, p{percent} of {len(times):,}"
            yield Figure("log-ins", told, percentile(times, percent) * 1e3, "ms")
    yield Figure("log-ins", f"{span}: the slowest table", max(seen.tables), "s", PAGE_TIMEOUT)
    yield Figure("log-ins", f"{span}: the slowest right log-in of {HONEST}", max(seen.log_ins), "s")
    yield Figure("log-ins", f"{span}: cores that the server kept busy", seen.load, "")


async def watch(crowd: Crowd, flood: int, seconds: float) -> Seen:
    """Open tables, log in now and then, and send `flood` wrong logins a second."""
    seen = Seen()
    token = crowd.games[0][0].token

    async def opening(n: int) -> None:
        guest, game = crowd.games[n % len(crowd.games)]
        seen.pages.append(await timed(open_page(crowd.port, guest, game)))
        seen.tables.append(await timed(open_table(crowd.port, guest, game)))

    async def wrong(n: int) -> None:
        form = {"csrfmiddlewaretoken": token, "login": f"Nobody-{n}", "password": "wrong"}
        address = f"172.16.{n % NETWORKS}.1"
        seen.answers[await send_form(crowd.port, address, f"csrftoken={token}", form)] += 1

    async def right(n: int) -> None:
        began = perf_counter()
        await log_in(crowd.port, crowd.account)
        seen.log_ins.append(perf_counter() - began)

    began, worked = perf_counter(), crowd.site.cpu_seconds_so_far()
    async with asyncio.TaskGroup() as group:
        group.create_task(repeat(OPENINGS_PER_SECOND, seconds, opening))
        group.create_task(repeat(HONEST / seconds, seconds, right))
        group.create_task(repeat(flood, seconds, wrong))
    seen.load = (crowd.site.cpu_seconds_so_far() - worked) / (perf_counter() - began)
    return seen


async def repeat(per_second: float, seconds: float, do: Callable[[int], Coroutine[Any, Any, None]]) -> None:
    """Start `do` at a fixed rate, whether or not earlier calls are done."""
    begun = perf_counter()
    async with asyncio.TaskGroup() as group:
        for n in range(round(per_second * seconds)):
            await asyncio.sleep(max(0.0, begun + n / per_second - perf_counter()))
            group.create_task(do(n))


async def timed(doing: Awaitable[None]) -> float:
    """Return the seconds that it takes. A page gives up after `PAGE_TIMEOUT`."""
    began = perf_counter()
    with suppress(TimeoutError):
        async with asyncio.timeout(PAGE_TIMEOUT):
            await doing
    return perf_counter() - began


async def open_page(port: int, guest: Guest, game: str) -> None:
    status = await request(port, f"GET /table/{game}", guest.address, guest.cookies)
    if status != 200:
        raise MeasurementFailed(f"a table's page was answered {status}")


async def open_table(port: int, guest: Guest, game: str) -> None:
    """Wait for the table, as a page does before it shows it."""
    socket = await connect(port, Watcher(game, guest.cookies))
    await socket.received.wait()
    socket.close()


async def log_in(port: int, name: str) -> None:
    """Log in as a person does, who tries again when the queue is full."""
    visitor = await asyncio.to_thread(Guest, port)
    form = {"csrfmiddlewaretoken": visitor.token, "login": name, "password": PASSWORD}
    while (status := await send_form(port, visitor.address, visitor.cookies, form)) == 503:
        await asyncio.sleep(RETRY_SECONDS)
    if status != 302:
        raise MeasurementFailed(f"a log-in with the right password was answered {status}")


async def send_form(port: int, address: str, cookies: str, form: dict[str, str]) -> int:
    return await request(port, "POST /accounts/login/", address, cookies, urlencode(form).encode())


async def request(port: int, head: str, address: str, cookies: str, body: bytes = b"") -> int:
    """Return the status of a response, on a new connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [
        f"{head} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close", f"Cookie: {cookies}",
        f"X-Forwarded-For: {address}", f"Content-Length: {len(body)}",
        "Content-Type: application/x-www-form-urlencoded",
    ]  # fmt: skip
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    answer = await reader.read()
    writer.close()
    return int(answer.split(b" ", 2)[1])
