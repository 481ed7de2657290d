"""The inside of the ladder's bench: a figure a line on its output, and each query's plan on stderr."""

import sys
from collections.abc import Callable
from typing import Any

import django
import msgspec
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model

from bench.figure import Figure, seconds
from common import clock

PLAYERS = 1_000_000
IN_THE_MIDDLE = PLAYERS * 45 // 100
IN_TIME = 50.0  # milliseconds
CENSUS_IN_TIME = 500.0
# Points as a long season leaves them: most about 1500, few far from it.
POINTS = "greatest(0, 1500 + 300 * (random() + random() + random() + random() - 2))::int"

Work = Callable[[], object]


def fill() -> None:
    """A new database with a million players, nine in ten of them in the list."""
    from game.models import Player
    from ranking.models import Kind, Standing

    call_command("migrate", verbosity=0)
    first = Player.objects.create(username="player")
    of_first = {"player": first, "kind": Kind.PEOPLE, "recent": "13 -29 0 21", "listed": True}
    Standing.objects.create(**of_first, last_at=clock.now())
    standings = {"player_id": "last.player_id + n", "points": POINTS, "listed": "n % 10 <> 0"}
    with connection.cursor() as cursor:
        cursor.execute("SELECT setseed(0.5)")
        cursor.execute(copies(Player, id="last.id + n", username="'player ' || n"))
        cursor.execute(copies(Standing, id="last.id + n", **standings))
        cursor.execute("VACUUM ANALYZE game_player, ranking_standing")


def copies(model: type[Model], **own: str) -> str:
    """SQL that makes a million of a model's last row, each with something of its own."""
    table, columns = model._meta.db_table, [str(field.column) for field in model._meta.concrete_fields]
    values = [own.get(column, f"last.{column}") for column in columns]
    return f"""
        INSERT INTO {table} ({", ".join(columns)}) SELECT {", ".join(values)}
        FROM (SELECT * FROM {table} ORDER BY id DESC LIMIT 1) AS last, generate_series(1, {PLAYERS - 1}) AS n
    """


def plans(work: Work) -> list[str]:
    """How PostgreSQL answers each query of some work."""
    asked: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        work()
    return [plan(sql, params) for sql, params in asked]


def plan(sql: str, params: Any) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, COSTS OFF, SUMMARY OFF) {sql}", params)
        return "\n".join(line for (line,) in cursor.fetchall())


def tell(what: str, value: float, unit: str, target: float | None = None) -> None:
    print(msgspec.json.encode(Figure("ladder", what, value, unit, target)).decode(), flush=True)


def milliseconds(work: Work, rounds: int = 9) -> float:
    return 1000 * seconds(work, rounds)


def without_the_index(work: Work) -> float:
    """The milliseconds of some work where only a sort can answer it."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("DROP INDEX the_ladder")
        took = milliseconds(work, rounds=3)
        transaction.set_rollback(True)
    return took


def main() -> None:
    from ranking.leaderboard import DOWN, around, census, listed, rank, top
    from ranking.models import Kind

    fill()
    ladder = listed(Kind.PEOPLE)
    middle = ladder.order_by(*DOWN).select_related("player")[IN_THE_MIDDLE]
    tell("standings, of which nine in ten are listed", PLAYERS, "")

    def take_census() -> object:
        cache.clear()
        return census(Kind.PEOPLE)

    tell("the census, once a minute and process", milliseconds(take_census), "ms", CENSUS_IN_TIME)
    asked: dict[str, Work] = {
        "the Top 50": lambda: top(Kind.PEOPLE),
        "a rank in the middle": lambda: rank(middle),
        "the three on each side of it, with their ranks": lambda: around(middle),
    }
    for what, work in asked.items():
        shown = plans(work)
        print(*[f"-- {what}\n{each}" for each in shown], sep="\n", file=sys.stderr, flush=True)
        tell(what, milliseconds(work), "ms", IN_TIME)
        tell(f"{what}: plans that sort", sum("Sort" in each for each in shown), "", 1)
    all_above = ladder.filter(points__gt=middle.points)
    tell("the rank in the middle, were all above counted", milliseconds(all_above.count), "ms")
    tell("the Top 50, were there no index", without_the_index(lambda: top(Kind.PEOPLE)), "ms")


if __name__ == "__main__":
    django.setup()
    main()
