"""The table page's own tests, which Node runs."""

import shutil
import subprocess
from pathlib import Path

import pytest

TABLE = Path(__file__).resolve().parents[2] / "static" / "js" / "table"


def test_the_table_pages_logic() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node is installed: the table page's logic was not tested")
    tests = sorted(str(path) for path in TABLE.glob("tests/*.test.js"))
    done = subprocess.run([node, "--test", *tests], cwd=TABLE, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout[-4000:]
