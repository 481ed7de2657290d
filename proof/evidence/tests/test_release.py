from pathlib import Path

from proof.evidence.release import list_files


def test_a_checkout_below_a_folder_named_tests_lists_its_files(tmp_path: Path):
    root = tmp_path / "tests" / "static"
    (root / "js" / "tests").mkdir(parents=True)
    (root / "js" / "table.js").write_text("1")
    (root / "js" / "tests" / "table.test.js").write_text("2")
    names = [line.split("  ")[1] for line in list_files(root).decode().splitlines()]
    assert names == ["js/table.js"]
