"""An import registers nothing, and a serving process has each job and listener once."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cribbage_site.tests.server_process import ROOT
from game.runtime.background import load_jobs, load_listeners
from game.runtime.tests.registrations import HOUSE, SERVES, name


def modules() -> list[str]:
    """Return every module of the site except its tests and the serving module."""
    files = [file.relative_to(ROOT) for house in HOUSE for file in (ROOT / house).rglob("*.py")]
    names = [".".join(file.with_suffix("").parts).removesuffix(".__init__") for file in files]
    return sorted(name for name in names if name != SERVES and "tests" not in name.split("."))


def registered_in_a_fresh_process(folder: Path, *imported: str) -> dict[str, list[Any]]:
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    ran = subprocess.run(
        [sys.executable, "-m", "game.runtime.tests.registrations", *imported],
        cwd=ROOT,
        env=environment | {"DATABASE_PATH": str(folder / "none.sqlite3")},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@pytest.mark.slow
def test_no_module_registers_anything_when_it_is_imported(tmp_path: Path) -> None:
    assert not any(registered_in_a_fresh_process(tmp_path, *modules()).values())


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    return registered_in_a_fresh_process(tmp_path_factory.mktemp("serving"))


def test_every_job_is_registered_once_in_its_order_and_at_its_pace(serving: dict[str, list[Any]]) -> None:
    assert serving["jobs"] == [[job.seconds, name(job.work), job.is_site_wide] for job in load_jobs()]
    assert set(Counter(name(job.work) for job in load_jobs()).values()) == {1}


def test_every_listener_is_registered_once(serving: dict[str, list[Any]]) -> None:
    assert sorted(serving["listeners"]) == sorted([kind, name(each)] for kind, each in load_listeners())
    assert set(Counter((kind, name(each)) for kind, each in load_listeners()).values()) == {1}


def test_connections_checks_and_gauges_are_registered_too(serving: dict[str, list[Any]]) -> None:
    assert serving["receivers"] == ["common.database.time.synchronize_if_stale"]
    assert serving["checks"] == [
        "cribbage_site.apps.check_admin_pages",
        "cribbage_site.assets.hashed_names.check_collected",
        "hosting.backup.restore_marker.check_restore_finished",
        "hosting.sealing_keys.check_keys_present",
    ]
    assert serving["gauges"] == ["every_other_entries_waiting", "every_other_tables"]
    assert serving["collectors"] == ["DatabasePoolCollector"]
