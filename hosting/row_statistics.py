"""Refresh SQLite's row statistics. Without them it picks indexes that match too many rows.

PostgreSQL does this by itself.
"""

from contextlib import closing

from django.db import connection, transaction

from common.database.thread import on_the_database_thread

ROWS_AN_INDEX = 1000  # rows that ANALYZE samples per index


async def count_rows() -> None:
    """Refresh the statistics, because tables grow."""
    await on_the_database_thread(count_sqlite_rows)()


def count_sqlite_rows() -> None:
    """Run ANALYZE into a new statistics table: only a new table is read by all open connections."""
    if connection.vendor != "sqlite":
        return
    with closing(connection.cursor()) as cursor:
        cursor.execute(f"PRAGMA analysis_limit = {ROWS_AN_INDEX}")
        with transaction.atomic():
            cursor.execute("DROP TABLE IF EXISTS sqlite_stat1")
            cursor.execute("ANALYZE")
