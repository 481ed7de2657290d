"""Write score sheets strictly: there is one way to write each. Pure."""

from collections.abc import Iterable, Iterator

from game.engine.cards import TEXTS
from game.engine.state import Seat
from programs.crib.document import FORMAT, escape
from programs.crib.sheet.model import Discard, Entry, Lay, Points, Say, Score, Sheet, SheetDeal, Shown, Word
from programs.crib.sheet.tokens import tidy

WIDTH = 80  # characters of a line; a longer word stands alone


def write_sheet(sheet: Sheet) -> str:
    """Write one game. It ends with a line feed."""
    head = [f'[{name} "{escape(value)}"]' for name, value in (("Format", FORMAT), *sheet.tags)]
    return "\n".join([*head, "", *_body(sheet), ""])


def _body(sheet: Sheet) -> Iterator[str]:
    if sheet.cut:
        yield from wrap(["cut:", *_texts(sheet.cut)])
    yield from wrap([*_comment(sheet.comment), *_entries(sheet.before)])
    for deal in sheet.deals:
        yield from wrap([*_deal_head(deal), *_comment(deal.comment)])
        yield from wrap(_entries(deal.entries))


def wrap(pieces: Iterable[str]) -> Iterator[str]:
    """Yield lines of at most WIDTH characters, if no piece is longer."""
    line = ""
    for piece in pieces:
        if line and len(line) + 1 + len(piece) > WIDTH:
            yield line
            line = piece
        else:
            line = f"{line} {piece}" if line else piece
    if line:
        yield line


def _deal_head(deal: SheetDeal) -> Iterator[str]:
    yield f"#{deal.number}{'' if deal.dealer is None else 'ab'[deal.dealer]}"
    labels = ("a:", "b:", "up:")
    for label, cards in zip(labels, (*deal.hands, deal.starter), strict=True):
        if cards:
            yield from (label, *_texts(cards))


def _entries(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        yield word_text(entry.word) + entry.mark
        yield from _comment(entry.comment)
        for variation in entry.variations:
            inside = [*_comment(variation.comment), *_entries(variation.entries)]
            yield from (
                (f"({inside[0]}", *inside[1:-1], f"{inside[-1]})") if inside[1:] else (f"({inside[0]})",)
            )


def _comment(comment: str) -> Iterator[str]:
    """Yield the words of a comment, with its braces attached."""
    if "}" in comment or comment != tidy(comment):
        raise ValueError("A comment is one line with single spaces, and has no }.")
    if comment:
        yield from f"{{{comment}}}".split(" ")


def word_text(word: Word) -> str:
    """Write a word of the record."""
    match word:
        case Score((a, b)):
            return f"{a}-{b}"
        case Lay(seat, card):
            return _letter(seat) + _text(card)
        case Discard(seat, cards):
            return _letter(seat) + "".join(_texts(cards))
        case Points(seat, sign, points):
            return f"{_letter(seat)}{sign}{points}"
        case Say(seat, what):
            return f"{'' if seat is None else _letter(seat)}-{what}"


def _letter(seat: Seat) -> str:
    return "ab"[seat]


def _texts(cards: Iterable[Shown]) -> tuple[str, ...]:
    return tuple(map(_text, cards))


def _text(card: Shown) -> str:
    return "x" if card is None else TEXTS[card]
