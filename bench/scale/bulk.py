"""Write many rows at once: drop the indexes before, and build them again from their definitions."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import connection

# The constraints and indexes of a table apart from its primary key: how to drop and recreate them.
DROP_AND_CREATE_SQL = """
    SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', c.conrelid::regclass, conname),
        format('ALTER TABLE %I ADD CONSTRAINT %I %s', c.conrelid::regclass, conname,
            pg_get_constraintdef(c.oid))
    FROM pg_constraint AS c WHERE contype = 'u' AND conrelid = ANY(%s::regclass[])
    UNION ALL
    SELECT format('DROP INDEX %I', indexrelid::regclass), pg_get_indexdef(indexrelid)
    FROM pg_index WHERE indrelid = ANY(%s::regclass[])
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
"""


@contextmanager
def without_indexes(tables: Sequence[str]) -> Iterator[None]:
    """Drop the indexes of these tables in the block, except for their primary keys."""
    with connection.cursor() as cursor:
        # The driver interprets a percent sign unless it is doubled.
        cursor.execute(
            DROP_AND_CREATE_SQL.replace("%I", "%%I").replace("%s'", "%%s'"), [list(tables), list(tables)]
        )
        taken = cursor.fetchall()
        for down, _ in taken:
            cursor.execute(down)
    yield
    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '1GB'")
        for _, up in taken:
            cursor.execute(up)
        cursor.execute("RESET maintenance_work_mem")


def run_bulk(statement: str) -> None:
    """Run one statement. It writes copies of valid rows, so constraints are not checked again."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'"
        )
        cursor.execute(statement)
        cursor.execute("RESET session_replication_role; RESET synchronous_commit; RESET work_mem")


def vacuum_and_checkpoint() -> None:
    """Update the planner's statistics, and write everything to disk."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")
