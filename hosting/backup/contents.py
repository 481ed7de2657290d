"""Count the contents of a database, for the manifest and for the check after a restore."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from django.db import connection

from hosting.backup.archive import Contents
from hosting.backup.restore_marker import MARKER_TABLE

# Anyone with a session key can act as its player, so no backup may contain one.
EXCLUDED_TABLES = ("django_session",)

CursorFactory = Callable[[], AbstractContextManager[Any]]


def read_contents(cursors: CursorFactory, tool: str) -> Contents:
    """Read the contents of a database through these cursors."""
    with cursors() as cursor:
        return Contents(
            database=connection.vendor,
            tool=tool,
            migrations=[
                tuple(row) for row in _query(cursor, "SELECT app, name FROM django_migrations ORDER BY id")
            ],
            tables=count_rows(cursor),
            keys=_count_secrets_by_key(cursor),
            live=_query(cursor, "SELECT count(*) FROM game_game WHERE finished_at IS NULL")[0][0],
        )


def count_rows(cursor: Any) -> dict[str, int]:
    """Count the rows of every table."""
    tables = sorted({*connection.introspection.table_names()} - {MARKER_TABLE})
    return {
        table: 0 if table in EXCLUDED_TABLES else _query(cursor, f'SELECT count(*) FROM "{table}"')[0][0]
        for table in tables
    }


def _count_secrets_by_key(cursor: Any) -> dict[str, int]:
    key = "substr(sealed, 1, 8)"
    return dict(_query(cursor, f"SELECT {key}, count(*) FROM game_secrets GROUP BY {key} ORDER BY {key}"))


def _query(cursor: Any, sql: str) -> list[Any]:
    cursor.execute(sql)
    return list(cursor.fetchall())
