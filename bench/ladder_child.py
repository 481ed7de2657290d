"""Measure the ladder in a separate process: one figure per line on stdout, query plans on stderr."""

import sys
from collections.abc import Callable
from typing import Any

import django
import msgspec
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model

from bench.figure import Figure, best_seconds
from common import clock

PLAYERS = 1_000_000
MIDDLE_RANK = PLAYERS * 45 // 100
LIMIT_MS = 50.0  # milliseconds
CENSUS_LIMIT_MS = 500.0
# Points after a long season: most about 1500, few far from it.
POINTS = "greatest(0, 1500 + 300 * (random() + random() + random() + random() - 2))::int"

Work = Callable[[], object]


def fill() -> None:
    """Create a database with a million players, nine in ten of them listed."""
    from game.models import Player
    from ranking.models import Kind, Standing

    call_command("migrate", verbosity=0)
    first = Player.objects.create(username="player")
    of_first = {"player": first, "kind": Kind.PEOPLE, "recent": "13 -29 0 21", "listed": True}
    Standing.objects.create(**of_first, last_at=clock.now())
    standings = {"player_id": "last.player_id + n", "points": POINTS, "listed": "n % 10 <> 0"}
    with connection.cursor() as cursor:
        cursor.execute("SELECT setseed(0.5)")
        cursor.execute(copies_sql(Player, id="last.id + n", username="'player ' || n"))
        cursor.execute(copies_sql(Standing, id="last.id + n", **standings))
        cursor.execute("VACUUM ANALYZE game_player, ranking_standing")


def copies_sql(model: type[Model], **own: str) -> str:
    """Return SQL that copies a model's last row a million times, each with its own values in some columns."""
    table, columns = model._meta.db_table, [str(field.column) for field in model._meta.concrete_fields]
    values = [own.get(column, f"last.{column}") for column in columns]
    return f"""
        INSERT INTO {table} ({", ".join(columns)}) SELECT {", ".join(values)}
        FROM (SELECT * FROM {table} ORDER BY id DESC LIMIT 1) AS last, generate_series(1, {PLAYERS - 1}) AS n
    """


def explain_queries(work: Work) -> list[str]:
    """Return PostgreSQL's plan for each query of some work."""
    asked: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        work()
    return [explain(sql, params) for sql, params in asked]


def explain(sql: str, params: Any) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, COSTS OFF, SUMMARY OFF) {sql}", params)
        return "\n".join(line for (line,) in cursor.fetchall())


def write_figure(what: str, value: float, unit: str, target: float | None = None) -> None:
    print(msgspec.json.encode(Figure("ladder", what, value, unit, target)).decode(), flush=True)


def milliseconds(work: Work, rounds: int = 9) -> float:
    return 1000 * best_seconds(work, rounds)


def milliseconds_without_index(work: Work) -> float:
    """Return the milliseconds of some work that then needs a sort."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("DROP INDEX the_ladder")
        took = milliseconds(work, rounds=3)
        transaction.set_rollback(True)
    return took


def main() -> None:
    from ranking.leaderboard import DOWN, census, compute_rank, listed_standings, load_neighbours, load_top
    from ranking.models import Kind

    fill()
    ladder = listed_standings(Kind.PEOPLE)
    middle = ladder.order_by(*DOWN).select_related("player")[MIDDLE_RANK]
    write_figure("standings, of which nine in ten are listed", PLAYERS, "")

    def take_census() -> object:
        cache.clear()
        return census(Kind.PEOPLE)

    write_figure("the census, once a minute and process", milliseconds(take_census), "ms", CENSUS_LIMIT_MS)
    asked: dict[str, Work] = {
        "the Top 50": lambda: load_top(Kind.PEOPLE),
        "a rank in the middle": lambda: compute_rank(middle),
        "the three on each side of it, with their ranks": lambda: load_neighbours(middle),
    }
    for what, work in asked.items():
        shown = explain_queries(work)
        print(*[f"-- {what}\n{each}" for each in shown], sep="\n", file=sys.stderr, flush=True)
        write_figure(what, milliseconds(work), "ms", LIMIT_MS)
        write_figure(f"{what}: plans that sort", sum("Sort" in each for each in shown), "", 1)
    all_above = ladder.filter(points__gt=middle.points)
    write_figure("the rank in the middle, were all above counted", milliseconds(all_above.count), "ms")
    write_figure(
        "the Top 50, were there no index", milliseconds_without_index(lambda: load_top(Kind.PEOPLE)), "ms"
    )


if __name__ == "__main__":
    django.setup()
    main()
