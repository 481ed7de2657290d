"""Work out the examples: every combination of a hand, and every card of a pegging sequence."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.engine.cards import PIPS, Card, text
from game.engine.events import Event, NewCount, Pegged, Played, SaidGo
from game.engine.moves import Deal, Go, Move, Play, Throw
from game.engine.play import act, legal, start
from game.engine.scoring import Part, score_hand
from game.engine.state import Phase, Rules, Seat, State
from game.table.engine_texts import card_name
from study.rules.examples import HandExample, PlayExample

SUIT_SIGNS = dict(zip("CDHS", "♣♦♥♠", strict=True))
PAIRS = {2: _("a pair"), 3: _("a pair royal"), 4: _("a double pair royal")}
RUNS = {3: _("a run of three"), 4: _("a run of four"), 5: _("a run of five")}
FLUSHES = {4: _("a flush of four"), 5: _("a flush of five")}
PEGGED_IN_PLAY = {"play", "go", "last"}
CALLS = {"go": _("one for the go"), "last": _("one for last")}


class DrawnCard(NamedTuple):
    """A card: its code for the drawing, its accessible name, and its sign for browsers without scripts."""

    code: str
    name: str
    sign: str

    @property
    def suit(self) -> str:
        return self.code[1]


class CountedPart(NamedTuple):
    """One combination of a hand."""

    name: str | Promise
    cards: list[DrawnCard]
    points: int
    total: int  # including those before it


class PlayedCard(NamedTuple):
    """A player's turn in pegging: a card with the resulting count, or a go without a card."""

    is_pone: bool
    card: DrawnCard | None
    makes: int  # the resulting count
    points: int
    why: str
    begins: bool = False  # the first card of a count

    @property
    def cards(self) -> list[DrawnCard]:
        return [self.card] if self.card else []


def draw_card(card: Card) -> DrawnCard:
    """Return a card for the page."""
    code = text(card)
    return DrawnCard(code, card_name(card), code[0].replace("T", "10") + SUIT_SIGNS[code[1]])


def draw_cards(cards: Sequence[Card]) -> list[DrawnCard]:
    """Return cards for the page."""
    return [draw_card(card) for card in cards]


def count_hand(example: HandExample) -> Iterator[CountedPart]:
    """Yield every combination of a hand, in the order in which a player counts."""
    total = 0
    for part in score_hand(example.hand, example.starter, example.is_crib).parts:
        total += part.points
        yield CountedPart(name_part(part), draw_cards(part.cards), part.points, total)


def name_part(part: Part) -> str | Promise:
    """Return the name of a combination, in pegging or in the show."""
    match part.kind:
        case "fifteen":
            return gettext("fifteen")
        case "count":
            return (
                gettext("fifteen") if sum(PIPS[card] for card in part.cards) == 15 else gettext("thirty-one")
            )
        case "nobs":
            return gettext("his nobs")
    return {"pair": PAIRS, "run": RUNS, "flush": FLUSHES}[part.kind][len(part.cards)]


def play_out(example: PlayExample) -> Iterator[PlayedCard]:
    """Yield every card and go of a pegging sequence, with the points from the engine."""
    state = _deal(example)
    to_play = iter(example.order)
    begins = True
    while state.phase is Phase.PLAY and state.turn is not None:
        if (goes := legal(state, state.turn)) == (Go(),):
            move: Move = goes[0]
        elif (card := next(to_play, None)) is not None:
            move = Play(card)
        else:
            return
        seat = state.turn
        state, events = act(state, seat, move)
        yield from _describe_move(seat, events, begins=begins)
        begins = any(isinstance(event, NewCount) for event in events)


def _deal(example: PlayExample) -> State:
    """Return the table after the discard, with the example's hands. Discards and starter do not matter."""
    named = {*example.pone, *example.dealer}
    others = [card for card in range(52) if card not in named]
    deck = [
        *chain.from_iterable(zip((*example.pone, *others[:2]), (*example.dealer, *others[2:4]), strict=True))
    ]
    state, _events = act(start(Rules(first_dealer=Seat.B)), None, Deal(1, (*deck, *others[4:])))
    for seat, two in ((Seat.A, others[:2]), (Seat.B, others[2:4])):
        state, _events = act(state, seat, Throw((two[0], two[1])))
    return state


def _describe_move(seat: Seat, events: Sequence[Event], *, begins: bool) -> Iterator[PlayedCard]:
    pegged = [event for event in events if isinstance(event, Pegged) and event.kind in PEGGED_IN_PLAY]
    mine = [event for event in pegged if event.seat is seat]
    for event in events:
        if isinstance(event, SaidGo):
            yield PlayedCard(seat is Seat.A, None, 0, 0, "")
        if isinstance(event, Played):
            points = sum(event.points for event in mine)
            why = ", ".join([call for event in mine for call in _calls(event)])
            yield PlayedCard(seat is Seat.A, draw_card(event.card), event.count, points, why, begins)
    for event in pegged:
        if event.seat is not seat:  # neither player can go on, so the point is theirs
            yield PlayedCard(event.seat is Seat.A, None, 0, event.points, ", ".join(_calls(event)))


def _calls(pegged: Pegged) -> list[str]:
    return [str(name_part(part)) for part in pegged.parts] or [str(CALLS[pegged.kind])]
