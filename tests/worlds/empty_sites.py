"""Sites with an empty database to restore into, and what is in them."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.chaos.database import query
from bench.services import temporary_database
from cribbage_site.tests.server_process import Server


@contextmanager
def empty_site(folder: Path, secret_of: Server | None = None) -> Iterator[Server]:
    """A site on this row's kind of database, without tables; it is not served yet.

    A host brings along the secret of the site whose backup they restore.
    """
    if secret_of and (kept := Path(secret_of.work.name, "every_other.secret_key")).exists():
        shutil.copy(kept, folder)
    if url := os.environ.get("DATABASE_URL"):
        with temporary_database(url) as empty:
            yield from unstarted_server({"DATABASE_URL": empty})
    else:
        yield from unstarted_server({"DATABASE_PATH": str(folder / "new.sqlite3")})


def unstarted_server(environment: dict[str, str]) -> Iterator[Server]:
    new = Server(environment, new=False)
    with new.work:
        yield new
        new.kill()


def load_table_names(server: Server) -> set[str]:
    sqlite, postgresql = "sqlite_master WHERE type = 'table'", "pg_tables WHERE schemaname = 'public'"
    names = (
        f"name FROM {sqlite}"
        if "DATABASE_URL" not in server.environment
        else f"tablename AS name FROM {postgresql}"
    )
    return {row["name"] for row in query(server.environment, f"SELECT {names}")}
