"""Games in bulk: a short measure, whose parts would fail if a game were missing."""

import json
import subprocess
import sys

import pytest

from cribbage_site.tests.server_process import ROOT


@pytest.mark.in_full
def test_a_short_measure_has_the_dump_and_both_exports() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "bench", "data", "--json", "--quick"],
        cwd=ROOT,
        text=True,
        capture_output=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    values = {row["what"]: row["value"] for row in json.loads(done.stdout)}
    for way in ("dumped", "exported, 300 a call", "exported, one player's, one call"):
        assert values[f"{way}: 2,000 games"] * values[f"{way}: rate"] == pytest.approx(2_000)
        assert values[f"{way}: memory at most"] > 50  # no process that has Django holds less
    assert "the dump of" in done.stderr
