"""Sites whose database is empty, to be restored into, and what is in them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.chaos.database import ask
from cribbage_site.tests.server_process import Server
from cribbage_site.tests.services import database_of_its_own


@contextmanager
def elsewhere(folder: Path) -> Iterator[Server]:
    """A site on this row's kind of database, without a table; it is not served yet."""
    if url := os.environ.get("DATABASE_URL"):
        with database_of_its_own(url) as empty:
            yield from not_served({"DATABASE_URL": empty})
    else:
        yield from not_served({"DATABASE_PATH": str(folder / "new.sqlite3")})


def not_served(environment: dict[str, str]) -> Iterator[Server]:
    new = Server(environment, new=False)
    with new.work:
        yield new
        new.kill()


def tables(server: Server) -> set[str]:
    sqlite, postgresql = "sqlite_master WHERE type = 'table'", "pg_tables WHERE schemaname = 'public'"
    names = (
        f"name FROM {sqlite}"
        if "DATABASE_URL" not in server.environment
        else f"tablename AS name FROM {postgresql}"
    )
    return {row["name"] for row in ask(server.environment, f"SELECT {names}")}
