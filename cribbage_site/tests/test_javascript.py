"""The unit tests of the pages' scripts, in Node."""

from pathlib import Path

import pytest

from cribbage_site.tests.node import APP_SCRIPTS, SCRIPTS, SERVED_TOGETHER, run_node

# These change what others would find: the language, the clock, what a browser has.
ALONE = {
    "doubt-evidence.test.js", "grace.test.js", "move-controller.test.js", "outbox.test.js", "api.test.js",
    "reconnecting-socket.test.js", "single-keys.test.js", "translate.test.js",
}  # fmt: skip


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
        "throws",
        "trainer",
        *(tests.parent for scripts in APP_SCRIPTS for tests in scripts.glob("**/tests")),
    ],
    ids=lambda folder: Path(folder).name,
)
def test_a_pages_logic(folder: str | Path) -> None:
    """All files of a folder in one process, but for those alone: `node --test` has one for each."""
    tests = sorted((SCRIPTS / folder).glob("tests/*.test.js"))
    assert tests
    alone = [path for path in tests if path.name in ALONE]
    if alone:
        run_node(folder, "--test", *map(str, alone))
    imports = "".join(f'import "{path.as_uri()}";\n' for path in tests if path not in alone)
    run_node(folder, "--import", SERVED_TOGETHER.as_uri(), "--input-type=module", stdin=imports)
