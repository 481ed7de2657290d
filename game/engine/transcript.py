"""A whole game as one line a person can read: "121 auto #0 #1 a14 b26 b5H aTD ..."."""

from collections.abc import Mapping, Sequence

from game.engine.cards import Card
from game.engine.notation import parse_move
from game.engine.play import act, start
from game.engine.state import EVEN_START, Counting, Rules, Seat, State

Decks = Mapping[int, Sequence[Card]] | Sequence[Sequence[Card]]


def dump(state: State) -> str:
    """Write the rules and every move so far; with the decks, `replay` restores the state from it."""
    return " ".join((header(state.rules), *state.record))


def header(rules: Rules) -> str:
    """Write the rules: 121 auto, or with a named first dealer and a head start 61 auto first=b start=9-0."""
    first = "" if rules.first_dealer is None else f" first={'ab'[rules.first_dealer]}"
    ahead = "" if rules.start == EVEN_START else f" start={rules.start[0]}-{rules.start[1]}"
    return f"{rules.target} {rules.counting.value}{first}{ahead}"


def parse_transcript(line: str) -> tuple[Rules, tuple[str, ...]]:
    """Parse a transcript into its rules and the words of its moves."""
    try:
        target, counting, *words = line.split()
        first = None
        if words and words[0].startswith("first="):
            first = Seat(("first=a", "first=b").index(words.pop(0)))
        ahead = EVEN_START
        if words and words[0].startswith("start="):
            one, other = words.pop(0).removeprefix("start=").split("-")
            ahead = int(one), int(other)
        return Rules(int(target), Counting(counting), first, ahead), tuple(words)
    except ValueError as fault:
        raise ValueError("A transcript begins with its rules, such as 121 auto.") from fault


def replay(line: str, decks: Decks) -> State:
    """Replay a transcript with these decks, and return the final state."""
    rules, words = parse_transcript(line)
    state = start(rules)
    for word in words:
        seat, move = parse_move(state.dealt, word, decks.__getitem__)
        state, _ = act(state, seat, move)
    return state
