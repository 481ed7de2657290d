"""Replays the line of a transcript by the rules: every move allowed, every score as it is said."""

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
    """What decides who may end a game: its clock, where bots sit, and who has not shown a secret."""

    clock: str
    bots: Sequence[int]
    owing: Sequence[int] | None = ()  # None as long as a commitment is missing


def line_faults(transcript: Transcript) -> Iterator[str]:
    """Every score that does not follow from the moves; asked where all else holds."""
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
    """The state after a move; None where it is not allowed. Without a table, anybody may end a game."""
    try:
        seat, move = parse_move(state.dealt, word, decks.__getitem__)
        after, _ = act(state, seat, move)
    except (IllegalMove, ValueError, KeyError):
        return None
    may_end = MAY_END.get(type(move))
    return after if table is None or seat is None or may_end is None or may_end(table, state, seat) else None


def stops_within_deal(state: State) -> bool:
    """Whether a deal is under way, which nobody is shown before it is counted."""
    return state.phase not in (Phase.CUT, Phase.DEAL, Phase.OVER)


def _table_of(transcript: Transcript) -> Table:
    fair = transcript.fair
    bots = [seat for seat, player in enumerate(transcript.players) if player.bot]
    owing = [seat for seat, secret in enumerate(fair.secrets) if secret is None]
    return Table(transcript.clock, bots, tuple(owing) if all(fair.commitments) else None)


def _may_resign(table: Table, state: State, seat: Seat) -> bool:
    return table.owing == () and seat not in table.bots


def _may_leave(table: Table, state: State, seat: Seat) -> bool:
    """A player who is banned leaves out of turn too; before the cards, one who alone owes a secret."""
    return table.owing in ((), (seat,)) and seat not in table.bots


def _may_flag(table: Table, state: State, seat: Seat) -> bool:
    """A flag falls on who alone owes a secret, or by a clock on who is to move; before a throw it voids."""
    runs = table.clock != "none" and has_begun(state) and seat in seats_to_move(state)
    return table.owing == (seat,) or (table.owing == () and runs)


MAY_END: Mapping[type[Move], Callable[[Table, State, Seat], bool]] = {
    Resign: _may_resign,
    Leave: _may_leave,
    Flag: _may_flag,
}


def _show_faults(transcript: Transcript, after_deals: Mapping[int, State]) -> Iterator[str]:
    """Whether each deal came to the scores that follow, and every hand counted in it is there."""
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
