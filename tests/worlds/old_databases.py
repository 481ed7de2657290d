"""A database as an older version left it, put where this version's code looks for one."""

import gzip
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection, connections

from bench.services import temporary_database
from common.database.thread import disconnect

HERE = Path(__file__).parents[1] / "upgrades"
VERSIONS = sorted(
    [path.name.removesuffix(".sqlite.sql.gz") for path in HERE.glob("*.sqlite.sql.gz")],
    key=lambda version: [int(number) for number in version.split(".")],
)

Rows = dict[str, list[dict[str, Any]]]


def dump_of(version: str, row: str) -> Path:
    """The dump that a version wrote on a row: sqlite or postgresql."""
    return HERE / f"{version}.{row}.sql.gz"


@contextmanager
def using_old_database(version: str, work: Path) -> Iterator[None]:
    """Use the database of an older version, in a file or next to the test's own."""
    statements = gzip.decompress(dump_of(version, connection.vendor).read_bytes()).decode()
    if connection.vendor == "sqlite":
        path = work / "old.sqlite3"
        with closing(sqlite3.connect(path)) as file:
            file.executescript(statements)
        with database_named(str(path)):
            yield
    else:
        with temporary_database(os.environ["DATABASE_URL"]) as own:
            with psycopg.connect(own, autocommit=True) as empty:
                empty.execute(statements.encode())
            with database_named(own.rpartition("/")[2]):
                yield


@contextmanager
def database_named(name: str) -> Iterator[None]:
    """The default database has another name for a while, for all threads."""
    known = settings.DATABASES["default"]
    before = known["NAME"]
    _close_connections()
    known["NAME"] = name
    try:
        yield
    finally:
        _close_connections()
        known["NAME"] = before


def _close_connections() -> None:
    disconnect()
    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]


def load_all_rows() -> Rows:
    """Every row of every table, as the database has it."""
    with connection.cursor() as cursor:
        tables = sorted(connection.introspection.table_names(cursor))
        found: Rows = {}
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}"')
            columns = [column[0] for column in cursor.description]
            found[table] = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    return found


def missing_rows(before: Rows, after: Rows) -> list[str]:
    """Return the rows that were there before and are missing now."""
    found = []
    for table, rows in before.items():
        if table not in after:
            found.append(f"the table {table}")
            continue
        for row in rows:
            if not any(row.items() <= now.items() for now in after[table]):
                found.append(f"of {table}: {row}")
    return found
