"""Has SQLite count its rows, or it takes indexes that find too much; PostgreSQL does it by itself."""

from contextlib import closing

from django.db import connection, transaction

from common.database.thread import on_the_database_thread

ROWS_AN_INDEX = 1000  # it looks at so many, however many there are


async def count_rows() -> None:
    """Count the rows anew, as tables grow."""
    await on_the_database_thread(count_sqlite_rows)()


def count_sqlite_rows() -> None:
    """Note how rows spread over the indexes, in a new table, since only then all connections read it."""
    if connection.vendor != "sqlite":
        return
    with closing(connection.cursor()) as cursor:
        cursor.execute(f"PRAGMA analysis_limit = {ROWS_AN_INDEX}")
        with transaction.atomic():
            cursor.execute("DROP TABLE IF EXISTS sqlite_stat1")
            cursor.execute("ANALYZE")
