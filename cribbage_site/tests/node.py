"""The browser's code, as Node runs it."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"


def run_node(folder: str, *arguments: str, stdin: str = "") -> str:
    """What Node answers in a folder of the scripts; its complaints are the test's."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("NODE IS NOT INSTALLED: the browser's code was NOT tested. Install Node 20.")
    command = [program, *arguments]
    done = subprocess.run(
        command, cwd=SCRIPTS / folder, input=stdin, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    return done.stdout
