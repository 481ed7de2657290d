"""The picture of a link to one move of a finished game: its cards, and the pegs after it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from game.engine.cards import Card, texts
from game.engine.events import (
    Called,
    Claimed,
    Counted,
    CutForDeal,
    Dealt,
    Event,
    GameOver,
    LaidOpen,
    Pegged,
    Played,
    SaidGo,
    Thrown,
)
from game.engine.moves import Throw
from game.engine.state import Laid, State
from game.models import Game
from game.sharing.picture import Picture
from game.table.record.steps import Step


@dataclass(frozen=True, slots=True)
class Moment:
    """A part of a move: the table before the move, the event that began the part, and the scores after it."""

    before: State
    step: Step
    first: Event
    scores: tuple[int, int]


def find_moment(steps: Sequence[Step], place: str) -> Moment:
    """Return the part of a move at a place of the replay: "57", or "57.1" for its first hand."""
    ply, _, nth = place.partition(".")
    at = min(max(int(ply), 1), len(steps)) - 1
    step, before = steps[at], steps[max(at - 1, 0)].state
    parts = split_at_stops(step.events)
    shown = len(parts) - 1 if int(ply) > len(steps) else min(int(nth or 0), len(parts) - 1)
    scores = list(before.scores if at else step.state.scores)
    for event in (event for part in parts[: shown + 1] for event in part):
        if isinstance(event, Pegged):
            scores[event.seat] = event.score
    return Moment(before, step, parts[shown][0], (scores[0], scores[1]))


def split_at_stops(events: Sequence[Event]) -> list[list[Event]]:
    """Split the events of one move where the replay stops (static/js/game/scene/stops.js)."""
    parts: list[list[Event]] = []
    for n, event in enumerate(events):
        is_counted = isinstance(event, Counted) and not isinstance(events[n - 1], Claimed | Called)
        if n == 0 or is_counted or isinstance(event, LaidOpen | GameOver):
            parts.append([])
        parts[-1].append(event)
    return parts


Words = tuple[str, Sequence[Card]]


def _cut(event: CutForDeal, moment: Moment, names: Sequence[str]) -> Words:
    return gettext("Cutting for deal: the low card deals."), event.cards


def _deal(event: Dealt, moment: Moment, names: Sequence[str]) -> Words:
    pone = event.dealer.other
    return gettext("%(name)s holds these six cards.") % {"name": names[pone]}, moment.step.state.dealt[pone]


def _throw(event: Thrown, moment: Moment, names: Sequence[str]) -> Words:
    thrown = moment.step.move.cards if isinstance(moment.step.move, Throw) else ()
    return gettext("%(name)s discards these two to the crib.") % {"name": names[event.seat]}, thrown


def _play(event: Played, moment: Moment, names: Sequence[str]) -> Words:
    says = gettext("%(name)s plays: the count is %(count)s.")
    return says % {"name": names[event.seat], "count": event.count}, (*moment.before.pile, event.card)


def _go(event: SaidGo, moment: Moment, names: Sequence[str]) -> Words:
    return gettext("%(name)s says go.") % {"name": names[event.seat]}, moment.before.pile


def _lay_open(laid: LaidOpen | Laid, moment: Moment, names: Sequence[str]) -> Words:
    says = gettext("%(name)s counts the hand.")
    if laid.what == "crib":
        says = gettext("%(name)s counts the crib.")
    return says % {"name": names[laid.seat]}, (*laid.cards, laid.starter)


def _count_by_hand(event: Claimed | Called, moment: Moment, names: Sequence[str]) -> Words:
    laid = moment.before.laid
    assert laid is not None
    return _lay_open(laid, moment, names)


def _count(event: Counted, moment: Moment, names: Sequence[str]) -> Words:
    says = gettext("%(name)s’s hand counts %(points)s.")
    if event.what == "crib":
        says = gettext("%(name)s’s crib counts %(points)s.")
    return says % {"name": names[event.seat], "points": event.score.total}, event.score.cards


DESCRIBED: dict[type, Callable[[Any, Moment, Sequence[str]], Words]] = {
    CutForDeal: _cut,
    Dealt: _deal,
    Thrown: _throw,
    Played: _play,
    SaidGo: _go,
    LaidOpen: _lay_open,
    Claimed: _count_by_hand,
    Called: _count_by_hand,
    Counted: _count,
}


def picture_moment(game: Game, moment: Moment) -> Picture | None:
    """Return the picture of a part of a move; None if there is nothing to show but the result."""
    names = (game.seat_a.shown_name, game.seat_b.shown_name)
    describe = DESCRIBED.get(type(moment.first))
    if describe is None:
        return None
    says, cards = describe(moment.first, moment, names)
    state = moment.step.state
    lines: tuple[str, ...] = (says,)
    if state.deal and state.dealer is not None:
        deal = gettext("Deal %(n)s · %(name)s deals") % {"n": state.deal, "name": names[state.dealer]}
        lines = (deal, says)
    heading = gettext("%(a)s %(a_points)s – %(b_points)s %(b)s") % {
        "a": names[0],
        "a_points": moment.scores[0],
        "b_points": moment.scores[1],
        "b": names[1],
    }
    return Picture(heading, lines, texts(cards), moment.scores, state.rules.target)
