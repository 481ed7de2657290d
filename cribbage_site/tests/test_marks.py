from cribbage_site.tests.migrated_databases import ROOT

PARTS = ("bench", "common", "cribbage_site", "game", "ranking", "rng", "tests")


def test_a_test_is_marked_in_its_own_file() -> None:
    """By its text a file is collected for PostgreSQL, or left alone (`pytest_ignore_collect`)."""
    elsewhere = [
        str(path.relative_to(ROOT))
        for part in PARTS
        for path in (ROOT / part).rglob("*.py")
        if not path.match("test_*.py") and "mark.rows" in path.read_text()
    ]
    assert elsewhere == []
