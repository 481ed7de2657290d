"""Replay the line of a transcript by the rules: every move must be legal, and every score correct."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from game.engine.cards import Card, card
from game.engine.moves import Flag, IllegalMove, Leave, Move, Resign
from game.engine.notation import parse_move
from game.engine.play import act, start
from game.engine.state import Phase, Seat, State
from game.engine.view import seats_to_move
from game.table.record.steps import has_begun
from proof.evidence.document import SignedTranscript, Transcript


class Table(NamedTuple):
    """What determines who may end a game: the clock, the seats of bots, and missing secrets."""

    clock: str
    bots: Sequence[int]
    owing: Sequence[int] | None = ()  # None while a commitment is missing


def line_faults(transcript: Transcript) -> Iterator[str]:
    """Yield every score that does not follow from the moves. This check runs only if all others pass."""
    decks = {deal.number: tuple([card(each) for each in deal.deck]) for deal in transcript.deals}
    state = start(transcript.rules.of_engine)
    table = _table_of(transcript) if isinstance(transcript, SignedTranscript) else None
    after_deals: dict[int, State] = {}
    for n, move in enumerate(transcript.moves, start=1):
        after = next_state(state, move.move, decks, table)
        if after is None:
            yield f"Move {n}, {move.move}, is not allowed where it stands."
            return
        state = after_deals[after.deal] = after
    yield from _show_faults(transcript, after_deals)
    if state.is_over != (transcript.result is not None):
        yield f"By the line the game {'is over' if state.is_over else 'goes on'}."
    elif stops_within_deal(state):
        yield f"Deal {state.deal}: the moves stop before its end."


def next_state(
    state: State, word: str, decks: Mapping[int, tuple[Card, ...]], table: Table | None
) -> State | None:
    """Return the state after a move, or None if it is illegal.

    Without a table, either seat may end a game.
    """
    try:
        seat, move = parse_move(state.dealt, word, decks.__getitem__)
        after, _ = act(state, seat, move)
    except (IllegalMove, ValueError, KeyError):
        return None
    may_end = MAY_END.get(type(move))
    return after if table is None or seat is None or may_end is None or may_end(table, state, seat) else None


def stops_within_deal(state: State) -> bool:
    """Return whether a deal is in play; a transcript of a live game must not show it."""
    return state.phase not in (Phase.CUT, Phase.DEAL, Phase.OVER)


def _table_of(transcript: Transcript) -> Table:
    fair = transcript.fair
    bots = [seat for seat, player in enumerate(transcript.players) if player.bot]
    owing = [seat for seat, secret in enumerate(fair.secrets) if secret is None]
    return Table(transcript.clock, bots, tuple(owing) if all(fair.commitments) else None)


def _may_resign(table: Table, state: State, seat: Seat) -> bool:
    return table.owing == () and seat not in table.bots


def _may_leave(table: Table, state: State, seat: Seat) -> bool:
    """Return whether a seat may leave.

    A banned player leaves out of turn too. Before the first card, only a seat that alone owes its secret may
    leave.
    """
    return table.owing in ((), (seat,)) and seat not in table.bots


def _may_flag(table: Table, state: State, seat: Seat) -> bool:
    """Return whether a seat may lose on time: it alone owes a secret, or its clock runs.

    Before a discard, the flag voids the game instead.
    """
    runs = table.clock != "none" and has_begun(state) and seat in seats_to_move(state)
    return table.owing == (seat,) or (table.owing == () and runs)


MAY_END: Mapping[type[Move], Callable[[Table, State, Seat], bool]] = {
    Resign: _may_resign,
    Leave: _may_leave,
    Flag: _may_flag,
}


def _show_faults(transcript: Transcript, after_deals: Mapping[int, State]) -> Iterator[str]:
    """Check that each deal led to its stated scores, and that every counted hand is listed."""
    for deal in transcript.deals:
        state = after_deals.get(deal.number)
        if deal.hands is None or state is None:
            continue
        if state.scores != deal.hands.scores:
            one, other = state.scores
            yield f"Deal {deal.number}: by the line the scores after it are {one} and {other}."
        counted = len(state.show.counts) if state.show and state.show.deal == deal.number else 0
        if counted != len(deal.hands.counts):
            yield f"Deal {deal.number}: by the line the number of hands counted is {counted}."
