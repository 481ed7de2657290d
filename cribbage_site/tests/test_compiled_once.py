"""The workers of parallel tests import the collected files, each from another starting point."""

from pathlib import Path

import pytest

from cribbage_site.tests.compiled_once import begin_at, wanted_files
from cribbage_site.tests.migrated_databases import ROOT


def test_the_imported_files_are_the_collected_ones(pytestconfig: pytest.Config):
    files = wanted_files(ROOT / "cribbage_site" / "tests", pytestconfig)
    assert Path(__file__) in files
    assert ROOT / "cribbage_site" / "tests" / "conftest.py" not in files
    assert files == sorted(set(files))


@pytest.mark.parametrize(("share", "order"), [(0, "abcde"), (1 / 3, "bcdea"), (2 / 3, "deabc")])
def test_each_worker_begins_at_another_file(share: float, order: str):
    assert begin_at(share, [*map(Path, "abcde")]) == [*map(Path, order)]
