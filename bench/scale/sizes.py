"""Measure the size of everything: rows, and bytes of a table with its indexes."""

from django.db import connection

from bench.children import write_result
from bench.figure import Figure
from bench.scale.dataset import FILLED, DatasetSize


def measure(size: DatasetSize) -> None:
    """Yield the size of each table, and the total per game."""
    everything = 0
    for model in FILLED:
        rows, table, indexes = _size(model._meta.db_table)
        everything += table + indexes
        name = str(model._meta.verbose_name_plural)
        write_result(Figure("scale", f"{name}, rows", rows, ""))
        write_result(Figure("scale", f"{name}, without indexes", table / 1e6, "MB"))
        write_result(Figure("scale", f"{name}, their indexes", indexes / 1e6, "MB"))
    write_result(Figure("scale", "all of them, by the game", everything / size.games / 1e3, "kB"))


def _size(table: str) -> tuple[int, int, int]:
    with connection.cursor() as cursor:
        sizes = "reltuples::bigint, pg_table_size(oid), pg_indexes_size(oid)"
        cursor.execute(f"SELECT {sizes} FROM pg_class WHERE relname = %s", [table])
        rows, size, indexes = cursor.fetchone()
    return rows, size, indexes
