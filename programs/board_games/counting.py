"""The points of hands, cribs and pegging of a game over the board, for the person who enters it.

Pure. A count is unknown if a card of it is: then a person has to say it.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.engine.cards import Card
from game.engine.events import Counted, Pegged
from game.engine.moves import Go, Play, Throw
from game.engine.state import Count, Counting, Phase, Seat, State
from programs.crib.sheet.playing import Played, Turn

# The kinds of points that are pegged before the show.
PEGGING = ("play", "last", "go", "nibs")
NONE: frozenset[Card] = frozenset()


class Counts(NamedTuple):
    """A hand, a crib, the pegging of a card, or a call, with its points if the cards tell them."""

    seat: Seat
    what: str
    points: int | None


def missing_counts(counts: Iterable[Count], unknown: frozenset[Card]) -> list[Counts]:
    """Return the counts of a show in which an unknown card was counted."""
    return [
        Counts(one.seat, one.what, None if unknown & {*one.score.cards} else one.score.total)
        for one in counts
    ]


def next_counts(played: Played) -> list[Counts]:
    """Return what a person says next, as the cards tell it; or else what the last move scored."""
    state = played.state
    if state.phase in (Phase.COUNT, Phase.CALL):
        return [_awaited(state, played.unknown.get(state.deal, NONE))]
    if not played.turns or state.is_over:
        return []
    return [*_scored(played.turns[-1], played.unknown.get(state.deal, NONE), state.rules.counting)]


def _awaited(state: State, unknown: frozenset[Card]) -> Counts:
    laid = state.laid
    assert laid is not None
    assert state.turn is not None
    worth = None if unknown & {*laid.cards, laid.starter} else laid.score.total
    if state.phase is Phase.COUNT:
        return Counts(state.turn, laid.what, worth)
    assert laid.claimed is not None
    return Counts(state.turn, "muggins", 0 if worth is None else worth - laid.claimed)


def _scored(turn: Turn, unknown: frozenset[Card], counting: Counting) -> Iterator[Counts]:
    """Yield what a move pegged, and the hands that were counted after it."""
    if not isinstance(turn.move, Play | Go | Throw):
        return
    pegged = {turn.seat: 0} if isinstance(turn.move, Play) and turn.seat is not None else {}
    for event in turn.events:
        if isinstance(event, Pegged) and event.kind in PEGGING:
            pegged[event.seat] = pegged.get(event.seat, 0) + event.points
    yield from (Counts(seat, "pegging", points) for seat, points in pegged.items())
    if counting is Counting.AUTO:
        counted = [event for event in turn.events if isinstance(event, Counted)]
        yield from missing_counts((Count(one.seat, one.what, one.score) for one in counted), unknown)
