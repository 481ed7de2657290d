"""Moves as short words: `#3` a deal, `a14` a throw, `b5H` a card played, `b=12` a claim, `a-go`.

A throw is two positions among the six cards as they were dealt, and a deal its number alone, so that a word
reveals nothing of cards that are still hidden.
"""

from collections.abc import Callable, Sequence

from game.engine.cards import TEXTS, Card, card
from game.engine.moves import (
    Call,
    Claim,
    Deal,
    Flag,
    Go,
    Leave,
    Move,
    Pass,
    Play,
    Resign,
    Throw,
    Unrevealable,
    Void,
)
from game.engine.state import Hands, Seat

VOID = "-void"
UNREVEALABLE = "-unshown"
PLAIN_MOVES: dict[str, Move] = {
    "go": Go(),
    "pass": Pass(),
    "resign": Resign(),
    "flag": Flag(),
    "left": Leave(),
}
_PLAIN_TOKENS = {type(move): word for word, move in PLAIN_MOVES.items()}
PLACES = frozenset("123456")
_LETTERS = "ab"
# Thousands of live games hold the same few hundred words, so each is kept once.
_shared: dict[str, str] = {}


def move_as_text(dealt: Hands, seat: Seat | None, move: Move) -> str:
    """Write a move as a word; `dealt` is the six cards of each seat, for the places of a throw."""
    word = (
        _table_move_as_text(move) if seat is None else _LETTERS[seat] + _seat_move_as_text(dealt[seat], move)
    )
    return _shared.setdefault(word, word)


def _table_move_as_text(move: Move) -> str:
    match move:
        case Deal(number):
            return f"#{number}"
        case Void():
            return VOID
        case Unrevealable():
            return UNREVEALABLE
    raise ValueError("Only a deal and a void game are no seat's move.")


def _seat_move_as_text(six: Sequence[Card], move: Move) -> str:
    match move:
        case Play(played):
            return TEXTS[played]
        case Throw(thrown):
            return "".join(sorted([str(six.index(one) + 1) for one in thrown]))
        case Claim(points):
            return f"={points}"
        case Call(points):
            return f"+{points}"
    return f"-{_PLAIN_TOKENS[type(move)]}"


def parse_move(dealt: Hands, token: str, deck: Callable[[int], Sequence[Card]]) -> tuple[Seat | None, Move]:
    """Parse a word into its seat and move; `deck` gives the deck of a deal by its number."""
    try:
        if token == VOID:
            return None, Void()
        if token == UNREVEALABLE:
            return None, Unrevealable()
        if token[0] == "#":
            number = int(token[1:])
            return None, Deal(number, tuple(deck(number)))
        seat = Seat(_LETTERS.index(token[0]))
        body = token[1:]
        if body[0] == "-":
            return seat, PLAIN_MOVES[body[1:]]
        if body[0] in "=+":
            return seat, (Claim if body[0] == "=" else Call)(int(body[1:]))
        if set(body) <= PLACES:
            return seat, Throw(tuple(dealt[seat][int(place) - 1] for place in body))
        return seat, Play(card(body))
    except (IndexError, KeyError, ValueError) as fault:
        raise ValueError(f"{token!r} is not a move in a transcript.") from fault
