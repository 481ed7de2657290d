"""The course of a game: `act` takes a state and a move, and returns the next state and the events."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

from game.engine.board import advance, finish
from game.engine.cards import JACK, PIPS, Card
from game.engine.events import (
    CutForDeal,
    Dealt,
    Event,
    Events,
    NewCount,
    Played,
    SaidGo,
    StarterTurned,
    Thrown,
)
from game.engine.i18n import gettext_noop
from game.engine.moves import (
    Call,
    Claim,
    Deal,
    Flag,
    Go,
    IllegalMove,
    Leave,
    Move,
    Pass,
    Play,
    Resign,
    Throw,
    Unrevealable,
    Void,
)
from game.engine.notation import move_as_text
from game.engine.pegging import peg_parts
from game.engine.show import CALLS, CLAIMS, begin_show, call, claim
from game.engine.state import NO_CARDS, Ended, Phase, Rules, Seat, State, with_seat

FULL_DECK = frozenset(range(52))
TABLE_MOVES = (Deal, Void, Unrevealable)


def start(rules: Rules | None = None) -> State:
    """A game before its first card: the cut for deal, or the deal where the rules name the first dealer."""
    rules = rules or Rules()
    phase = Phase.CUT if rules.first_dealer is None else Phase.DEAL
    return State(rules, phase, dealer=rules.first_dealer, scores=rules.start)


def legal(state: State, seat: Seat) -> tuple[Move, ...]:
    """The moves awaited from a seat; it may also resign as long as the game lasts."""
    if state.phase is Phase.THROW and not state.throws[seat]:
        return tuple(Throw(two) for two in combinations(state.dealt[seat], 2))
    if state.phase is Phase.PLAY and state.turn is seat:
        return tuple(Play(one) for one in playable(state.hands[seat], state.count)) or (Go(),)
    if state.phase is Phase.COUNT and state.turn is seat:
        return CLAIMS
    if state.phase is Phase.CALL and state.turn is seat:
        return CALLS
    return ()


def playable(hand: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    """The cards of a hand that keep the count within thirty-one."""
    return tuple([card for card in hand if count + PIPS[card] <= 31])


def act(state: State, seat: Seat | None, move: Move) -> tuple[State, tuple[Event, ...]]:
    """Apply a move of a seat, or of the table (None), and return the new state and its events."""
    if state.phase is Phase.OVER:
        raise IllegalMove(gettext_noop("The game is over."))
    if (seat is None) != (type(move) in TABLE_MOVES):
        raise IllegalMove("The cards are dealt by the table, and the table alone can void a game.")
    events: Events = []
    after = _STEPS[type(move)](state, seat, move, events)
    word = move_as_text(after.dealt, seat, move)
    return after.replace(record=(*state.record, word)), tuple(events)


def _deal(state: State, seat: None, move: Deal, events: Events) -> State:
    if state.phase not in (Phase.CUT, Phase.DEAL):
        raise IllegalMove("The cards of this deal are still in play.")
    awaited = 0 if state.phase is Phase.CUT else state.deal + 1
    if move.number != awaited:
        raise IllegalMove(f"Deal {awaited} is next, not deal {move.number}.")
    if len(move.deck) != 52 or set(move.deck) != FULL_DECK:
        raise IllegalMove("A deck is fifty-two different cards.")
    return _cut(state, move.deck, events) if move.number == 0 else _hands(state, move, events)


def _cut(state: State, deck: tuple[Card, ...], events: Events) -> State:
    turned = []
    # Twenty-six ties in a row leave no card to cut; then the first seat deals.
    dealer = Seat.A
    for a, b in zip(deck[::2], deck[1::2], strict=True):
        turned.append((a, b))
        if a >> 2 != b >> 2:
            dealer = Seat.A if a >> 2 < b >> 2 else Seat.B
            break
        events.append(CutForDeal((a, b), None))
    events.append(CutForDeal(turned[-1], dealer))
    return state.replace(phase=Phase.DEAL, dealer=dealer, cut=tuple(turned))


def _hands(state: State, move: Deal, events: Events) -> State:
    assert state.dealer is not None
    dealer = state.dealer if move.number == 1 else state.dealer.other
    to_pone, to_dealer = move.deck[0:12:2], move.deck[1:12:2]
    dealt = (to_dealer, to_pone) if dealer is Seat.A else (to_pone, to_dealer)
    events.append(Dealt(move.number, dealer))
    return state.replace(
        phase=Phase.THROW,
        deal=move.number,
        dealer=dealer,
        dealt=dealt,
        hands=dealt,
        throws=NO_CARDS,
        upcard=move.deck[12],
        pile=(),
        count=0,
        played=(),
        turn=None,
        said_go=None,
    )


def _throw(state: State, seat: Seat, move: Throw, events: Events) -> State:
    if state.phase is not Phase.THROW:
        raise IllegalMove(gettext_noop("You can’t throw to the crib now."))
    if state.throws[seat]:
        raise IllegalMove(gettext_noop("You’ve already thrown to the crib."))
    if len(move.cards) != 2 or move.cards[0] == move.cards[1]:
        raise IllegalMove(gettext_noop("Throw two different cards to the crib."))
    for card in move.cards:
        _check_holds(state, seat, card)
    thrown = tuple([card for card in state.dealt[seat] if card in move.cards])
    events.append(Thrown(seat))
    state = state.replace(throws=with_seat(state.throws, seat, thrown))
    state = state.replace(hands=with_seat(state.hands, seat, state.kept(seat)))
    return _turn_starter(state, events) if all(state.throws) else state


def _turn_starter(state: State, events: Events) -> State:
    assert state.dealer is not None
    assert state.upcard is not None
    dealer, starter = state.dealer, state.upcard
    events.append(StarterTurned(starter))
    state = state.replace(phase=Phase.PLAY, turn=dealer.other)
    if starter >> 2 == JACK:
        state = advance(state, dealer, 2, "nibs", "two for his nibs", events)
    return state


def _play(state: State, seat: Seat, move: Play, events: Events) -> State:
    _check_turn(state, seat)
    card = move.card
    _check_holds(state, seat, card)
    count = state.count + PIPS[card]
    if count > 31:
        raise IllegalMove(gettext_noop("The %(card)s would take the count past thirty-one."), card)
    events.append(Played(seat, card, count))
    parts = peg_parts(state.pile, card)
    state = state.replace(
        hands=with_seat(state.hands, seat, tuple([other for other in state.hands[seat] if other != card])),
        pile=(*state.pile, card),
        count=count,
        played=(*state.played, (seat, card)),
    )
    if parts:
        sentence = " and ".join([part.says for part in parts])
        state = advance(state, seat, sum([part.points for part in parts]), "play", sentence, events, parts)
    return state if state.phase is Phase.OVER else _next_turn(state, seat, events)


def _next_turn(state: State, last: Seat, events: Events) -> State:
    """The turn after a card: the other seat's, unless they cannot go on; then the count may be over."""
    other = last.other
    if not state.hands[0] and not state.hands[1]:
        if state.count != 31:
            state = advance(state, last, 1, "last", "one for last", events)
        return state if state.phase is Phase.OVER else begin_show(state, events)
    if state.count == 31:
        return _new_count(state, other, events)
    if state.hands[other] and state.said_go is not other:
        return state.replace(turn=other)
    if playable(state.hands[last], state.count):
        return state.replace(turn=last)
    return _score_go(state, last, events)


def _go(state: State, seat: Seat, move: Go, events: Events) -> State:
    _check_turn(state, seat)
    if playable(state.hands[seat], state.count):
        raise IllegalMove(gettext_noop("You have a card you can play."))
    events.append(SaidGo(seat))
    state = state.replace(said_go=seat)
    if playable(state.hands[seat.other], state.count):
        return state.replace(turn=seat.other)
    return _score_go(state, seat.other, events)


def _score_go(state: State, last: Seat, events: Events) -> State:
    """Neither can play: the seat that played last gets a point, and the other leads a new count."""
    state = advance(state, last, 1, "go", "one for the go", events)
    return state if state.phase is Phase.OVER else _new_count(state, last.other, events)


def _new_count(state: State, leads: Seat, events: Events) -> State:
    leader = leads if state.hands[leads] else leads.other
    events.append(NewCount(leader))
    return state.replace(pile=(), count=0, said_go=None, turn=leader)


def _forfeit(state: State, seat: Seat, move: Resign | Flag | Leave, events: Events) -> State:
    return finish(state, seat.other, 1, _LOST[type(move)], events)


def _void(state: State, seat: None, move: Void, events: Events) -> State:
    if state.deal > 1 or any(state.throws):
        raise IllegalMove("A game is void only before its first throw.")
    return finish(state, None, 0, Ended.VOID, events)


def _void_unrevealable(state: State, seat: None, move: Unrevealable, events: Events) -> State:
    return finish(state, None, 0, Ended.VOID, events)


def _check_holds(state: State, seat: Seat, card: Card) -> None:
    if card not in FULL_DECK:
        raise IllegalMove("That is no card.")
    if card not in state.hands[seat]:
        raise IllegalMove(gettext_noop("You don’t have the %(card)s."), card)


def _check_turn(state: State, seat: Seat) -> None:
    if state.phase is not Phase.PLAY:
        raise IllegalMove(gettext_noop("You can’t play a card now."))
    if state.turn is not seat:
        raise IllegalMove(gettext_noop("It’s not your turn."))


_LOST = {Resign: Ended.RESIGNED, Flag: Ended.FLAG, Leave: Ended.LEFT}
_STEPS: dict[type[Move], Callable[[State, Any, Any, Events], State]] = {
    Deal: _deal,
    Throw: _throw,
    Play: _play,
    Go: _go,
    Claim: claim,
    Call: call,
    Pass: call,
    Resign: _forfeit,
    Flag: _forfeit,
    Leave: _forfeit,
    Void: _void,
    Unrevealable: _void_unrevealable,
}
