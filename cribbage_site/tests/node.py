"""Runs the browser's code in Node."""

import shutil
import subprocess
from pathlib import Path

import pytest

from cribbage_site.tests.repetitions import repetitions

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "static" / "js"
# The scripts of optional apps, which import those of the site.
APP_SCRIPTS = sorted(ROOT.glob("*/*/static/js"))
SERVED_TOGETHER = Path(__file__).with_name("served_together.mjs")
PATIENCE = repetitions(600, one_in=5)  # in seconds


def run_node(folder: str | Path, *arguments: str, stdin: str = "", patience: float = PATIENCE) -> str:
    """Run Node in a folder of the scripts and return its output. An error in Node fails the test."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("NODE IS NOT INSTALLED: the browser's code was NOT tested. Install Node 20.")
    command = [program, *arguments]
    done = subprocess.run(
        command, cwd=SCRIPTS / folder, input=stdin, capture_output=True, text=True, timeout=patience
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    return done.stdout
