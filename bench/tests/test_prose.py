"""The check of the project's prose finds phrases in every kind of file, and only in its prose."""

from pathlib import Path

import pytest

from bench.prose import check, find_hits

PLAIN = "Return the player who won. The server tells the client why.\n"


@pytest.mark.parametrize(
    "text",
    [
        "Who leaves a club plays on.",
        "The result. What is not known is left out.",
        "A stake is shown to whoever can play.",
        "The table of who sits there.",
        "Nobody else may read it.",
        "The rows are counted anew.",
        "Besides, it costs\nno query.",
        "The log tells of each move.",
        "A player is told why.",
    ],
)
def test_an_unusual_phrase_is_found(text: str):
    assert len(find_hits(Path("page.md"), text)[1]) == 1


@pytest.mark.parametrize(
    "text",
    [PLAIN, "What does it cost? Who pays?", "What if it fails.", "Call `somebody()`.", "```\nnobody\n```\n"],
)
def test_a_plain_text_and_code_have_no_hit(text: str):
    assert find_hits(Path("page.md"), text)[1] == []


@pytest.mark.parametrize(
    ("name", "source", "lines"),
    [
        ("a.py", '"""Say it anew."""\n\nSAYS = "nobody"  # for somebody\n', [1, 3]),
        ("a.py", "def f():\n    '''Plain.\n\n    Anybody may.\n    '''\n", [4]),
        ("a.py", "# One\n# for\n# who waits\n", [2]),
        ("a.js", 'const says = "nobody"; // somebody\n/**\n * Plain.\n * Anew.\n */\n', [1, 4]),
        ("a.css", "/* Hence. */\n.nobody { color: red; } /* beside */\n", [1, 2]),
    ],
)
def test_only_docstrings_and_comments_count(name: str, source: str, lines: list[int]):
    assert [hit.line for hit in find_hits(Path(name), source)[1]] == lines


def test_it_fails_above_the_limit_and_names_the_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "plain.md").write_text(PLAIN * 200)
    assert check(tmp_path, []) == 0
    (folder / "old.md").write_text("Nobody knows.\n" * 3)
    assert check(tmp_path, []) == 1
    assert "docs/old.md:3: Nobody" in capsys.readouterr().out


def test_files_with_fixed_bytes_and_migrations_are_skipped(tmp_path: Path):
    for name in ("game/bots/a.py", "game/migrations/b.py", "tests/golden/c.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text("# nobody\n")
    assert check(tmp_path, []) == 0
