"""Parse format 1 strictly: accept only the canonical form, and explain every error in a sentence. Pure."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from game.engine.cards import CARDS_OF_A_DEAL, Card, cards
from game.engine.i18n import gettext_noop
from game.engine.moves import IllegalMove
from game.engine.notation import parse_move
from game.engine.play import act, start
from game.engine.state import Rules, State
from game.engine.transcript import header, parse_transcript
from programs.crib.document import FORMAT_1, CribGame, Result, Side, deck_from, result_text, shown_cards
from programs.crib.faults import CribFault
from programs.crib.version_1.writing import write_version_1

FIRST_LINE = f'[Format "{FORMAT_1}"]'

_CARD = "[A2-9TJQK][CDHS]"
_NAME = r"\S(?:.{0,98}\S)?"
HEADER_LINE = re.compile(r'\[([A-Za-z]+) "((?:[^"\\]|\\["\\])+)"\]')
DEAL_LINE = re.compile(rf"#(0|[1-9][0-9]{{0,2}})((?: {_CARD})+)")
MOVES_LINE = re.compile(r"[ab-][^ #]+(?: [ab-][^ #]+)*")
# Every header in its order, and the values that it allows.
VALUES: dict[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in {
        "Format": re.escape(FORMAT_1),
        "Site": r"[!-~]{1,100}",
        "Game": r"[0-9A-Za-z_-]{1,16}",
        "Event": _NAME,
        "Date": r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])",
        "A": _NAME,
        "ABot": r"[a-z_]{1,32}",
        "APoints": r"-?(?:0|[1-9][0-9]{0,5})",
        "B": _NAME,
        "BBot": r"[a-z_]{1,32}",
        "BPoints": r"-?(?:0|[1-9][0-9]{0,5})",
        "Rules": r"[ -~]{1,40}",
        "Rated": r"yes|no",
        "Clock": r"none|quick|standard|relaxed",
        "Result": r"[ab-] [0-9]{1,3}-[0-9]{1,3} [0-4] [a-z]{1,10}",
    }.items()
}
REQUIRED = ("A", "B", "Rules", "Result")


class _Body(NamedTuple):
    words: tuple[str, ...]
    cards: Mapping[int, tuple[Card, ...]]


def parse_version_1(text: str) -> CribGame:
    """Parse a .crib of format 1. Raise CribFault if it is not valid."""
    if not text.startswith(f"{FIRST_LINE}\n"):
        raise CribFault(
            gettext_noop("This isn’t a .crib: its first line must be %(first)s."), first=FIRST_LINE
        )
    head, _, body = text.partition("\n\n")
    headers = _parse_headers(head)
    if not body.endswith("\n"):
        raise CribFault(gettext_noop("The text is cut off: the last line must end with a line break."))
    words, shown = _parse_body(body, len(headers) + 2)
    rules = _parse_rules(headers["Rules"])
    game = CribGame(
        sides=(_side(headers, "A"), _side(headers, "B")),
        rules=rules,
        result=Result.of(_play_over(rules, words, shown)),
        words=words,
        cards=shown,
        site=headers.get("Site", ""),
        game=headers.get("Game", ""),
        event=headers.get("Event", ""),
        date=headers.get("Date", ""),
        rated={"yes": True, "no": False}.get(headers.get("Rated", "")),
        clock=headers.get("Clock", ""),
    )
    _check_result(headers["Result"], game.result)
    _check_way_of_writing(text, write_version_1(game))
    return game


def _parse_headers(head: str) -> dict[str, str]:
    headers: dict[str, str] = {}
    for number, line in enumerate(head.split("\n"), start=1):
        match = HEADER_LINE.fullmatch(line)
        if match is None:
            raise CribFault(
                gettext_noop('Line %(line)s isn’t a header: those look like [Date "2026-11-26"].'),
                line=number,
            )
        name, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
        if name not in VALUES:
            raise CribFault(gettext_noop("There’s no header %(name)s."), name=name)
        if name in headers:
            raise CribFault(gettext_noop("The header %(name)s is there twice."), name=name)
        if not VALUES[name].fullmatch(value) or not value.isprintable():
            raise CribFault(
                gettext_noop("The header %(name)s can’t say “%(value)s”."), name=name, value=value
            )
        headers[name] = value
    for name in REQUIRED:
        if name not in headers:
            raise CribFault(gettext_noop("The header %(name)s is missing."), name=name)
    return headers


def _parse_rules(value: str) -> Rules:
    try:
        rules, rest = parse_transcript(value)
    except ValueError:
        rules, rest = Rules(), ("none",)
    if rest or header(rules) != value:
        raise CribFault(gettext_noop("“%(value)s” doesn’t name rules. “121 auto” would."), value=value)
    return rules


def _side(headers: Mapping[str, str], letter: str) -> Side:
    points = headers.get(f"{letter}Points")
    return Side(headers[letter], headers.get(f"{letter}Bot", ""), None if points is None else int(points))


def _parse_body(body: str, first_line: int) -> _Body:
    words: list[str] = []
    shown: dict[int, tuple[Card, ...]] = {}
    for number, line in enumerate(body[:-1].split("\n"), start=first_line):
        if match := DEAL_LINE.fullmatch(line):
            deal = int(match[1])
            shown[deal] = _parse_cards(deal, match[2])
            words.append(f"#{deal}")
        elif MOVES_LINE.fullmatch(line):
            words += line.split(" ")
        else:
            raise CribFault(
                gettext_noop("Line %(line)s is neither a deal with its cards nor moves."), line=number
            )
    return _Body(tuple(words), shown)


def _parse_cards(deal: int, text: str) -> tuple[Card, ...]:
    parsed = cards(text)
    if len({*parsed}) < len(parsed):
        raise CribFault(gettext_noop("Deal %(deal)s has a card twice."), deal=deal)
    if deal == 0 and len(parsed) % 2:
        raise CribFault(gettext_noop("The cut for deal turns cards in pairs."))
    if deal > 0 and len(parsed) != CARDS_OF_A_DEAL:
        raise CribFault(
            gettext_noop("Deal %(deal)s has to list thirteen cards: six for each player and the starter."),
            deal=deal,
        )
    return parsed


def _play_over(rules: Rules, words: tuple[str, ...], shown: Mapping[int, tuple[Card, ...]]) -> State:
    """Return the end of the game. Raise CribFault if the game does not end, or has an illegal move."""
    decks = {number: deck_from(known) for number, known in shown.items()}
    state = start(rules)
    for number, word in enumerate(words, start=1):
        state = _play_word(state, number, word, decks)
    if not state.is_over:
        raise CribFault(gettext_noop("The moves stop before the game is over."))
    if any(shown_cards(deal, dealt, state) != dealt for deal, dealt in shown.items()):
        raise CribFault(gettext_noop("The cut for deal ends with the first pair that isn’t a tie."))
    return state


def _play_word(state: State, number: int, word: str, decks: Mapping[int, tuple[Card, ...]]) -> State:
    unreadable = CribFault(
        gettext_noop("Move %(number)s, “%(word)s”, can’t be read."), number=number, word=word
    )
    try:
        seat, move = parse_move(state.dealt, word, decks.__getitem__)
        state, _ = act(state, seat, move)
    except IllegalMove as why:
        raise CribFault(
            gettext_noop("Move %(number)s, %(word)s, isn’t allowed there. %(why)s"),
            why,
            number=number,
            word=word,
        ) from None
    except ValueError:
        raise unreadable from None
    if state.record[-1] != word:
        raise unreadable
    return state


def _check_result(value: str, result: Result) -> None:
    if value != result_text(result):
        raise CribFault(
            gettext_noop("The result reads “%(said)s”, but the moves lead to “%(true)s”."),
            said=value,
            true=result_text(result),
        )


def _check_way_of_writing(text: str, written: str) -> None:
    """Raise CribFault unless the text is canonical: each game has exactly one text, to the byte."""
    if text == written:
        return
    lines = zip((*text.split("\n"), ""), (*written.split("\n"), ""), strict=False)
    number, line = next((n, true) for n, (own, true) in enumerate(lines, start=1) if own != true)
    raise CribFault(
        gettext_noop("Line %(line)s has to be written like this: %(true)s"), line=number, true=line
    )
