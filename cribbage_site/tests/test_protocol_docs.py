"""docs/reference/protocol.md lists every refusal and every goodbye of the code, and no other."""

import re
from pathlib import Path

from common.wings import WINGS
from game.web.codes import SITE_STATUSES
from game.wire.values import GOODBYES, REFUSALS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reference" / "protocol.md").read_text()
CODE = "\n".join(
    file.read_text()
    for file in sorted(file for wing in WINGS for file in (ROOT / wing).rglob("*.py"))
    if "tests" not in file.relative_to(ROOT).parts
)


def list_under(heading: str) -> list[tuple[str, str]]:
    """Return the entries of the first list under a heading, each divided at its first colon."""
    entries = PAGE.split(heading)[1].split("\n- ", 1)[1].split("\n\n")[0].split("\n- ")
    return [(head, " ".join(rest.split())) for head, _, rest in (entry.partition(": ") for entry in entries)]


def test_every_goodbye_is_documented_with_its_close_code() -> None:
    said = set(re.findall(r'\.close\(\s*(\d{4}), "(\w+)"', CODE))
    heads = [head.split(", ") for head, _ in list_under("### `bye`")]
    assert said == {(close_code, code.strip("`")) for code, close_code in heads}
    assert [code.strip("`") for code, _ in heads] == [*GOODBYES]


def test_every_refusal_at_a_table_is_documented() -> None:
    said = set(re.findall(r'(?:Refused\(\s*[\w.\-]+, |Objection\()"(\w+)"', CODE))
    assert len(said) > 12
    documented = [head.strip("`") for head, _ in list_under("### `refused`")]
    assert said <= {*documented}
    assert documented == [*REFUSALS]


def test_every_error_of_a_call_is_documented_with_its_status() -> None:
    rows = list_under("A failed call changes nothing")
    explained = {
        (name, int(status)) for status, names in rows for name in re.findall(r"`(\w+)`(?= |,|$)", names)
    }
    assert explained == set(SITE_STATUSES.items())
