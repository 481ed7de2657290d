"""Measure a game between two people and one against Advanced, and derive the games per day."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic, sleep

import psycopg

from bench.cost.play import PlayTotals, play_games
from bench.cost.ramp import RATES, Step, ramp_up
from bench.cost.resources import Counts, ResourceUsage, difference, tables_with_rows
from bench.figure import Figure
from bench.live.backing_services import postgresql, with_redis
from bench.live.guests import sign_up_accounts
from bench.live.measure import run_on_uvloop
from bench.live.servers import SITE, pin_to_clients_cores, running_server
from bench.measurement import BenchOptions, Measurement, MeasurementFailed
from bench.services import ServiceMissing

PEOPLE, GAMES, QUICK_PEOPLE, QUICK_GAMES = 12, 4, 4, 1
IDLE = 8.0
BOT = "advanced"
KINDS = {"": "two people", BOT: "a person and Advanced"}
PATIENCE = 900.0


@dataclass(frozen=True, slots=True)
class GamesCost:
    """The total cost of some games."""

    played: PlayTotals
    seconds: Counts
    written: Counts
    stored: Counts


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Run one server with PostgreSQL and Redis on one core, and the clients on the others."""
    pin_to_clients_cores()
    people, games = (QUICK_PEOPLE, QUICK_GAMES) if options.quick else (PEOPLE, GAMES)
    try:
        with (
            postgresql() as plain,
            with_redis(plain) as backing,
            running_server(SITE, backing.environment, backing.pids) as site,
        ):
            books = ResourceUsage(site, backing)
            yield from measure_games(books, people, games)
            yield from measure_ramp(books, options)
    except ServiceMissing as missing:
        print(f"cost: {missing}: nothing was measured", file=sys.stderr)


def measure_games(books: ResourceUsage, people: int, games: int) -> Iterator[Measurement]:
    port = books.site.ports[0]
    print(f"cost: {people} people sign up ...", file=sys.stderr)
    crowd = sign_up_accounts(port, people)
    # A worker's first move includes its startup, which no game should pay for.
    for bot in KINDS:
        run_on_uvloop(play_games(port, crowd[:2], 1, bot))
    wait_for_reviews(books)
    idle = idle_cpu_per_second(books)
    yield Figure(
        "cost", "one idle process with its database and Redis, of a core", sum(idle.values()) * 100, "%"
    )
    for bot, kind in KINDS.items():
        print(f"cost: {kind}: {people * games // (1 if bot else 2)} games ...", file=sys.stderr)
        yield from cost_per_game(kind, cost_of_games(books, crowd, games, bot, idle))


def idle_cpu_per_second(books: ResourceUsage) -> Counts:
    """Return the CPU time of an idle process per second."""
    before, begun = books.cpu_seconds_by_process(), monotonic()
    sleep(IDLE)
    took = monotonic() - begun
    return {
        who: seconds / took for who, seconds in difference(books.cpu_seconds_by_process(), before).items()
    }


def cost_of_games(books: ResourceUsage, crowd: list, games: int, bot: str, idle: Counts) -> GamesCost:  # type: ignore[type-arg]
    """Return the cost of games from the first click to the last review, without the idle cost."""
    held, written, seconds, begun = (
        books.stored_bytes_and_rows(),
        books.write_counts(),
        books.cpu_seconds_by_process(),
        monotonic(),
    )
    played = run_on_uvloop(play_games(books.site.ports[0], crowd, games, bot))
    wait_for_reviews(books)
    took = monotonic() - begun
    used = difference(books.cpu_seconds_by_process(), seconds)
    used = {who: max(0.0, spent - took * idle[who]) for who, spent in used.items()}
    sleep(2)  # until PostgreSQL has counted its commits
    return GamesCost(
        played,
        used,
        difference(books.write_counts(), written),
        difference(books.stored_bytes_and_rows(), held),
    )


def wait_for_reviews(books: ResourceUsage) -> None:
    """Wait until every game that should be reviewed is."""
    until = monotonic() + PATIENCE
    with psycopg.connect(books.backing.environment["DATABASE_URL"], autocommit=True) as connection:
        while monotonic() < until:
            found = connection.execute("SELECT count(*) FROM game_review WHERE done_at IS NULL").fetchone()
            if found == (0,):
                return
            sleep(0.5)
    raise MeasurementFailed("The reviews did not finish.")


def cost_per_game(kind: str, spent: GamesCost) -> Iterator[Measurement]:
    """Yield every figure per game."""
    games, moves = spent.played.games, spent.played.plies

    def figure(what: str, value: float, unit: str) -> Figure:
        return Figure("cost", f"a game of {kind}: {what}", value, unit)

    yield figure("words in its transcript", moves / games, "")
    for who, seconds in spent.seconds.items():
        yield figure(f"CPU, {who}", seconds / games * 1e3, "ms")
    live = sum(seconds for who, seconds in spent.seconds.items() if who != "reviews")
    yield figure("CPU, without its review", live / games * 1e3, "ms")
    for what in ("commits", "Redis commands"):
        yield figure(what, spent.written[what] / games, "")
    yield figure("PostgreSQL's log (WAL)", spent.written["WAL bytes"] / games / 1e3, "kB")
    yield figure("our own log", spent.written["log bytes"] / games, "bytes")
    for name in tables_with_rows(spent.stored):
        yield figure(f"rows of {name}", spent.stored[f"{name} rows"] / games, "")
        yield figure(f"bytes of {name}", spent.stored[f"{name} bytes"] / games, "bytes")
    stored = sum(
        size for what, size in spent.stored.items() if what.endswith(" bytes") and what != "Redis bytes"
    )
    yield figure("all that is kept in PostgreSQL", stored / games / 1e3, "kB")
    yield figure("kept in Redis", max(0.0, spent.stored["Redis bytes"]) / games, "bytes")
    yield figure("told over sockets", spent.played.bytes_in / games / 1e3, "kB")
    yield figure("heard over sockets", spent.played.bytes_out / games / 1e3, "kB")


def measure_ramp(books: ResourceUsage, options: BenchOptions) -> Iterator[Measurement]:
    """Raise the rate of moves at people's pace."""
    steps = run_on_uvloop(_ramp_steps(books, options))
    for step in steps:
        what = f"{step.requested:,.0f} moves/s at people's pace"
        yield Figure("cost", f"{what}: moves that came", step.moves, "moves/s")
        yield Figure("cost", f"{what}: p99 until acknowledged", step.p99 * 1e3, "ms")
        yield Figure("cost", f"{what}: server, database and Redis", step.busy, "of a core")
    if held := [step for step in steps if step.is_sustained]:
        yield Figure("cost", "the most moves that one core acknowledged in time", held[-1].moves, "moves/s")


async def _ramp_steps(books: ResourceUsage, options: BenchOptions) -> list[Step]:
    rates = RATES[:2] if options.quick else RATES
    return [step async for step in ramp_up(books.site, options.seed, rates)]
