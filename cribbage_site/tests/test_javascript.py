"""The unit tests of the pages' scripts, in Node."""

from pathlib import Path

import pytest

from cribbage_site.tests.node import APP_SCRIPTS, SCRIPTS, SERVED_TOGETHER, run_node

# These change what others would find: the language, the clock, what a browser has.
ALONE = {
    "doubt-evidence.test.js", "grace.test.js", "move-controller.test.js", "outbox.test.js", "api.test.js",
    "reconnecting-socket.test.js", "single-keys.test.js", "translate.test.js", "commit-ahead.test.js",
    "game-storage.test.js", "take-part.test.js",
}  # fmt: skip


FOLDERS = sorted(
    {test.parents[1] for scripts in (SCRIPTS, *APP_SCRIPTS) for test in scripts.rglob("tests/*.test.js")}
)
SLOW = sorted(test for scripts in (SCRIPTS, *APP_SCRIPTS) for test in scripts.rglob("tests/slow/*.test.js"))


def shown(path: Path) -> str:
    return path.as_posix().partition("/js/")[2]


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=shown)
def test_a_pages_logic(folder: Path) -> None:
    """All files of a folder in one process, but for those alone: `node --test` has one for each."""
    tests = sorted(folder.glob("tests/*.test.js"))
    alone = [path for path in tests if path.name in ALONE]
    if alone:
        run_node(folder, "--test", *map(str, alone))
    imports = "".join(f'import "{path.as_uri()}";\n' for path in tests if path not in alone)
    run_node(folder, "--import", SERVED_TOGETHER.as_uri(), "--input-type=module", stdin=imports)


@pytest.mark.slow
@pytest.mark.parametrize("test", SLOW, ids=shown)
def test_campaigns_of_lies_in_a_page(test: Path) -> None:
    run_node(test.parent, "--test", str(test))
