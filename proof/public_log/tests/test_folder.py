"""The folder of the log, as several processes write to it."""

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
def test_processes_that_write_the_same_file_at_once_leave_it_whole(tmp_path: Path) -> None:
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as processes:
        list(processes.map(write_again_and_again, [tmp_path] * PROCESSES))
    assert {file.name: file.read_bytes() for file in (tmp_path / "release").iterdir()} == {
        "same": b"the same bytes"
    }
