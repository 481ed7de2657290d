"""Views and events as JSON for pages, programs and engines (docs/reference/protocol.md)."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, cast

import msgspec
from msgspec import UNSET

from common.formats.json import encode
from game.engine import events as happened
from game.engine.cards import TEXTS, Card, texts
from game.engine.events import Event
from game.engine.scoring import Part, Score, describe_parts
from game.engine.state import Count, Hands, Laid, Show, State
from game.engine.view import PrivateView, View
from game.wire import events, positions
from game.wire.events import TableEvent

# A field that is left out here, because its bytes are appended later.
LATER = cast(Any, UNSET)


def view_json(view: View) -> positions.View:
    """Return a view as JSON."""
    return positions.View(
        **_public_fields(view),
        show=_last_show(view),
        hand=texts(view.hand),
        throw=texts(view.throw),
        playable=texts(view.playable),
        must_go=view.must_go,
    )


def shared_json(view: View, with_show: bool) -> positions.View:
    """Return the part of a view that all watchers share, with or without the last show."""
    return positions.View(
        **_public_fields(view),
        show=_last_show(view) if with_show else UNSET,
        hand=LATER,
        throw=LATER,
        playable=LATER,
        must_go=LATER,
    )


def own_json(own: PrivateView) -> positions.OwnCards:
    return positions.OwnCards(texts(own.hand), texts(own.throw), texts(own.playable), own.must_go)


def public_json(view: View) -> positions.PublicView:
    """Return the public part of a view, without the last show."""
    return positions.PublicView(**_public_fields(view))


def open_state_json(view: View, state: State) -> positions.OpenState:
    """Return the public part of a view, and all cards."""
    return positions.OpenState(
        **_public_fields(view),
        dealt=_both(state.dealt),
        hands=_both(state.hands),
        throws=_both(state.throws),
    )


def _public_fields(view: View) -> dict[str, Any]:
    return {
        "target": view.rules.target,
        "counting": view.rules.counting.value,
        **view.rules.named_start,
        "phase": view.phase.value,
        "deal": view.deal,
        "dealer": view.dealer,
        "scores": view.scores,
        "cut": tuple([texts(pair) for pair in view.cut]),
        "held": view.held,
        "thrown": view.thrown,
        "starter": None if view.starter is None else TEXTS[view.starter],
        "pile": texts(view.pile),
        "count": view.count,
        "played": tuple([(seat, TEXTS[card]) for seat, card in view.played]),
        "turn": view.turn,
        "laid": None if view.laid is None else laid_json(view.laid),
        "open": None if view.open is None else open_json(view.open),
        "winner": view.winner,
        "value": view.value,
        "ended": None if view.ended is None else view.ended.value,
    }


def _last_show(view: View) -> positions.Show | None:
    return None if view.show is None else cast(positions.Show, show_json(view.show))


@lru_cache(maxsize=64)
def show_json(show: Show) -> msgspec.Raw:
    """Return a show, encoded. A few are cached for crowds that load the same table, and for replays."""
    counts = tuple([_count_json(count) for count in show.counts])
    return msgspec.Raw(encode(positions.Show(show.deal, show.dealer, TEXTS[show.starter], counts)))


def laid_json(laid: Laid) -> positions.Laid:
    """Return the cards that are being counted by hand, without their score."""
    return positions.Laid(laid.seat, laid.what, texts(laid.cards), TEXTS[laid.starter], laid.claimed)


def open_json(cards: tuple[Hands, Hands]) -> positions.OpenCards:
    """Return all cards of a deal."""
    dealt, throws = cards
    return positions.OpenCards(_both(dealt), _both(throws))


def events_json(story: Iterable[Event]) -> list[TableEvent]:
    """Return events as JSON, in order."""
    return [_EVENTS[type(event)](event) for event in story]


def _count_json(count: Count) -> positions.Count:
    score = score_json(count.score)
    return positions.Count(
        count.seat, count.what, score.cards, score.starter, score.points, score.says, score.parts
    )


def _counted(event: happened.Counted) -> events.Counted:
    score = score_json(event.score)
    return events.Counted(
        event.seat, event.what, score.cards, score.starter, score.points, score.says, score.parts
    )


@lru_cache(maxsize=256)
def score_json(score: Score) -> positions.HandScore:
    """Return a count with its parts. It is sent when it happens, and again in every view of the show."""
    *hand, starter = score.cards
    parts = score.parts
    return positions.HandScore(
        texts(hand), TEXTS[starter], score.total, describe_parts(parts), _parts_json(parts)
    )


def _parts_json(parts: Iterable[Part]) -> tuple[events.Part, ...]:
    return tuple([events.Part(part.kind, texts(part.cards), part.points, part.says) for part in parts])


def _both(hands: tuple[Iterable[Card], Iterable[Card]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return texts(hands[0]), texts(hands[1])


def _pair(cards: tuple[Card, Card]) -> tuple[str, str]:
    return TEXTS[cards[0]], TEXTS[cards[1]]


_EVENTS: dict[type[Event], Callable[[Any], TableEvent]] = {
    happened.CutForDeal: lambda e: events.CutForDeal(_pair(e.cards), e.dealer),
    happened.Dealt: lambda e: events.Dealt(e.number, e.dealer),
    happened.Thrown: lambda e: events.Thrown(e.seat),
    happened.StarterTurned: lambda e: events.StarterTurned(TEXTS[e.card]),
    happened.Played: lambda e: events.CardPlayed(e.seat, TEXTS[e.card], e.count),
    happened.SaidGo: lambda e: events.SaidGo(e.seat),
    happened.Pegged: lambda e: events.Pegged(e.seat, e.points, e.score, e.kind, e.says, _parts_json(e.parts)),
    happened.NewCount: lambda e: events.NewCount(e.seat),
    happened.LaidOpen: lambda e: events.LaidOpen(e.seat, e.what, texts(e.cards), TEXTS[e.starter]),
    happened.Claimed: lambda e: events.Claimed(e.seat, e.what, e.points),
    happened.Called: lambda e: events.Called(e.seat, e.points),
    happened.Counted: _counted,
    happened.GameOver: lambda e: events.GameEnded(e.winner, e.value, e.how.value),
}
