"""The show: pone's hand, the dealer's, the crib; each laid open, counted, and pegged.

In a game counted by hand the counter claims points, and what they claim beyond the score goes to the
opponent; with muggins the opponent may call what was overlooked. Counted automatically, every claim is true.
"""

from game.engine.board import advance
from game.engine.events import Called, Claimed, Counted, Events, LaidOpen
from game.engine.i18n import gettext_noop
from game.engine.moves import Call, Claim, IllegalMove, Move, Pass
from game.engine.scoring import MAX_HAND_POINTS, NUMBER_WORDS
from game.engine.state import Count, Counting, Laid, Phase, Seat, Show, State

CLAIMS: tuple[Move, ...] = tuple(Claim(points) for points in range(MAX_HAND_POINTS + 1))
CALLS: tuple[Move, ...] = (Pass(), *[Call(points) for points in range(1, MAX_HAND_POINTS + 1)])


def begin_show(state: State, events: Events) -> State:
    """Begin the show after the last card, with pone's hand."""
    assert state.dealer is not None
    assert state.upcard is not None
    show = Show(state.deal, state.dealer, state.upcard)
    return _open_next_hand(state.replace(turn=None, pile=(), count=0, said_go=None, show=show), events)


def claim(state: State, seat: Seat, move: Claim, events: Events) -> State:
    """Take the counter's claim of what the hand is worth."""
    _check_counted_by_hand(state)
    if state.phase is not Phase.COUNT:
        raise IllegalMove(gettext_noop("There’s no hand to count now."))
    if state.turn is not seat:
        raise IllegalMove(gettext_noop("It’s your opponent’s turn to count."))
    if move.points not in range(MAX_HAND_POINTS + 1):
        raise IllegalMove(gettext_noop("Count from 0 to 29."))
    assert state.laid is not None
    events.append(Claimed(seat, state.laid.what, move.points))
    laid = state.laid._replace(claimed=move.points)
    # The call is open even where nothing was overlooked, or its absence would reveal that.
    if state.rules.counting is Counting.MUGGINS and move.points <= laid.score.total:
        return state.replace(phase=Phase.CALL, turn=seat.other, laid=laid)
    return _settle_count(state, laid, 0, events)


def call(state: State, seat: Seat, move: Call | Pass, events: Events) -> State:
    """Take the opponent's call of what was overlooked, or their pass."""
    _check_counted_by_hand(state)
    if state.rules.counting is not Counting.MUGGINS:
        raise IllegalMove(gettext_noop("This game has no muggins: counts stand as claimed."))
    if state.phase is not Phase.CALL:
        raise IllegalMove(gettext_noop("There’s no count to call now."))
    if state.turn is not seat:
        raise IllegalMove(gettext_noop("Only your opponent can call points you missed."))
    points = move.points if isinstance(move, Call) else 0
    if isinstance(move, Call) and points not in range(1, MAX_HAND_POINTS + 1):
        raise IllegalMove(gettext_noop("Call one to twenty-nine points, or pass."))
    assert state.laid is not None
    events.append(Called(seat, points))
    return _settle_count(state, state.laid, points, events)


def _open_next_hand(state: State, events: Events) -> State:
    """Open the next hand to be counted; after the crib, await a new deal."""
    assert state.show is not None
    show, pone, dealer = state.show, state.show.dealer.other, state.show.dealer
    order = ((pone, "hand"), (dealer, "hand"), (dealer, "crib"))
    if len(show.counts) == len(order):
        return state.replace(phase=Phase.DEAL, turn=None)
    seat, what = order[len(show.counts)]
    hand = state.crib if what == "crib" else state.kept(seat)
    laid = Laid(seat, what, hand, show.starter)
    if state.rules.counting is Counting.AUTO:
        return _settle_count(state, laid, 0, events)
    events.append(LaidOpen(seat, what, hand, show.starter))
    return state.replace(phase=Phase.COUNT, turn=seat, laid=laid)


def _settle_count(state: State, laid: Laid, called: int, events: Events) -> State:
    """Peg what the hand was worth, up to a win, then open the next one."""
    assert state.show is not None
    score = laid.score
    events.append(Counted(laid.seat, laid.what, score))
    counts = (*state.show.counts, Count(laid.seat, laid.what, score))
    state = state.replace(laid=None, show=state.show._replace(counts=counts))
    claimed = score.total if laid.claimed is None else laid.claimed
    for seat, points, kind, what_for in _split_points(laid, score.total, claimed, called):
        if points:
            state = advance(state, seat, points, kind, f"{NUMBER_WORDS[points]} {what_for}", events)
            if state.is_over:
                return state
    return _open_next_hand(state, events)


def _split_points(
    laid: Laid, worth: int, claimed: int, called: int
) -> tuple[tuple[Seat, int, str, str], ...]:
    """The points of each seat, and for what: first all of the counter's, then the other's."""
    overlooked = max(worth - claimed, 0)
    counter, other = laid.seat, laid.seat.other
    return (
        (counter, min(claimed, worth), laid.what, f"for the {laid.what}"),
        (counter, max(called - overlooked, 0), "overcount", "for a call too high"),
        (other, max(claimed - worth, 0), "overcount", "for a count too high"),
        (other, min(called, overlooked), "muggins", "for muggins"),
    )


def _check_counted_by_hand(state: State) -> None:
    if state.rules.counting is Counting.AUTO:
        raise IllegalMove(gettext_noop("Hands are counted for you in this game."))
