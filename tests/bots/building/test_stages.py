"""Work in stages: finished parts are kept, and interrupted work goes on."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from game.bots.building.stages import StageRunner


class Squares(NamedTuple):
    numbers: np.ndarray
    squares: np.ndarray


def squares(first: int, last: int) -> Squares:
    numbers = np.arange(first, last)
    return Squares(numbers, numbers**2)


def broken(first: int, last: int) -> Squares:
    if first == 10:
        raise ZeroDivisionError
    return squares(first, last)


PARTS = [(0, 10), (10, 20), (20, 30)]


@pytest.mark.slow
def test_parts_are_made_by_processes_and_come_in_order(tmp_path: Path) -> None:
    reports: list[tuple[str, int, int]] = []
    made = StageRunner(tmp_path, 2, lambda *line: reports.append(line)).run_stage(
        "squares", Squares, squares, PARTS
    )
    assert np.concatenate([part.squares for part in made]).tolist() == [n * n for n in range(30)]
    assert reports == [("squares", done, 3) for done in range(4)]


@pytest.mark.slow
def test_interrupted_work_goes_on_where_it_was(tmp_path: Path) -> None:
    reports: list[tuple[str, int, int]] = []
    workshop = StageRunner(tmp_path, 1, lambda *line: reports.append(line))
    with pytest.raises(ZeroDivisionError):
        workshop.run_stage("squares", Squares, broken, PARTS)
    assert reports[-1] == ("squares", 1, 3)
    np.savez(tmp_path / "squares-0.npz", *Squares(np.array([7]), np.array([49])))
    made = workshop.run_stage("squares", Squares, squares, PARTS)
    assert made[0].squares.tolist() == [49]
    assert made[2].squares.tolist() == [n * n for n in range(20, 30)]
