"""The pages' own tests, which Node runs."""

import pytest

from cribbage_site.tests.node import SCRIPTS, node


@pytest.mark.parametrize(
    "folder", ["table", "lobby", "site", "ladder", "lab", "learn", "fairlab", "fairness", "replay"]
)
def test_a_pages_logic(folder: str) -> None:
    tests = sorted(str(path) for path in (SCRIPTS / folder).glob("tests/*.test.js"))
    assert tests
    node(folder, "--test", *tests)
