"""A restore that is killed or runs out of disk leaves nothing that looks like a complete site."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command

from bench.chaos.database import query
from cribbage_site.tests.server_process import Server
from hosting.backup.restore_marker import HINT, MARKER_TABLE, MESSAGE
from hosting.backup.tests.killed_restore import run_restore
from tests.worlds.empty_sites import empty_site, load_table_names
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Make a backup of a site with a game in progress."""
    create_game()
    call_command("backup", tmp_path / "site.backup")
    return tmp_path / "site.backup"


@pytest.fixture
def new(tmp_path: Path) -> Iterator[Server]:
    with empty_site(tmp_path) as new:
        yield new


@pytest.mark.slow
def test_a_restore_killed_after_loading_is_not_served(new: Server, backup: Path) -> None:
    assert run_restore(new, "loaded", backup) == (-9, "")
    assert [row["ended"] for row in query(new.environment, "SELECT ended FROM game_game")] == [""]
    with pytest.raises(RuntimeError, match=f"{MESSAGE} {HINT}"):
        new.start()


@pytest.mark.slow
def test_a_restore_killed_while_loading_leaves_nothing(new: Server, backup: Path) -> None:
    assert run_restore(new, "loading", backup) == (-9, "")
    assert load_table_names(new) <= {MARKER_TABLE}
