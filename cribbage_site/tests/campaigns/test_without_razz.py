"""The site runs without the razz folder, and nothing needs editing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from common.wings import WINGS
from cribbage_site.tests.migrated_databases import ROOT, fill_database
from cribbage_site.tests.test_without_razz import RAZZ

# The first commands after the folder was removed.
TRY = """
from django.apps import apps
from django.core.management import call_command
from django.test import Client

call_command("check")
browser = Client(SERVER_NAME="localhost")
print(apps.is_installed("rng.razz"))
for path in ("/", "/fairness/lab", "/fairness/lab/razz?cards=A&games=1000"):
    print(path, browser.get(path).status_code)
lab = browser.get("/fairness/lab").content
print(b'id="break"' in lab, b"azz" in lab)
"""


@pytest.fixture(scope="module")
def tree_without_razz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the source tree without one folder, and edit nothing."""
    tree = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "manage.py", tree)
    for room in (*WINGS, "bench", "templates", "static"):
        shutil.copytree(ROOT / room, tree / room, ignore=shutil.ignore_patterns("tests"))
    shutil.rmtree(tree / "rng" / "razz")
    fill_database({"DATABASE_PATH": str(tree / "every_other.sqlite3")})
    return tree


def test_nothing_needs_editing_after_the_folder_is_removed(tree_without_razz: Path):
    own = {"DATABASE_URL", "DATABASE_PATH", "DJANGO_SETTINGS_MODULE", "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "--command", TRY],
        cwd=tree_without_razz, env={name: value for name, value in os.environ.items() if name not in own},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "System check identified no issues (0 silenced).",
        "False",
        "/ 200",
        "/fairness/lab 200",
        f"{RAZZ} 404",
        "True False",
    ]
