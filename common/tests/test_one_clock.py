"""Only common.clock reads the time, so that tests can change it."""

import ast
from datetime import timedelta
from pathlib import Path

import pytest

from common import clock
from common.wings import WINGS

ROOT = Path(__file__).resolve().parent.parent.parent
CLOCKS = {"now", "utcnow", "today", "time", "time_ns"}
ASKED_OF = {"datetime", "date", "time", "timezone"}


def sources() -> list[Path]:
    rooms = (ROOT / wing for wing in WINGS)
    found = [path for room in rooms for path in room.rglob("*.py")]
    return [path for path in found if not {"tests", "migrations"} & set(path.relative_to(ROOT).parts)]


@pytest.mark.slow
def test_no_other_module_reads_the_time() -> None:
    asks = [
        f"{path.relative_to(ROOT)}: {ast.unparse(node)}"
        for path in sources()
        if path != ROOT / "common" / "clock.py"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
        and node.attr in CLOCKS
        and isinstance(node.value, ast.Name)
        and node.value.id in ASKED_OF
    ]
    assert not asks


def test_the_clock_moves_when_it_is_moved() -> None:
    before = clock.now()
    clock.shift(timedelta(days=1))
    try:
        assert clock.now() - before >= timedelta(days=1)
    finally:
        clock.shift(-timedelta(days=1))
