"""A restore that is killed, or finds no room, leaves nothing that could be taken for a complete site."""

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
    """A backup of a site with a live game."""
    create_game()
    call_command("backup", tmp_path / "site.backup")
    return tmp_path / "site.backup"


@pytest.fixture
def new(tmp_path: Path) -> Iterator[Server]:
    with empty_site(tmp_path) as new:
        yield new


@pytest.mark.slow
def test_what_was_killed_when_all_was_loaded_is_not_served(new: Server, backup: Path) -> None:
    assert run_restore(new, "loaded", backup) == (-9, "")
    assert [row["ended"] for row in query(new.environment, "SELECT ended FROM game_game")] == [""]
    with pytest.raises(RuntimeError, match=f"{MESSAGE} {HINT}"):
        new.start()


@pytest.mark.slow
def test_what_was_killed_while_it_was_loading_left_nothing(new: Server, backup: Path) -> None:
    assert run_restore(new, "loading", backup) == (-9, "")
    assert load_table_names(new) <= {MARKER_TABLE}
