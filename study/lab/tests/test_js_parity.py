"""The browser's lab parses, writes and sorts exactly like the server's."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from cribbage_site.tests.node import run_node
from game.advice.wire import line_json
from game.bots.advice import weigh_throws
from game.engine.cards import cards, texts
from study.lab import form
from study.lab.rows import SORTS, Row, rows

SIX = cards("5H 5S JD QC 9H TH")
TEXTS = [
    "",
    "5H 5S JD QC 9H TH",
    "5h5sjdqc9h10h",
    "5♥ 5♠ J♦ Q♣ 9♥️ 10♥",
    "5 h 5.s;jd",
    "1c 10c 1 c",
    "5H 5X JD",
    "5H 1",
    "x",
    "AC AC 2C",
    "AC 2C 3C 4C 5C 6C 7C",
    "10",
    "é5H",
    "5H " * 150,
    " ".join(rank + suit for suit in form.SUITS for rank in form.RANKS),
    " ".join(rank + suit for suit in "CD" for rank in form.RANKS)[:-6],
]
SCORES = [
    (text, target)
    for text in ("", " 7 ", "60", "61", "120", "121", "-1", "1.5", "１", "x")
    for target in (121, 61)
]


def answer(**given: Any) -> dict[str, Any]:
    """Return the results of the browser's code."""
    return dict(json.loads(run_node("study/lab", "tests/parity.js", stdin=json.dumps(given))))


def fault(read: Callable[..., object], *given: object) -> str:
    try:
        read(*given)
    except form.InvalidInput as unclear:
        return str(unclear)
    return ""


def figures(row: Row) -> dict[str, str]:
    return {name: getattr(row, name) for name in (*SORTS, "behind", "range")}


def test_browser_and_server_parse_alike_and_report_the_same_faults() -> None:
    said = answer(texts=TEXTS, held=texts(SIX), scores=SCORES, lines=[], sorts=[])
    assert [read["fault"] for read in said["six"]] == [fault(form.parse_six, text) for text in TEXTS]
    assert [read["fault"] for read in said["seen"]] == [fault(form.parse_seen, text, SIX) for text in TEXTS]
    assert said["scores"] == [fault(form.parse_score, text, target) for text, target in SCORES]
    read = [cards(" ".join(found["cards"])) for found in said["six"] if not found["fault"]]
    assert read == [form.parse_six(text) for text in TEXTS if not fault(form.parse_six, text)]


@pytest.mark.slow
@pytest.mark.parametrize("dealer", [True, False])
def test_browser_and_server_write_and_order_the_same(dealer: bool) -> None:
    lines = weigh_throws(SIX, dealer=dealer, mine=88, theirs=101)
    as_json = [line_json(line) for line in lines]
    said = answer(texts=[], held=[], scores=[], lines=as_json, sorts=SORTS)
    assert said["figures"][not dealer] == [figures(row) for row in rows(lines, dealer=dealer)]
    for by, order in zip(SORTS, said["orders"][not dealer], strict=True):
        in_order = [[sign.says for sign in row.thrown] for row in rows(lines, dealer=dealer, sort=by)]
        assert in_order == [[sign.says for sign in rows(lines, dealer=dealer)[at].thrown] for at in order]
