"""A release works without the files that only a checkout has."""

import os
import subprocess
import sys
from pathlib import Path

from cribbage_site.tests.nginx import build_release


def test_a_release_works_without_the_files_of_a_checkout(tmp_path: Path) -> None:
    release = build_release(tmp_path / "release")
    assert not [path for path in release.rglob("*") if path.name in ("bench", "tests") and path.is_dir()]
    load_everything = """
import django
from django.core.management import get_commands, load_command_class
django.setup()
for name, app in get_commands().items():
    load_command_class(app, name)
import cribbage_site.asgi
print(*get_commands())
"""
    done = subprocess.run(
        [sys.executable, "-c", load_everything],
        cwd=release,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "cribbage_site.settings"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    commands = set(done.stdout.split())
    assert {"play", "demo", "sweep", "backup"} <= commands
    assert not commands & {"bench", "chaos", "soak"}
