"""Split a .crib into tokens, each with its line and column, in one pass. Pure."""

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from game.engine.i18n import gettext_noop
from programs.crib.faults import CribFault, Place

_SPACE = re.compile(r"\s+")
_TAG = re.compile(r'\[[ \t]*([A-Za-z][A-Za-z0-9_]{0,31})[ \t]+"((?:[^"\\\n]|\\[^\n])*)"[ \t]*\]')
_COMMENT = re.compile(r"\{([^}]*)\}")
_REST_OF_LINE = re.compile(r";([^\n]*)")
_WORD = re.compile(r"[^\s{}()\[\];]+")
_LONGEST_ECHO = 40


class Kind(Enum):
    """The kinds of tokens."""

    TAG = auto()
    COMMENT = auto()
    OPEN = auto()
    CLOSE = auto()
    WORD = auto()


class Token(NamedTuple):
    """A token: of a tag, `text` is its value and `name` its name."""

    kind: Kind
    text: str
    at: Place
    name: str = ""


def read_tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text whose line ends are line feeds."""
    at, line, line_start = 0, 1, 0
    while at < len(text):
        if space := _SPACE.match(text, at):
            end, token = space.end(), None
        else:
            token, end = _read_token(text, at, Place(line, at - line_start + 1))
        if breaks := text.count("\n", at, end):
            line += breaks
            line_start = text.rindex("\n", at, end) + 1
        at = end
        if token:
            yield token


def _read_token(text: str, at: int, place: Place) -> tuple[Token, int]:
    match text[at]:
        case "(":
            return Token(Kind.OPEN, "(", place), at + 1
        case ")":
            return Token(Kind.CLOSE, ")", place), at + 1
        case "{":
            if comment := _COMMENT.match(text, at):
                return Token(Kind.COMMENT, tidy(comment[1]), place), comment.end()
            raise CribFault(gettext_noop("This comment is never closed by }."), at=place)
        case ";":
            rest = _REST_OF_LINE.match(text, at)
            assert rest is not None
            # A } would close the comment when it is written again.
            return Token(Kind.COMMENT, tidy(rest[1].replace("}", ")")), place), rest.end()
        case "[":
            if tag := _TAG.match(text, at):
                value = tidy(re.sub(r"\\(.)", r"\1", tag[2]))
                return Token(Kind.TAG, value, place, tag[1]), tag.end()
            raise CribFault(gettext_noop('This isn’t a tag: those look like [Date "2026-11-26"].'), at=place)
        case "]" | "}" as odd:
            raise CribFault(gettext_noop("There’s a %(sign)s here that closes nothing."), at=place, sign=odd)
    word = _WORD.match(text, at)
    assert word is not None
    return Token(Kind.WORD, word[0], place), word.end()


def tidy(text: str) -> str:
    """Return a text on one line, with single spaces and without characters that can't be shown."""
    return " ".join("".join(letter for letter in text if letter.isprintable() or letter.isspace()).split())


def echo(word: str) -> str:
    """Return a word as an error repeats it: shortened, and only what can be shown."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in word[:_LONGEST_ECHO])
    return f"{shown}…" if len(word) > _LONGEST_ECHO else shown
