"""docs/reference/protocol.md lists every refusal and every goodbye of the code, and no other."""

import re
from pathlib import Path

from common.wings import WINGS
from game.web.codes import SITE_STATUSES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reference" / "protocol.md").read_text()
CODE = "\n".join(
    file.read_text()
    for file in sorted(file for wing in WINGS for file in (ROOT / wing).rglob("*.py"))
    if "tests" not in file.relative_to(ROOT).parts
)


def table_under(heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading."""
    rows = PAGE.split(heading)[1].split("|---", 1)[1].split("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_every_goodbye_is_documented_with_its_close_code() -> None:
    said = set(re.findall(r'\.close\(\s*(\d{4}), "(\w+)"', CODE))
    assert said == {(row[1], row[0].strip("`")) for row in table_under("### `bye`")}


def test_every_refusal_at_a_table_is_documented() -> None:
    said = set(re.findall(r'(?:Refused\(\s*[\w.\-]+, |Objection\()"(\w+)"', CODE))
    assert len(said) > 12
    assert said <= {row[0].strip("`") for row in table_under("### `refused`")}


def test_every_error_of_a_call_is_documented_with_its_status() -> None:
    rows = table_under("| status | `error` |")
    explained = {
        (name, int(status)) for status, names in rows for name in re.findall(r"`(\w+)`(?= |,|$)", names)
    }
    assert explained == set(SITE_STATUSES.items())
