"""The cost of a game between two people and of one against Advanced, and from it the games of a day."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic, sleep

import psycopg

from bench.cost import fanout
from bench.cost.play import Played, accounts, play
from bench.cost.ramp import RATES, Step, rise
from bench.cost.resources import Books, Counts, less, tables
from bench.figure import Figure
from bench.live.backing_services import postgresql, with_redis
from bench.live.measure import run
from bench.live.servers import SITE, keep_off, serving
from bench.measurement import Measured, NothingMeasured, Wanted
from bench.services import ServiceMissing

PEOPLE, GAMES, QUICK_PEOPLE, QUICK_GAMES = 12, 4, 4, 1
IDLE = 8.0
BOT = "advanced"
KINDS = {"": "two people", BOT: "a person and Advanced"}
PATIENCE = 900.0


@dataclass(frozen=True, slots=True)
class Spent:
    """What some games came to."""

    played: Played
    seconds: Counts
    written: Counts
    held: Counts


def measure(wanted: Wanted) -> Iterator[Measured]:
    """On one Daphne with PostgreSQL and Redis on one core; the clients have the others."""
    keep_off()
    yield from fanout.measure()
    people, games = (QUICK_PEOPLE, QUICK_GAMES) if wanted.quick else (PEOPLE, GAMES)
    try:
        with postgresql() as plain, with_redis(plain) as backing:
            environment = backing.environment
            with serving("daphne", SITE, environment, backing.pids) as site:
                urls = (environment["DATABASE_URL"], environment["REDIS_URL"])
                books = Books(site, backing.pids[0], backing.pids[1], *urls)
                yield from games_of_both_kinds(books, people, games)
                yield from games_a_day(books, wanted)
    except ServiceMissing as missing:
        print(f"cost: {missing}: nothing was measured", file=sys.stderr)


def games_of_both_kinds(books: Books, people: int, games: int) -> Iterator[Measured]:
    port = books.site.ports[0]
    print(f"cost: {people} people sign up ...", file=sys.stderr)
    crowd = accounts(port, people)
    # A worker's first thought is its beginning, which is no game's.
    for bot in KINDS:
        run(play(port, crowd[:2], 1, bot))
    wait_for_reviews(books)
    idle = of_a_second(books)
    yield Figure(
        "cost", "one idle process with its database and Redis, of a core", sum(idle.values()) * 100, "%"
    )
    for bot, kind in KINDS.items():
        print(f"cost: {kind}: {people * games // (1 if bot else 2)} games ...", file=sys.stderr)
        yield from of_a_game(kind, spent(books, crowd, games, bot, idle))


def of_a_second(books: Books) -> Counts:
    """What a process costs while nobody is there."""
    before, begun = books.seconds(), monotonic()
    sleep(IDLE)
    took = monotonic() - begun
    return {who: seconds / took for who, seconds in less(books.seconds(), before).items()}


def spent(books: Books, crowd: list, games: int, bot: str, idle: Counts) -> Spent:  # type: ignore[type-arg]
    """What games cost from the first click to the last review, without what a process costs anyway."""
    held, written, seconds, begun = books.held(), books.written(), books.seconds(), monotonic()
    played = run(play(books.site.ports[0], crowd, games, bot))
    wait_for_reviews(books)
    took = monotonic() - begun
    used = less(books.seconds(), seconds)
    used = {who: max(0.0, spent - took * idle[who]) for who, spent in used.items()}
    sleep(2)  # until PostgreSQL has counted its commits
    return Spent(played, used, less(books.written(), written), less(books.held(), held))


def wait_for_reviews(books: Books) -> None:
    """Until every game that is to be reviewed is."""
    until = monotonic() + PATIENCE
    with psycopg.connect(books.database_url, autocommit=True) as connection:
        while monotonic() < until:
            found = connection.execute("SELECT count(*) FROM game_review WHERE done_at IS NULL").fetchone()
            if found == (0,):
                return
            sleep(0.5)
    raise NothingMeasured("The reviews came to no end.")


def of_a_game(kind: str, spent: Spent) -> Iterator[Measured]:
    """Every figure by the game."""
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
    for name in tables(spent.held):
        yield figure(f"rows of {name}", spent.held[f"{name} rows"] / games, "")
        yield figure(f"bytes of {name}", spent.held[f"{name} bytes"] / games, "bytes")
    stored = sum(
        size for what, size in spent.held.items() if what.endswith(" bytes") and what != "Redis bytes"
    )
    yield figure("all that is kept in PostgreSQL", stored / games / 1e3, "kB")
    yield figure("kept in Redis", max(0.0, spent.held["Redis bytes"]) / games, "bytes")
    yield figure("told over sockets", spent.played.bytes_in / games / 1e3, "kB")
    yield figure("heard over sockets", spent.played.bytes_out / games / 1e3, "kB")


def games_a_day(books: Books, wanted: Wanted) -> Iterator[Measured]:
    """Moves at people's pace, more and more of them."""
    steps = run(_steps(books, wanted))
    for step in steps:
        what = f"{step.asked:,.0f} moves/s at people's pace"
        yield Figure("cost", f"{what}: moves that came", step.moves, "moves/s")
        yield Figure("cost", f"{what}: p99 until acknowledged", step.p99 * 1e3, "ms")
        yield Figure("cost", f"{what}: server, database and Redis", step.busy, "of a core")
    if held := [step for step in steps if step.holds]:
        yield Figure("cost", "the most moves that one core acknowledged in time", held[-1].moves, "moves/s")


async def _steps(books: Books, wanted: Wanted) -> list[Step]:
    rates = RATES[:2] if wanted.quick else RATES
    return [step async for step in rise(books.site, wanted.seed, rates)]
