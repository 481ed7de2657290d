"""Views and events as JSON for pages, programs and engines (docs/reference/protocol.md)."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import msgspec

from common.formats.json import Json, encode
from game.engine import events as happened
from game.engine.cards import TEXTS, Card, texts
from game.engine.events import Event
from game.engine.scoring import Part, Score, describe_parts
from game.engine.state import Count, Hands, Laid, Show
from game.engine.view import PrivateView, View


def view_json(view: View) -> Json:
    """Return a view as JSON."""
    return {**public_json(view), **last_show_json(view), **own_json(view)}


def last_show_json(view: View) -> Json:
    return {"show": None if view.show is None else show_json(view.show)}


def own_json(own: PrivateView | View) -> Json:
    return {
        "hand": texts(own.hand),
        "throw": texts(own.throw),
        "playable": texts(own.playable),
        "must_go": own.must_go,
    }


def public_json(view: View) -> Json:
    """Return the public part of a view, without the last show."""
    return {
        "target": view.rules.target,
        "counting": view.rules.counting.value,
        **view.rules.named_start,
        "phase": view.phase.value,
        "deal": view.deal,
        "dealer": view.dealer,
        "scores": view.scores,
        "cut": [texts(pair) for pair in view.cut],
        "held": view.held,
        "thrown": view.thrown,
        "starter": _card_text(view.starter),
        "pile": texts(view.pile),
        "count": view.count,
        "played": [(seat, TEXTS[card]) for seat, card in view.played],
        "turn": view.turn,
        "laid": None if view.laid is None else laid_json(view.laid),
        "open": None if view.open is None else open_json(view.open),
        "winner": view.winner,
        "value": view.value,
        "ended": None if view.ended is None else view.ended.value,
    }


@lru_cache(maxsize=1024)
def show_json(show: Show) -> msgspec.Raw:
    """Return a show, encoded and cached: it stays in every view until the next one."""
    counts = [_count_json(count) for count in show.counts]
    starter = TEXTS[show.starter]
    fields = {"deal": show.deal, "dealer": show.dealer, "starter": starter, "counts": counts}
    return msgspec.Raw(encode(fields))


def laid_json(laid: Laid) -> Json:
    """Return the cards that are being counted by hand, without their score."""
    return {**_laid_open_json(laid), "claimed": laid.claimed}


def open_json(cards: tuple[Hands, Hands]) -> Json:
    """Return all cards of a deal."""
    dealt, throws = cards
    return {"dealt": [texts(six) for six in dealt], "throws": [texts(two) for two in throws]}


def events_json(events: Iterable[Event]) -> list[Json]:
    """Return events as JSON, in order."""
    return [_EVENTS[type(event)](event) for event in events]


def _count_json(count: Count | happened.Counted) -> Json:
    return {"seat": count.seat, "what": count.what, **score_json(count.score)}


def _laid_open_json(laid: Laid | happened.LaidOpen) -> Json:
    return {
        "seat": laid.seat,
        "what": laid.what,
        "cards": texts(laid.cards),
        "starter": TEXTS[laid.starter],
    }


@lru_cache(maxsize=1024)
def score_json(score: Score) -> Json:
    """Return a count with its parts. It is sent when it happens, and again in every view of the show."""
    *hand, starter = score.cards
    parts = score.parts
    return {
        "cards": texts(hand),
        "starter": TEXTS[starter],
        "points": score.total,
        "says": describe_parts(parts),
        "parts": _parts_json(parts),
    }


def _parts_json(parts: Iterable[Part]) -> list[Json]:
    return [
        {"kind": part.kind, "cards": texts(part.cards), "points": part.points, "says": part.says}
        for part in parts
    ]


def _card_text(card: Card | None) -> str | None:
    return None if card is None else TEXTS[card]


_EVENTS: dict[type[Event], Callable[[Any], Json]] = {
    happened.CutForDeal: lambda e: {"e": "cut_for_deal", "cards": texts(e.cards), "dealer": e.dealer},
    happened.Dealt: lambda e: {"e": "dealt", "number": e.number, "dealer": e.dealer},
    happened.Thrown: lambda e: {"e": "thrown", "seat": e.seat},
    happened.StarterTurned: lambda e: {"e": "starter", "card": TEXTS[e.card]},
    happened.Played: lambda e: {"e": "played", "seat": e.seat, "card": TEXTS[e.card], "count": e.count},
    happened.SaidGo: lambda e: {"e": "go", "seat": e.seat},
    happened.Pegged: lambda e: {
        "e": "pegged",
        "seat": e.seat,
        "points": e.points,
        "score": e.score,
        "kind": e.kind,
        "says": e.says,
        "parts": _parts_json(e.parts),
    },
    happened.NewCount: lambda e: {"e": "new_count", "seat": e.seat},
    happened.LaidOpen: lambda e: {"e": "laid_open", **_laid_open_json(e)},
    happened.Claimed: lambda e: {"e": "claimed", "seat": e.seat, "what": e.what, "points": e.points},
    happened.Called: lambda e: {"e": "called", "seat": e.seat, "points": e.points},
    happened.Counted: lambda e: {"e": "counted", **_count_json(e)},
    happened.GameOver: lambda e: {"e": "over", "winner": e.winner, "value": e.value, "how": e.how.value},
}
