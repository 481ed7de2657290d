"""Back up with PostgreSQL's own tools: pg_dump reads a snapshot while games run, pg_restore loads it."""

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

from hosting.backup.archive import BackupError, Contents, HashingWriter, read_chunks
from hosting.backup.contents import EXCLUDED_TABLES, read_contents
from hosting.backup.restore_marker import CREATE_MARKER

COMPRESSION = ZIP_STORED  # pg_dump compresses what it writes
VERSION_PATTERN = re.compile(r"\b(\d+)(?:\.\d+)?\b")


def dump(out: HashingWriter) -> Contents:
    """Dump one snapshot of the database, without the excluded rows."""
    tool, version = locate_tool("pg_dump")
    with _exported_snapshot() as snapshot:
        contents = read_contents(connection.cursor, f"pg_dump {version}")
        left_out = [f"--exclude-table-data={table}" for table in EXCLUDED_TABLES]
        options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", *left_out]
        with _running_tool([tool, *options], stdout=subprocess.PIPE) as dumping:
            for piece in read_chunks(dumping.stdout):
                out.write(piece)
    return contents


def load(data: IO[bytes]) -> None:
    """Load everything or nothing. Set the marker of an unfinished restore first."""
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
            pass  # pg_restore's own message says why


@contextmanager
def _exported_snapshot() -> Iterator[str]:
    """Open a transaction on a snapshot, and yield the name under which other sessions can import it."""
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
    _, stderr = process.communicate()
    if process.returncode:
        lines = stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise BackupError(f"{os.path.basename(command[0])} failed: {lines[0]}")


def _connection_info() -> tuple[str, str]:
    """Return the connection string for libpq, and the password, which must not appear in a process list."""
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    given = connection.get_connection_params()
    params = {name: value for name, value in given.items() if name in known and name != "password"}
    return make_conninfo(**params), str(given.get("password", ""))


def locate_tool(name: str) -> tuple[str, str]:
    """Find a PostgreSQL tool that is no older than the server, and return its path and version."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        server = int(cursor.fetchone()[0]) // 10_000
    debians = sorted(glob("/usr/lib/postgresql/*/bin"), key=lambda folder: int(folder.split("/")[-2]))
    tools = []
    for folder in [*debians, *os.environ.get("PATH", os.defpath).split(os.pathsep)]:
        if (path := shutil.which(name, path=folder)) and (version := _read_tool_version(path)):
            tools.append(version)
            if version[0] >= server:
                return path, version[1]
    has = f"of version {max(tools)[1]}" if tools else "not installed"
    raise BackupError(
        f"The server is PostgreSQL {server}, and {name} here is {has}: install postgresql-client-{server}."
    )


def _read_tool_version(path: str) -> tuple[int, str] | None:
    """Read a tool's version. Some tools are only wrappers, which fail if no server was ever installed."""
    output = subprocess.run([path, "--version"], capture_output=True, text=True)
    found = VERSION_PATTERN.search(output.stdout)
    return (int(found[1]), found[0]) if output.returncode == 0 and found else None
