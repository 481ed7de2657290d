"""In production no page is served before static files are collected."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cribbage_site.assets.hashed_names import HashedNames, check_collected
from cribbage_site.tests.server_process import ROOT
from cribbage_site.tests.test_settings import LONG


def test_uncollected_files_are_an_error_in_production(tmp_path: Path, settings: Any) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    assert not check_collected()
    settings.PRODUCTION = True
    (error,) = check_collected()
    assert error.id == "every_other.E001"
    (tmp_path / HashedNames.manifest_name).write_text("{}")
    assert not check_collected()


@pytest.mark.slow
def test_a_server_without_collected_files_does_not_start(tmp_path: Path) -> None:
    production = {
        "PRODUCTION": "1", "ALLOWED_HOSTS": "cards.example", "SECRET_KEY": LONG, "STATIC_ROOT": str(tmp_path)
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", "import cribbage_site.asgi"],
        cwd=ROOT, env=os.environ | production, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert "Run manage.py collectstatic --no-input first." in done.stderr.splitlines()[-1]
