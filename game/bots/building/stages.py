"""Runs long work in stages: every finished part is stored, and an interrupted run goes on from there."""

import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

Arrays = TypeVar("Arrays", bound=tuple[Any, ...])
ReportProgress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class StageRunner:
    """Worker processes, and a folder of finished parts for each recipe."""

    folder: Path
    processes: int
    report_progress: ReportProgress

    def run_stage(
        self, stage: str, kind: Callable[..., Arrays], make: Callable[..., Arrays], inputs: Sequence[Any]
    ) -> list[Arrays]:
        """Make all parts of a stage, except those that the folder has already."""
        self.folder.mkdir(parents=True, exist_ok=True)
        files = [self.folder / f"{stage}-{number}.npz" for number in range(len(inputs))]
        lacking = [number for number, file in enumerate(files) if not file.exists()]
        done = len(files) - len(lacking)
        self.report_progress(stage, done, len(files))
        with ProcessPoolExecutor(
            # Of all processes only this one reports an interruption.
            self.processes,
            get_context("spawn"),
            signal.signal,
            (signal.SIGINT, signal.SIG_IGN),
        ) as workers:
            under_way = {workers.submit(make, *inputs[number]): files[number] for number in lacking}
            try:
                for future in as_completed(under_way):
                    _save_part(under_way[future], future.result())
                    done += 1
                    self.report_progress(stage, done, len(files))
            except BaseException:
                workers.shutdown(wait=False, cancel_futures=True)
                raise
        return [_load_part(file, kind) for file in files]


def _save_part(file: Path, part: tuple[Any, ...]) -> None:
    unfinished = file.with_suffix(".part.npz")
    np.savez(unfinished, *part)
    unfinished.replace(file)


def _load_part(file: Path, kind: Callable[..., Arrays]) -> Arrays:
    with np.load(file) as kept:
        return kind(*kept.values())
