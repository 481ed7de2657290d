"""Parse score sheets leniently: as people write them. Every error has its line and column. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from game.engine.cards import Card, card
from game.engine.i18n import gettext_noop
from game.engine.notation import PLAIN_MOVES
from game.engine.state import Seat
from programs.crib.faults import CribFault, Place
from programs.crib.sheet.model import (
    ERRORS,
    MARKS,
    NOWHERE,
    Discard,
    Entry,
    Lay,
    Points,
    Say,
    Score,
    Sheet,
    SheetDeal,
    Shown,
    Variation,
    Word,
)
from programs.crib.sheet.tags import check_tag, in_order
from programs.crib.sheet.tokens import Kind, Token, echo, read_tokens

LONGEST_FILE = 1_000_000  # characters
MOST_GAMES = 200
MOST_TAGS = 100
DEEPEST = 8  # variations inside of variations
TOO_LONG = gettext_noop("This is too long for a game.")

_CARD = r"(?:(?:10|[2-9TJQKA])[CDHS♣♦♥♠]|X)"
_A_CARD = re.compile(_CARD, re.IGNORECASE)
_DEAL = re.compile(r"#([0-9]{1,3})([AB])?[.:]?", re.IGNORECASE)
_LABEL = re.compile(r"(cut|up|a|b):(.*)", re.IGNORECASE)
_SCORE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")
_SEAT_WORD = re.compile(r"([AB])(.+)", re.IGNORECASE)
_POINTS = re.compile(r"([=+<>#R])([0-9]{1,2})", re.IGNORECASE)
_MARKED = re.compile(r"(.*?)([!?]{1,2})")
_GLYPHS = {f"${number}": mark for number, mark in enumerate(("!", "?", "!!", "??", "!?", "?!"), start=1)}
_SUIT_SIGNS = str.maketrans("♣♦♥♠", "CDHS")


def parse_sheets(text: str) -> tuple[Sheet, ...]:
    """Parse every game of a text. Raise CribFault if it can't be read.

    Only the way of writing is checked here; `play_sheet` checks the moves.
    """
    if len(text) > LONGEST_FILE:
        raise CribFault(TOO_LONG)
    tokens = _Tokens(read_tokens(with_line_feeds(text)))
    sheets: list[Sheet] = []
    while tokens.next is not None:
        if len(sheets) == MOST_GAMES:
            raise CribFault(
                gettext_noop("A file has at most %(most)s games."), at=tokens.next.at, most=MOST_GAMES
            )
        sheets.append(_parse_sheet(tokens))
    if not sheets:
        raise CribFault(gettext_noop("There’s no game here."))
    return tuple(sheets)


def with_line_feeds(text: str) -> str:
    """Return a text with line feeds, whichever line ends it had, and without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


class _Tokens:
    """The tokens still to be read. `next` is the one that `take` returns."""

    def __init__(self, tokens: Iterator[Token]) -> None:
        self._tokens = tokens
        self.next: Token | None = None
        self._advance()

    def _advance(self) -> None:
        self.next = next(self._tokens, None)

    def take(self) -> Token:
        token = self.next
        assert token is not None
        self._advance()
        return token

    def is_at(self, *kinds: Kind) -> bool:
        return self.next is not None and self.next.kind in kinds

    def take_comments(self) -> str:
        """Take the comments that stand here, as one."""
        found = []
        while self.is_at(Kind.COMMENT):
            found.append(self.take().text)
        return " ".join(filter(None, found))


def _parse_sheet(tokens: _Tokens) -> Sheet:
    comment = tokens.take_comments()
    tags: dict[str, str] = {}
    places: list[tuple[str, Place]] = []
    while tokens.is_at(Kind.TAG):
        assert tokens.next is not None
        if tokens.next.name == "Format" and places:
            break  # of the next game
        tag = tokens.take()
        if len(places) == MOST_TAGS:
            raise CribFault(gettext_noop("A game has at most %(most)s tags."), at=tag.at, most=MOST_TAGS)
        if tag.name in tags:
            raise CribFault(gettext_noop("The tag %(name)s is there twice."), at=tag.at, name=tag.name)
        tags[tag.name] = check_tag(tag)
        places.append((tag.name, tag.at))
        comment = " ".join(filter(None, (comment, tokens.take_comments())))
    tags.pop("Format", None)
    cut_at = tokens.next.at if tokens.next else NOWHERE
    cut = _parse_cut(tokens)
    comment = " ".join(filter(None, (comment, tokens.take_comments())))
    before = _parse_entries(tokens, depth=0)
    deals = []
    while _is_deal(tokens):
        deals.append(_parse_deal(tokens))
    if tokens.is_at(Kind.CLOSE):
        raise CribFault(gettext_noop("There’s a ) here that closes nothing."), at=tokens.take().at)
    return Sheet(in_order(tags), comment, cut, before, tuple(deals), tuple(places), cut_at)


def _is_deal(tokens: _Tokens) -> bool:
    return tokens.next is not None and tokens.next.kind is Kind.WORD and tokens.next.text[0] == "#"


def _parse_cut(tokens: _Tokens) -> tuple[Card, ...]:
    label = tokens.next
    if label is None or label.kind is not Kind.WORD or not label.text.casefold().startswith("cut:"):
        return ()
    tokens.take()
    turned = _parse_cards(tokens, label.text[4:], label.at, most=52)
    if not turned or len(turned) % 2:
        raise CribFault(gettext_noop("The cut for deal turns cards in pairs."), at=label.at)
    known = tuple([one for one in turned if one is not None])
    if len({*known}) < len(turned):
        raise CribFault(
            gettext_noop("The cut for deal names different cards, and none unknown."), at=label.at
        )
    return known


def _parse_deal(tokens: _Tokens) -> SheetDeal:
    token = tokens.take()
    match = _DEAL.fullmatch(token.text)
    if match is None or int(match[1]) == 0:
        raise CribFault(
            gettext_noop("“%(word)s” isn’t a deal: those look like #3, or #3a if A deals."),
            at=token.at,
            word=echo(token.text),
        )
    deal = SheetDeal(int(match[1]), _seat(match[2]) if match[2] else None, at=token.at)
    comment = tokens.take_comments()
    shown: dict[str, tuple[Shown, ...]] = {}
    while tokens.is_at(Kind.WORD):
        assert tokens.next is not None
        label = _LABEL.fullmatch(tokens.next.text)
        if label is None:
            break
        at, name = tokens.take().at, label[1].casefold()
        if name in shown or name == "cut":
            raise CribFault(gettext_noop("“%(word)s” has no place here."), at=at, word=f"{name}:")
        most = 1 if name == "up" else 6
        cards = _parse_cards(tokens, label[2], at, most)
        if not cards:
            raise CribFault(gettext_noop("Cards are missing after “%(word)s”."), at=at, word=f"{name}:")
        shown[name] = cards + (None,) * (most - len(cards))
        comment = " ".join(filter(None, (comment, tokens.take_comments())))
    hands = (shown.get("a", ()), shown.get("b", ()))
    deal = replace(deal, hands=hands, starter=shown.get("up", ()), comment=comment)
    return replace(deal, entries=_parse_entries(tokens, depth=0, deal=deal))


def _parse_cards(tokens: _Tokens, attached: str, at: Place, most: int) -> tuple[Shown, ...]:
    """Parse the cards after a label; the first may be attached to it, as in up:5H."""
    found: list[Shown] = []
    if attached:
        if not _A_CARD.fullmatch(attached):
            raise _not_a_card(attached, at)
        found.append(_card(attached))
    while tokens.is_at(Kind.WORD) and _A_CARD.fullmatch(tokens.next.text):  # type: ignore[union-attr]
        token = tokens.take()
        if len(found) == most:
            raise CribFault(gettext_noop("There are more cards here than %(most)s."), at=token.at, most=most)
        found.append(_card(token.text))
    return tuple(found)


@dataclass(slots=True)
class _Draft:
    """An entry that may still get a mark, comments and variations."""

    word: Word
    mark: str
    at: Place
    comments: list[str]
    variations: list[Variation]

    def finished(self) -> Entry:
        comment = " ".join(filter(None, self.comments))
        return Entry(self.word, self.mark, comment, tuple(self.variations), self.at)


def _parse_entries(tokens: _Tokens, depth: int, deal: SheetDeal | None = None) -> tuple[Entry, ...]:
    drafts: list[_Draft] = []
    while tokens.next is not None:
        match tokens.next.kind:
            case Kind.WORD if tokens.next.text[0] != "#":
                _add_word(drafts, tokens.take(), deal)
            case Kind.COMMENT if drafts:
                drafts[-1].comments.append(tokens.take_comments())
            case Kind.OPEN:
                if not drafts or isinstance(drafts[-1].word, Score):
                    raise CribFault(
                        gettext_noop("A variation follows a move that it replaces."), at=tokens.next.at
                    )
                drafts[-1].variations.append(_parse_variation(tokens, depth + 1, deal))
            case _:
                break
    return tuple([draft.finished() for draft in drafts])


def _add_word(drafts: list[_Draft], token: Token, deal: SheetDeal | None) -> None:
    """Add a word. A mark by itself belongs to the word before it."""
    mark = _GLYPHS.get(token.text, token.text)
    if mark in MARKS and drafts:
        drafts[-1].mark = mark
        return
    text, mark = token.text, ""
    if (marked := _MARKED.fullmatch(text)) and marked[1]:
        text, mark = marked[1], marked[2]
    word = _parse_word(text, deal)
    if word is None:
        raise CribFault(gettext_noop("“%(word)s” can’t be read."), at=token.at, word=echo(token.text))
    drafts.append(_Draft(word, mark, token.at, [], []))


def _parse_variation(tokens: _Tokens, depth: int, deal: SheetDeal | None) -> Variation:
    at = tokens.take().at
    if depth > DEEPEST:
        raise CribFault(gettext_noop("Variations go at most %(most)s deep."), at=at, most=DEEPEST)
    comment = tokens.take_comments()
    entries = _parse_entries(tokens, depth, deal)
    if not tokens.is_at(Kind.CLOSE):
        raise CribFault(gettext_noop("This variation is never closed by ), or goes beyond its deal."), at=at)
    tokens.take()
    if not entries:
        raise CribFault(gettext_noop("This variation has no move."), at=at)
    return Variation(entries, comment)


def _parse_word(text: str, deal: SheetDeal | None) -> Word | None:
    if score := _SCORE.fullmatch(text):
        return Score((int(score[1]), int(score[2])))
    if text.casefold() in ("-void", "-unshown"):
        return Say(None, text[1:].casefold())
    match = _SEAT_WORD.fullmatch(text)
    return _parse_move(_seat(match[1]), match[2], deal) if match else None


def _parse_move(seat: Seat, body: str, deal: SheetDeal | None) -> Word | None:
    if body[0] == "-":
        what = body[1:].casefold()
        return Say(seat, what) if what in PLAIN_MOVES else None
    if points := _POINTS.fullmatch(body):
        sign = points[1].upper()
        assert sign in ("=", "+", *ERRORS)
        return Points(seat, sign, int(points[2]))
    if re.fullmatch("[1-6]{2}", body):
        return _parse_places(seat, body, deal)
    cards = [_card(one[0]) for one in _A_CARD.finditer(body)]
    if "".join(one[0] for one in _A_CARD.finditer(body)) != body:
        return None
    match cards:
        case [one]:
            return Lay(seat, one)
        case [one, other]:
            return Discard(seat, (one, other))
    return None


def _parse_places(seat: Seat, body: str, deal: SheetDeal | None) -> Discard | None:
    """Parse a discard by places among six written cards, as in format 1."""
    hand = deal.hands[seat] if deal else ()
    if not hand or body[0] == body[1]:
        return None
    return Discard(seat, (hand[int(body[0]) - 1], hand[int(body[1]) - 1]))


def _seat(letter: str) -> Seat:
    return Seat("ab".index(letter.casefold()))


def _card(text: str) -> Shown:
    plain = text.upper().translate(_SUIT_SIGNS).replace("10", "T")
    return None if plain == "X" else card(plain)


def _not_a_card(text: str, at: Place) -> CribFault:
    return CribFault(
        gettext_noop("“%(word)s” isn’t a card: those are written 5H, TD, AS, or x if unknown."),
        at=at,
        word=echo(text),
    )
