"""The units of deploy/systemd, scored by systemd itself."""

import shutil
import subprocess
from pathlib import Path

import pytest

from cribbage_site.tests.nginx import DEPLOY

UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


def exposure(unit: Path) -> str:
    """Return systemd's exposure score of a unit: ten times the score, as its threshold is written."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    command = [analyze, "security", "--offline=true", "--no-pager", "--threshold=25", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True)
    last = done.stdout.strip().splitlines()[-1]
    return f"{last} and fails" if done.returncode else last


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_scores_below_two_and_a_half(unit: Path) -> None:
    said = exposure(unit)
    assert "Overall exposure level" in said
    assert not said.endswith("fails"), said


def test_a_unit_without_its_protection_scores_above(tmp_path: Path) -> None:
    bare = tmp_path / "bare.service"
    lines = UNITS[0].read_text().splitlines(keepends=True)
    bare.write_text(
        "".join(line for line in lines if not line.startswith(("Protect", "SystemCall", "Capability")))
    )
    assert exposure(bare).endswith("fails")


def test_bots_may_lower_their_priority() -> None:
    """`os.nice` is one of many system calls of @resources, which is denied."""
    for unit in UNITS:
        text = unit.read_text()
        allowed = (
            "SystemCallFilter=setpriority\n" in text.partition("SystemCallFilter=~@privileged @resources")[2]
        )
        assert allowed == ("before" not in unit.name)
