"""The browser's exchange and levels equal the server's in every number and text."""

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from cribbage_site.tests.node import run_node
from ranking.rules import parsing
from ranking.rules.levels import level
from ranking.rules.points import BOTS, exchange

# Around every bound and gate, and far beyond.
POINTS = [*range(60), *range(1460, 1540), *range(1990, 2130), *range(2370, 2630), *range(2745, 2760), 9_999]
TEXTS = [
    "0",
    " 1700 ",
    "9999",
    "10000",
    "-1",
    "1.5",
    "",
    "１５００",
    "novice",
    " Advanced ",
    "expert",
    "toString",
]
OPPONENTS = [0, 1, 30, 500, 1475, 1500, 1513, 2000, 2512, 3025, 9_999, *BOTS]


def answer(**given: Any) -> dict[str, Any]:
    """Return the result of the browser's code."""
    return dict(json.loads(run_node("ranking", "tests/parity.js", stdin=json.dumps(given))))


def fault(read: Callable[[str], object], text: str) -> str:
    try:
        read(text)
    except parsing.InvalidPoints as refused:
        return str(refused)
    return ""


def test_browser_and_server_agree_on_every_exchange_level_and_refusal() -> None:
    pairs = [(own, opponent) for own in POINTS for opponent in OPPONENTS]
    said = answer(pairs=pairs, points=POINTS, texts=TEXTS)
    assert said["exchanges"] == [asdict(exchange(*pair)) for pair in pairs]
    assert said["levels"] == [asdict(level(points)) for points in POINTS]
    assert said["faults"] == [
        [fault(parsing.parse_points, text), fault(parsing.parse_opponent, text)] for text in TEXTS
    ]
