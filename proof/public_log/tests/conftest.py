"""A log of this test's own."""

from pathlib import Path
from typing import Any

import pytest

from game.log.folder import LogFolder


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> LogFolder:
    """Return the folder of an empty log."""
    settings.LOG_ROOT = tmp_path / "log"
    return LogFolder(settings.LOG_ROOT)
