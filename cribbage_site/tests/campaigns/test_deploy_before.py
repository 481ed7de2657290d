"""The step before a new version serves, while another transaction holds locks that it needs."""

import gzip
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from bench.services import ServiceMissing, postgresql
from cribbage_site.tests.nginx import DEPLOY
from tests.worlds.old_databases import dump_of

OLD = "0.5"  # later migrations lock game_game, and build an index concurrently


@pytest.fixture
def url() -> Iterator[str]:
    """Create a database in the state of an older version."""
    with postgresql() as url:
        with psycopg.connect(url, autocommit=True) as empty:
            empty.execute(gzip.decompress(dump_of(OLD, "postgresql").read_bytes()))
        yield url


def before(url: str, folder: Path) -> tuple[int, str]:
    """Run the step. Return its exit status and output."""
    (folder / "collected").mkdir(exist_ok=True)
    (folder / "served").mkdir(exist_ok=True)
    (folder / "collected/new.js").touch()
    environment = {
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "DATABASE_URL": url,
        "STATIC_ROOT": str(folder / "collected"),
        "LOCK_TIMEOUT": "50ms",
        "LOCK_TRIES": "1",
    }
    done = subprocess.run(
        [DEPLOY / "before", folder / "served"], env=environment, capture_output=True, text=True
    )
    return done.returncode, done.stderr


@contextmanager
def held(url: str, *statements: str) -> Iterator[psycopg.Connection]:
    """Hold a transaction open in which these statements have run."""
    with psycopg.connect(url) as other:
        for statement in statements:
            other.execute(statement)
        yield other


def gives_up(url: str, folder: Path) -> bool:
    status, says = before(url, folder)
    return (
        status == 1
        and "canceling statement due to lock timeout" in says
        and "before: not all migrations could be made in 1 tries; why stands above. What serves goes on."
        in says
        and not os.listdir(folder / "served")
    )


def test_it_gives_up_soon_blocks_no_other_query_and_can_be_repeated(url: str, tmp_path: Path) -> None:
    with held(url, "UPDATE game_game SET ply = ply") as old_version:
        assert gives_up(url, tmp_path)
        old_version.execute("UPDATE game_player SET username = username")
    with held(url, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", "SELECT 1 FROM game_game"):
        assert gives_up(url, tmp_path), "a backup is made: what it sees, an index must wait for"
    assert before(url, tmp_path)[0] == 0
    assert os.listdir(tmp_path / "served") == ["new.js"]
    with psycopg.connect(url) as new:
        broken = "SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid"
        assert new.execute(broken).fetchall() == []
        assert new.execute("SELECT count(*) FROM game_movemail").fetchone() == (0,)
