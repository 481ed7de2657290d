"""Write a game in format 1, to which its reader compares every text. Pure."""

from collections.abc import Iterator

from game.engine.cards import texts
from game.engine.transcript import header
from programs.crib.document import FORMAT_1, CribGame, Side, escape, result_text


def write_version_1(game: CribGame) -> str:
    """Write a game as a .crib of format 1."""
    headers = [f'[{name} "{escape(value)}"]' for name, value in _headers(game) if value]
    return "\n".join([*headers, "", *_body(game), ""])


def _headers(game: CribGame) -> Iterator[tuple[str, str]]:
    yield "Format", FORMAT_1
    yield "Site", game.site
    yield "Game", game.game
    yield "Event", game.event
    yield "Date", game.date
    for letter, side in zip("AB", game.sides, strict=True):
        yield from _side_headers(letter, side)
    yield "Rules", header(game.rules)
    yield "Rated", "" if game.rated is None else ("no", "yes")[game.rated]
    yield "Clock", game.clock
    yield "Result", result_text(game.result)


def _side_headers(letter: str, side: Side) -> Iterator[tuple[str, str]]:
    yield letter, side.name
    yield f"{letter}Bot", side.bot
    yield f"{letter}Points", "" if side.points is None else str(side.points)


def _body(game: CribGame) -> Iterator[str]:
    """Return a line for the cards of each deal, and one for its moves."""
    moves: list[str] = []
    for word in game.words:
        if word[0] != "#":
            moves.append(word)
            continue
        if moves:
            yield " ".join(moves)
        moves = []
        yield " ".join((word, *texts(game.cards[int(word[1:])])))
    if moves:
        yield " ".join(moves)
