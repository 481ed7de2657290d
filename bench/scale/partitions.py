"""Measures the ledger's own statement on games in one table and in sixteen partitions.

Twins of the tables stand in a schema that is searched first: the code under measure need not know.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from django.db import connection

from bench.figure import Figure
from bench.scale.timing import cpu_seconds_with_backend, write_figure
from game.models import Game
from game.table.record.entries import Entry, write_entries
from game.table.tables import load_overdue_games, load_positions

PARTITIONS, FINISHED_GAMES = 16, 100_000
BATCH, BATCHES, TABLES = 25, 80, 2000
US, MS = 1e6, 1e3

# Foreign keys point at a partitioned table as at any other; a unique key has to hold what parts it.
TWIN_TABLES_SQL = f"""
    CREATE SCHEMA twin;
    CREATE TABLE twin.game_game (LIKE public.game_game INCLUDING DEFAULTS, PRIMARY KEY (id))
        PARTITION BY HASH (id);
    DO $$ BEGIN FOR n IN 0 .. {PARTITIONS - 1} LOOP EXECUTE format(
        'CREATE TABLE twin.game_game_%s PARTITION OF twin.game_game'
        ' FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER %s)'
        ' WITH (fillfactor = 50)', n, n); END LOOP; END $$;
    CREATE TABLE twin.game_secrets (LIKE public.game_secrets, PRIMARY KEY (game_id),
        FOREIGN KEY (game_id) REFERENCES twin.game_game (id)) PARTITION BY HASH (game_id);
    DO $$ BEGIN FOR n IN 0 .. {PARTITIONS - 1} LOOP EXECUTE format(
        'CREATE TABLE twin.game_secrets_%s PARTITION OF twin.game_secrets'
        ' FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER %s)', n, n); END LOOP; END $$;
    INSERT INTO twin.game_game SELECT * FROM public.game_game WHERE finished_at IS NULL;
    INSERT INTO twin.game_game
        SELECT * FROM public.game_game WHERE finished_at IS NOT NULL LIMIT {FINISHED_GAMES};
    INSERT INTO twin.game_secrets
        SELECT s.* FROM public.game_secrets AS s JOIN twin.game_game ON id = game_id;
    CREATE INDEX ON twin.game_game (created_at) WHERE finished_at IS NULL;
    CREATE INDEX ON twin.game_game (seat_a_id) WHERE finished_at IS NULL;
    CREATE INDEX ON twin.game_game (seat_b_id) WHERE finished_at IS NULL;
    CREATE INDEX ON twin.game_game (created_at);
    CREATE INDEX ON twin.game_game (finished_at) WHERE finished_at IS NOT NULL;
    ANALYZE twin.game_game;
"""


def measure() -> None:
    """Moves, the look at what is overdue, and the tables of a process, here and there."""
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA IF EXISTS twin CASCADE")
        cursor.execute(TWIN_TABLES_SQL)
    games = list(Game.objects.unfinished().order_by("pk").values_list("pk", "ply"))
    some = [game for game, _ in games[:TABLES]]
    for where, path in (("one table", "public"), (f"{PARTITIONS} partitions", "twin, public")):
        with search_path(path):
            write_figure(
                Figure(
                    "scale", f"a move of the ledger in {where}", _seconds_per_move(dict(games)) * US, "us CPU"
                )
            )
            write_figure(
                Figure(
                    "scale",
                    f"flags that fall, in {where}",
                    _cpu_seconds_of(load_overdue_games) * MS,
                    "ms CPU",
                )
            )
            looked_after = _cpu_seconds_of(lambda: load_positions(some)) * MS
            write_figure(
                Figure("scale", f"{TABLES:,} tables looked after, in {where}", looked_after, "ms CPU")
            )


@contextmanager
def search_path(path: str) -> Iterator[None]:
    """Where names of tables are looked for meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET search_path = {path}")
        yield
        cursor.execute("RESET search_path")


def _seconds_per_move(plies: dict[str, int]) -> float:
    """The cheaper half of many batches tells what a move costs."""
    games, costs = list(plies), []
    for number in range(BATCHES):
        batch = [games[(number * 7919 + n * 104_729) % len(games)] for n in range(BATCH)]
        entries = [
            Entry(game_id=game, ply=plies[game], tokens=("a5H/1200",)) for game in dict.fromkeys(batch)
        ]
        before = cpu_seconds_with_backend()
        outcomes = write_entries(entries)
        costs.append((cpu_seconds_with_backend() - before) / len(entries))
        if not all(outcome is True for outcome in outcomes):
            raise SystemExit(f"moves did not stand: {outcomes}")
        plies |= {entry.game_id: entry.ply + 1 for entry in entries}
    return _median(costs)


def _cpu_seconds_of(work: Callable[[], object]) -> float:
    costs = []
    for _ in range(9):
        before = cpu_seconds_with_backend()
        work()
        costs.append(cpu_seconds_with_backend() - before)
    return _median(costs)


def _median(costs: Sequence[float]) -> float:
    return sorted(costs)[len(costs) // 2]
