"""A new app touches its own folder, a line in the apps and a line of addresses. The docs show such an app."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cribbage_site.tests.migrated_databases import ROOT, fill_database

pytestmark = pytest.mark.slow

SHOWN_FILE = re.compile(r"^`(thanks/[\w/.]+)`[^\n]*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def write_app(folder: Path) -> None:
    """Write the app of docs/contributing.md."""
    for name, text in SHOWN_FILE.findall((ROOT / "docs" / "contributing.md").read_text()):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (folder / "thanks" / "__init__.py").touch()


def test_the_app_of_the_docs_works_and_nothing_else_knows_it(tmp_path: Path):
    write_app(tmp_path)
    environment = {
        **os.environ,
        "DATABASE_PATH": str(tmp_path / "own.sqlite3"),
        "DJANGO_SETTINGS_MODULE": "tests.new_app.settings",
        "PYTHONPATH": f"{ROOT}:{tmp_path}",
    }
    environment.pop("DATABASE_URL", None)
    fill_database(environment | {"DJANGO_SETTINGS_MODULE": "cribbage_site.tests.fast_settings"})
    done = subprocess.run(
        [sys.executable, "-m", "tests.new_app.walk"],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
