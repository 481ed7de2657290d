"""Advice as JSON (docs/reference/protocol.md)."""

from common.formats.json import Json
from game.bots.advice import CardLine, ThrowLine
from game.engine.cards import TEXTS, texts

DECIMALS = 6
AVERAGE_FIELDS = {
    ThrowLine: ("hand", "spread", "crib", "pegging", "points", "win"),
    CardLine: ("pegging", "win"),
}


def line_json(line: ThrowLine | CardLine) -> Json:
    """Return a discard or a card with its figures as JSON."""
    match line:
        case ThrowLine(thrown=thrown, kept=kept):
            fields: Json = {"thrown": texts(thrown), "kept": texts(kept), "low": line.low, "high": line.high}
        case CardLine(card=card):
            fields = {"card": TEXTS[card], "now": line.now}
    return fields | {part: round(getattr(line, part), DECIMALS) for part in AVERAGE_FIELDS[type(line)]}
