"""Razz can be left out whole: the site runs with the app uninstalled, and with its folder taken away."""

import os
import shutil
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.test import Client

from common.wings import WINGS
from cribbage_site.tests.migrated_databases import ROOT, fill_database
from cribbage_site.tests.server_process import Server

RAZZ = "/fairness/lab/razz?cards=A&games=1000"

# What a person who took the folder away would try first.
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


def get(server: Server, path: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@pytest.fixture(scope="module")
def tree_without_razz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house in which nothing is edited, and one folder is not there."""
    tree = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "manage.py", tree)
    for room in (*WINGS, "bench", "templates", "static"):
        shutil.copytree(ROOT / room, tree / room, ignore=shutil.ignore_patterns("tests"))
    shutil.rmtree(tree / "rng" / "razz")
    fill_database({"DATABASE_PATH": str(tree / "every_other.sqlite3")})
    return tree


def test_uninstalled_it_leaves_the_lab_and_every_other_page_as_they_are():
    with Server({"DJANGO_SETTINGS_MODULE": "cribbage_site.tests.settings_without_razz"}) as site:
        assert get(site, "/")[0] == 200
        status, lab = get(site, "/fairness/lab")
        assert (status, 'id="break"' in lab, "azz" in lab) == (200, True, False)
        assert get(site, RAZZ)[0] == 404
        assert "no issues" in site.manage("check")


@pytest.mark.in_full
def test_nothing_needs_editing_where_its_folder_is_taken_away(tree_without_razz: Path):
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


@pytest.mark.django_db
def test_installed_it_is_a_section_of_the_lab(client: Client):
    lab = client.get("/fairness/lab").content.decode()
    assert '<section id="razz" class="fairlab-part" aria-labelledby="razz-head">' in lab
    assert '<a href="#razz">Razz, exact and sampled</a>' in lab
    assert client.get(RAZZ).status_code == 200
