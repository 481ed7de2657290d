"""Let the workers of parallel tests share the compilation of test files.

All workers would collect the same files in the same order, and so compile each file at the same time. Here
each worker first imports the files from another starting point, and finds the files of other workers
compiled.
"""

from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    worker = getattr(session.config, "workerinput", None)
    if worker and not session.config.option.file_or_dir:
        share = int(worker["workerid"].removeprefix("gw")) / worker["workercount"]
        import_tests(session.config, share)


def import_tests(config: pytest.Config, share: float) -> None:
    """Import all wanted test files. An error is reported when its file is collected."""
    files = [
        file for place in config.getini("testpaths") for file in wanted_files(config.rootpath / place, config)
    ]
    for file in begin_at(share, files):
        name = ".".join(file.relative_to(config.rootpath).with_suffix("").parts)
        with suppress(Exception, pytest.skip.Exception):
            import_module(name)


def begin_at(share: float, files: list[Path]) -> list[Path]:
    first = int(len(files) * share)
    return files[first:] + files[:first]


def wanted_files(path: Path, config: pytest.Config) -> list[Path]:
    if config.hook.pytest_ignore_collect(collection_path=path, config=config):
        return []
    if path.is_dir():
        return [file for child in sorted(path.iterdir()) for file in wanted_files(child, config)]
    return [path] if path.match("test_*.py") else []
