"""Measure the cost of read requests, and the share of a core that one address can take with each."""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from heapq import nlargest
from operator import attrgetter
from time import process_time
from typing import Any
from unittest.mock import patch

import msgspec
from django.test import Client
from django.urls import URLResolver, get_resolver

from bench.children import begin_child, run_child_on_sqlite, write_result
from bench.copied_games import PLAYERS, fill
from bench.figure import Figure
from bench.measurement import BenchOptions, Measurement
from common.http.live_response import LiveResponse
from common.http.rate_limit import Turn
from common.http.rate_limit_cache import LocalRateLimitCache

GAMES, QUICK_GAMES = 2_000, 200
ROUNDS = 3
SHOWN = 10
A_QUARTER_OF_A_CORE = 15.0  # CPU seconds per minute
OF_NGINX = 3_000  # requests a minute that deploy/nginx/nginx.conf accepts from an address
ADDRESS = "192.0.2.1"
PART = re.compile(r"<(?:\w+:)?(\w+)>")
STREAMS = re.compile(r"/stream|/watch|/games/live|/play/")  # endless responses
NOT_OF_PLAYERS = ("/admin/", "/metrics", "/health")


class Cost(msgspec.Struct, frozen=True):
    """A URL with the CPU time of one request, and the requests that its limits allow per minute."""

    path: str
    cpu_ms: float
    turns: float

    @property
    def uncapped(self) -> float:
        """The CPU seconds of a minute without the share per address."""
        return self.cpu_ms * self.turns / 1000


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Yield the ten most expensive requests, and what one address can take with each in a minute."""
    games = QUICK_GAMES if options.quick else GAMES
    costs = run_child_on_sqlite(Cost, "bench.requests", str(games))
    for cost in nlargest(SHOWN, costs, key=attrgetter("cpu_ms")):
        yield Figure("requests", f"GET {cost.path}", cost.cpu_ms, "ms CPU")
        what = f"GET {cost.path}, from one address in a minute, by {cost.turns:,.0f} requests"
        yield Figure("requests", what, taken_by(cost), "s CPU", A_QUARTER_OF_A_CORE + cost.cpu_ms / 1000)


def taken_by(cost: Cost) -> float:
    """Return the CPU seconds that an address can take in a minute. Beyond its share it is refused."""
    from cribbage_site.cpu_share import FREE_MS, SHARE_MS

    if cost.cpu_ms < FREE_MS:
        return cost.uncapped
    return min(cost.uncapped, SHARE_MS / 1000)


def known_values() -> dict[str, str]:
    """Return an existing value for each parameter of a URL."""
    from game.models import Game

    game = Game.objects.exclude(finished_at=None).latest("finished_at").pk
    one, other = PLAYERS
    return {"game_id": game, "game": game, "name": one, "one": one, "other": other, "kind": "people"}


def read_paths(known: dict[str, str]) -> Iterator[str]:
    """Yield every URL whose parameters are all known."""
    for route in routes():
        path = "/" + PART.sub(lambda part: known.get(part[1], "<>"), route)
        if (
            not re.search(r"[<>()^$\\]", path)
            and not STREAMS.search(path)
            and not path.startswith(NOT_OF_PLAYERS)
        ):
            yield path


def routes(of: Any = None, before: str = "") -> Iterator[str]:
    """Yield every URL of the site, as Django writes them."""
    for pattern in (of or get_resolver()).url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        else:
            yield route


class Turns:
    """Replaces the counters of all limits. It refuses nothing, and records each limit."""

    def __init__(self) -> None:
        self.a_minute = float(OF_NGINX)

    def take(self, shares: Mapping[str, int], seconds: float) -> Turn:
        for share, limit in shares.items():
            if ":place:" in share:
                self.a_minute = min(self.a_minute, 60 * limit / seconds)
        return Turn(0.0, limit := min(shares.values()), limit, 0.0)

    def spend(self, *about: Any) -> float:
        return 0.0


@contextmanager
def counted_turns() -> Iterator[Turns]:
    """Let no limit refuse a request in the block."""
    turns = Turns()
    with (
        patch.object(LocalRateLimitCache, "take", staticmethod(turns.take)),
        patch.object(LocalRateLimitCache, "spend", staticmethod(turns.spend)),
    ):
        yield turns


def measure_paths() -> Iterator[Cost]:
    """Request every URL as a new visitor. Those that need more rights are left out."""
    client = Client(REMOTE_ADDR=ADDRESS, raise_request_exception=False)
    for path in read_paths(known_values()):
        with counted_turns() as turns:
            asked = [ask(client, path) for _ in range(ROUNDS)]
        if {status for status, _ in asked} == {200}:
            yield Cost(path, min(took for _, took in asked), turns.a_minute)


def ask(client: Client, path: str) -> tuple[int, float]:
    """Return the status of a response, and its CPU milliseconds; 0 for a stream."""
    began = process_time()
    response: Any = client.get(path)
    if getattr(response, "is_async", False) or isinstance(response, LiveResponse):
        return 0, 0.0
    if response.streaming:
        for _ in response.streaming_content:
            pass
    return response.status_code, 1000 * (process_time() - began)


if __name__ == "__main__":
    begin_child()
    fill(int(sys.argv[1]))
    for cost in measure_paths():
        write_result(cost)
