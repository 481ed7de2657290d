"""The unit tests of the pages' scripts, in Node."""

import pytest

from cribbage_site.tests.node import SCRIPTS, run_node

# Their files change what others would find: the language, the clock.
APART = {"ui", "table"}


@pytest.mark.parametrize(
    "folder",
    [
        "ui",
        "game",
        "evidence",
        "table",
        "lobby",
        "ladder",
        "lab",
        "learn",
        "fairness",
        "fairness/lab",
        "replay",
    ],
)
def test_a_pages_logic(folder: str) -> None:
    """All files of a folder in one process where they allow it: `node --test` has one for each."""
    tests = sorted((SCRIPTS / folder).glob("tests/*.test.js"))
    assert tests
    if folder in APART:
        run_node(folder, "--test", *map(str, tests))
    else:
        run_node(
            folder, "--input-type=module", stdin="".join(f'import "{path.as_uri()}";\n' for path in tests)
        )
