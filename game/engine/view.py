"""What a seat may see, built up from public facts and its own: never cut down from the whole state."""

from typing import NamedTuple

from game.engine.cards import Card
from game.engine.play import playable
from game.engine.state import Ended, Hands, Laid, Phase, Rules, Seat, Show, State


class PrivateView(NamedTuple):
    """What a seat sees beside what everybody does: its cards, and which of them it may play."""

    hand: tuple[Card, ...] = ()
    throw: tuple[Card, ...] = ()
    playable: tuple[Card, ...] = ()
    must_go: bool = False


class View(NamedTuple):
    """A game as one seat sees it, or as anybody may where `seat` is None."""

    seat: Seat | None
    rules: Rules
    phase: Phase
    deal: int
    dealer: Seat | None
    scores: tuple[int, int]
    cut: tuple[tuple[Card, Card], ...]
    hand: tuple[Card, ...]
    held: tuple[int, int]
    thrown: tuple[bool, bool]
    throw: tuple[Card, ...]
    starter: Card | None
    pile: tuple[Card, ...]
    count: int  # type: ignore[assignment]  # the count at the table, not how often a tuple holds a thing
    played: tuple[tuple[Seat, Card], ...]
    turn: tuple[Seat, ...]
    playable: tuple[Card, ...]
    must_go: bool
    show: Show | None
    laid: Laid | None
    open: tuple[Hands, Hands] | None
    winner: Seat | None
    value: int | None
    ended: Ended | None


def seats_to_move(state: State) -> tuple[Seat, ...]:
    """The seats whose move the game waits for."""
    if state.phase is Phase.THROW:
        return tuple([seat for seat in Seat if not state.throws[seat]])
    return () if state.turn is None else (state.turn,)


def private_view(state: State, seat: Seat | None) -> PrivateView:
    """What a seat alone may see; empty for watchers."""
    if seat is None:
        return PrivateView()
    hand = state.hands[seat]
    if state.phase is not Phase.PLAY or state.turn is not seat:
        return PrivateView(hand, state.throws[seat])
    may_play = playable(hand, state.count)
    return PrivateView(hand, state.throws[seat], may_play, not may_play)


def view(state: State, seat: Seat | None) -> View:
    """All that a seat may see of a game, and nothing else."""
    hand, throw, may_play, must_go = private_view(state, seat)
    return View(
        seat=seat,
        rules=state.rules,
        phase=state.phase,
        deal=state.deal,
        dealer=state.dealer,
        scores=state.scores,
        cut=state.cut,
        hand=hand,
        held=(len(state.hands[0]), len(state.hands[1])),
        thrown=(bool(state.throws[0]), bool(state.throws[1])),
        throw=throw,
        starter=state.starter,
        pile=state.pile,
        count=state.count,
        played=state.played,
        turn=seats_to_move(state),
        playable=may_play,
        must_go=must_go,
        show=state.show,
        laid=state.laid,
        open=(state.dealt, state.throws) if state.is_over and state.deal else None,
        winner=state.winner,
        value=state.value,
        ended=state.ended,
    )
