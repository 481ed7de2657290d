"""Replays the line of a transcript by the rules: every move allowed, every score as it is said."""

from collections.abc import Iterator

from game.engine.cards import Card, card
from game.engine.moves import IllegalMove
from game.engine.notation import parse_move
from game.engine.play import act, start
from game.engine.state import Counting, Rules, Seat, State
from game.evidence.document import Transcript


def line_faults(transcript: Transcript) -> Iterator[str]:
    """Every score that does not follow from the moves; asked where all else holds."""
    decks = {deal.number: tuple([card(each) for each in deal.deck]) for deal in transcript.deals}
    rules = transcript.rules
    first = None if rules.first_dealer is None else Seat(rules.first_dealer)
    state = start(Rules(rules.target, Counting(rules.counting), first))
    scores: dict[int, tuple[int, int]] = {}
    for n, move in enumerate(transcript.moves, start=1):
        after = _next_state(state, move.move, decks)
        if after is None:
            yield f"Move {n}, {move.move}, is not allowed where it stands."
            return
        state = after
        scores[state.deal] = state.scores
    yield from _score_faults(transcript, scores)
    if state.is_over != (transcript.result is not None):
        yield f"By the line the game {'is over' if state.is_over else 'goes on'}."


def _next_state(state: State, word: str, decks: dict[int, tuple[Card, ...]]) -> State | None:
    """The state after a move; None where it is not allowed."""
    try:
        return act(state, *parse_move(state.dealt, word, decks.__getitem__))[0]
    except (IllegalMove, ValueError, KeyError):
        return None


def _score_faults(transcript: Transcript, scores: dict[int, tuple[int, int]]) -> Iterator[str]:
    for deal in transcript.deals:
        if deal.hands is not None and (true := scores.get(deal.number)) != deal.hands.scores and true:
            yield f"Deal {deal.number}: by the line the scores after it are {true[0]} and {true[1]}."
