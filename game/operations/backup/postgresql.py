"""PostgreSQL's own tools: pg_dump looks at one instant while people play, pg_restore makes it stand again."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from typing import IO, Any
from zipfile import ZIP_STORED

from django.db import connection
from psycopg import pq
from psycopg.conninfo import make_conninfo

from game.operations.backup.archive import BackupError, Contents, HashingWriter, read_chunks
from game.operations.backup.contents import EXCLUDED_TABLES, read_contents
from game.operations.backup.restore_marker import CREATE_MARKER

COMPRESSION = ZIP_STORED  # pg_dump packs what it writes
VERSION_PATTERN = re.compile(r"\b(\d+)(?:\.\d+)?\b")


def dump(out: HashingWriter) -> Contents:
    """Everything but the rows that are left out, as it was at one instant."""
    tool, version = locate_tool("pg_dump")
    with _exported_snapshot() as snapshot:
        found = read_contents(connection.cursor, f"pg_dump {version}")
        left_out = [f"--exclude-table-data={table}" for table in EXCLUDED_TABLES]
        how = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", *left_out]
        with _running_tool([tool, *how], stdout=subprocess.PIPE) as dumping:
            for piece in read_chunks(dumping.stdout):
                out.write(piece)
    return found


def load(data: IO[bytes]) -> None:
    """All of it or nothing, behind the mark of a restore under way."""
    tool, _ = locate_tool("pg_restore")
    with connection.cursor() as cursor:
        cursor.execute(CREATE_MARKER)
    how = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
    with _running_tool([tool, *how], stdin=subprocess.PIPE) as loading:
        try:
            for piece in read_chunks(data):
                loading.stdin.write(piece)
            loading.stdin.close()
        except BrokenPipeError:
            pass  # it says why


@contextmanager
def _exported_snapshot() -> Iterator[str]:
    """A transaction that sees one instant, and its name for others to see the same."""
    connection.close()
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            cursor.execute("SELECT pg_export_snapshot()")
            yield str(cursor.fetchone()[0])
        finally:
            cursor.execute("ROLLBACK")


@contextmanager
def _running_tool(command: list[str], **streams: Any) -> Iterator[Any]:
    where, password = _connection_info()
    process = subprocess.Popen(
        [*command, "--dbname", where],
        stderr=subprocess.PIPE, env={**os.environ, "PGPASSWORD": password}, **streams,
    )  # fmt: skip
    try:
        yield process
    except BaseException:
        process.kill()
        process.communicate()
        raise
    process.stdin = None
    _, says = process.communicate()
    if process.returncode:
        lines = says.decode(errors="replace").strip().splitlines() or ["it did not say why"]
        raise BackupError(f"{os.path.basename(command[0])} failed: {lines[0]}")


def _connection_info() -> tuple[str, str]:
    """Where the database is, as libpq is told, and its password, which no list of processes shall show."""
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    given = connection.get_connection_params()
    told = {name: value for name, value in given.items() if name in known and name != "password"}
    return make_conninfo(**told), str(given.get("password", ""))


def locate_tool(name: str) -> tuple[str, str]:
    """One of PostgreSQL's tools that is no older than the server, and its version."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        server = int(cursor.fetchone()[0]) // 10_000
    debians = sorted(glob("/usr/lib/postgresql/*/bin"), key=lambda folder: int(folder.split("/")[-2]))
    found = []
    for folder in [*debians, *os.environ.get("PATH", os.defpath).split(os.pathsep)]:
        if (path := shutil.which(name, path=folder)) and (version := _read_tool_version(path)):
            found.append(version)
            if version[0] >= server:
                return path, version[1]
    has = f"of version {max(found)[1]}" if found else "not installed"
    raise BackupError(
        f"The server is PostgreSQL {server}, and {name} here is {has}: install postgresql-client-{server}."
    )


def _read_tool_version(path: str) -> tuple[int, str] | None:
    """Some that are only wrappers fail where no server was ever installed."""
    told = subprocess.run([path, "--version"], capture_output=True, text=True)
    found = VERSION_PATTERN.search(told.stdout)
    return (int(found[1]), found[0]) if told.returncode == 0 and found else None
