"""The pages' own tests, which Node runs."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"


@pytest.mark.parametrize(
    "folder", ["table", "lobby", "site", "ladder", "lab", "fairlab", "fairness", "replay"]
)
def test_a_pages_logic(folder: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node is installed: the pages' logic was not tested")
    tests = sorted(str(path) for path in (SCRIPTS / folder).glob("tests/*.test.js"))
    assert tests
    done = subprocess.run([node, "--test", *tests], cwd=SCRIPTS / folder, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout[-4000:]
