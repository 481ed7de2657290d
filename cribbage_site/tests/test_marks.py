import subprocess
import sys
from pathlib import Path

import pytest

from common.wings import WINGS
from cribbage_site.tests.migrated_databases import ROOT

PARTS = (*WINGS, "bench", "tests")

UNMARKED = """
from common.wings import WINGS
import pytest

@pytest.fixture(scope="module")
def players(django_db_setup, django_db_blocker):
    from game.models import Player

    with django_db_blocker.unblock():
        yield Player.objects.count()

def test_the_database_is_there(players):
    assert players >= 0
"""


@pytest.mark.slow
def test_a_fixture_can_use_the_database_without_a_mark_on_any_test(tmp_path: Path) -> None:
    """This is the case where a file, or one test of it, runs alone."""
    file = tmp_path / "test_alone.py"
    file.write_text(UNMARKED)
    (tmp_path / "conftest.py").write_text((ROOT / "conftest.py").read_text())
    how = ("-q", "-p", "no:cacheprovider", "-c", "pyproject.toml", str(file))
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *how], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


def test_a_test_is_marked_in_its_own_file() -> None:
    """The text of a file decides whether it is collected for PostgreSQL (`pytest_ignore_collect`)."""
    elsewhere = [
        str(path.relative_to(ROOT))
        for part in PARTS
        for path in (ROOT / part).rglob("*.py")
        if not path.match("test_*.py") and "mark.rows" in path.read_text()
    ]
    assert elsewhere == []
