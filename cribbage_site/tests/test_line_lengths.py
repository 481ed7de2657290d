"""Two scripts, stylesheets or templates fit side by side on a screen."""

import re
from pathlib import Path

import pytest

from cribbage_site.assets.bundle import bundles_folder
from cribbage_site.tests.test_imports import ROOT

LONGEST = 120
# A text for translators, or the path of a drawing, stays in one piece.
LITERAL = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`""")
LONG_LITERAL = 60
WRITTEN_BY_A_COMMAND = "made by `manage.py"


def too_long(text: str) -> list[str]:
    """Return the lines that could be broken."""
    return [
        line
        for line in text.splitlines()
        if len(line) > LONGEST and all(len(literal) <= LONG_LITERAL for literal in LITERAL.findall(line))
    ]


@pytest.mark.parametrize("kind", ["js", "css"])
def test_no_line_is_longer_than_necessary(kind: str) -> None:
    files = [
        path for folder in (ROOT / "static", *ROOT.glob("*/*/static")) for path in folder.rglob(f"*.{kind}")
    ]
    texts: dict[Path, str] = {
        path: path.read_text(encoding="utf-8") for path in files if bundles_folder() not in path.parents
    }
    assert texts
    wrong = {
        str(path.relative_to(ROOT)): too_long(text)
        for path, text in texts.items()
        if WRITTEN_BY_A_COMMAND not in text.partition("\n")[0]
    }
    assert {path: lines for path, lines in wrong.items() if lines} == {}


def test_no_line_of_a_template_is_too_long() -> None:
    files = [*(ROOT / "templates").rglob("*.html"), *ROOT.glob("*/*/templates/**/*.html")]
    assert len(files) > 300
    long = {
        f"{path.relative_to(ROOT)}:{number}": line
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    }
    assert long == {}


@pytest.mark.parametrize(
    ("line", "is_wrong"),
    [
        ("a" * 121, True),
        ("a" * 120, False),
        (f'gettext("{"long " * 30}")', False),
        (f'f({", ".join(["x"] * 60)}, "short")', True),
    ],
)
def test_a_long_line_is_found_unless_it_is_one_text(line: str, is_wrong: bool) -> None:
    assert bool(too_long(line)) is is_wrong
