"""Several processes write to the folder of the log."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from game.log.folder import LogFolder

PROCESSES, TIMES = 3, 100


def write_again_and_again(root: Path) -> None:
    for _ in range(TIMES):
        LogFolder(root).write_file("release/same", b"the same bytes")


@pytest.mark.slow
def test_concurrent_writers_leave_a_file_complete(tmp_path: Path) -> None:
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as processes:
        list(processes.map(write_again_and_again, [tmp_path] * PROCESSES))
    assert {file.name: file.read_bytes() for file in (tmp_path / "release").iterdir()} == {
        "same": b"the same bytes"
    }
