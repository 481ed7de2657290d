"""A restore on a full disk reports it and leaves nothing behind."""

from pathlib import Path

import pytest
from django.core.management import call_command

from hosting.backup.tests.killed_restore import run_restore
from tests.worlds.empty_sites import empty_site, load_table_names


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_reported_and_nothing_is_left(tmp_path: Path) -> None:
    backup = tmp_path / "site.backup"
    call_command("backup", backup)
    with empty_site(tmp_path) as new:
        status, says = run_restore(new, "full", backup)
        assert (status, load_table_names(new)) == (1, set())
        assert "new.sqlite3.part cannot be written: [Errno 27] File too large" in says
        assert not list(tmp_path.glob("*.part"))
