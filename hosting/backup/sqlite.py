"""Back up SQLite with its own copy of one snapshot, for which no writer has to wait."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED

from django.db import connection

from hosting.backup.archive import BackupError, Contents, HashingWriter, read_chunks
from hosting.backup.contents import EXCLUDED_TABLES, read_contents
from hosting.backup.restore_marker import CREATE_MARKER

COMPRESSION = ZIP_DEFLATED


def dump(out: HashingWriter) -> Contents:
    """Dump everything without the excluded rows, which leave no trace in the copy either."""
    path = _database_path()
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=path.parent) as work:
        copy = Path(work, "copy.sqlite3")
        try:
            with closing(sqlite3.connect(path)) as database:
                database.execute("VACUUM INTO ?", [str(copy)])
        except sqlite3.Error as fault:
            raise BackupError(f"{copy} cannot be written: {fault}.") from None
        with closing(sqlite3.connect(copy, isolation_level=None)) as database:
            database.execute("PRAGMA secure_delete = ON")
            for table in EXCLUDED_TABLES:
                database.execute(f'DELETE FROM "{table}"')
            found = read_contents(lambda: closing(database.cursor()), f"SQLite {sqlite3.sqlite_version}")
        with copy.open("rb") as data:
            for piece in read_chunks(data):
                out.write(piece)
    return found


def load(data: IO[bytes]) -> None:
    """Replace the empty database file, with the marker of an unfinished restore set."""
    path = _database_path()
    part = path.with_name(path.name + ".part")
    connection.close()
    try:
        with part.open("wb") as out:
            for piece in read_chunks(data):
                out.write(piece)
        with closing(sqlite3.connect(part)) as database:
            (found,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            database.execute(CREATE_MARKER)
        if found != "ok":
            raise BackupError(f"The copy is damaged: {found}.")
        for left in ("-wal", "-shm"):
            path.with_name(path.name + left).unlink(missing_ok=True)
        part.replace(path)
    except (OSError, sqlite3.Error) as fault:
        raise BackupError(f"{part} cannot be written: {fault}.") from None
    finally:
        part.unlink(missing_ok=True)


def _database_path() -> Path:
    name: Any = connection.settings_dict["NAME"]
    return Path(name).resolve()
