"""The unit tests of the pages' scripts, in Node."""

from pathlib import Path

import pytest

from cribbage_site.tests.node import APP_SCRIPTS, SCRIPTS, SERVED_TOGETHER, run_node

# These tests change global state that others would see: the language, the clock, browser APIs.
ALONE = {
    "doubt-evidence.test.js", "grace.test.js", "move-controller.test.js", "outbox.test.js", "api.test.js",
    "reconnecting-socket.test.js", "single-keys.test.js", "translate.test.js", "commit-ahead.test.js",
    "game-storage.test.js", "take-part.test.js", "asked-games.test.js", "open-page.test.js",
}  # fmt: skip


FOLDERS = sorted(
    {test.parents[1] for scripts in (SCRIPTS, *APP_SCRIPTS) for test in scripts.rglob("tests/*.test.js")}
)
SLOW = sorted(test for scripts in (SCRIPTS, *APP_SCRIPTS) for test in scripts.rglob("tests/slow/*.test.js"))


def shown(path: Path) -> str:
    return path.as_posix().partition("/js/")[2]


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=shown)
def test_the_logic_of_pages(folder: Path) -> None:
    """Run all files of a folder in one process, except the separate ones:

    `node --test` starts one for each.
    """
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
