"""A command loads only the modules that it needs, because scripts start commands often."""

import json
import os
import subprocess
import sys

import pytest

from cribbage_site.tests.server_process import ROOT

LOADED = """
import json, runpy, sys
from contextlib import suppress
sys.argv = ["manage.py", "host", "--help"]
with suppress(SystemExit):
    runpy.run_path("manage.py", run_name="__main__")
from django.core.management import get_commands, load_command_class
for name in (
    "backup", "bench", "chaos", "cheaters", "demo", "dump", "mutation", "recompute_ratings", "restore",
    "soak",
):
    load_command_class(get_commands()[name], name).create_parser("manage.py", name)
print(json.dumps(sorted(sys.modules)))
"""
NOT_NEEDED = {
    "numpy": "arithmetic of bots and of the fairness lab",
    "twisted": "the server",
    "psycopg": "a database that is not this one",
    "redis": "messages between processes",
    "people.moderation.admin": "the admin's pages",
    "game.jobs": "jobs of a serving process",
    "cribbage_site.urls": "addresses",
}


@pytest.mark.slow
def test_a_command_loads_no_module_that_it_does_not_need() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    ran = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    loaded = json.loads(ran.stdout.splitlines()[-1])
    assert "game.models.games" in loaded
    assert not NOT_NEEDED.keys() & set(loaded)
