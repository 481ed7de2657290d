"""What a table puts on the wire, as docs/protocol.md has it: views, events and the frames they go in."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import msgspec

from game.engine import events as happened
from game.engine.cards import TEXTS, Card, texts
from game.engine.events import Event
from game.engine.scoring import Part, Score, describe_parts
from game.engine.state import Count, Hands, Laid, Phase, Seat, Show, State
from game.engine.view import PrivateView, View, private_view, seats_to_move, view
from game.table.ledger import SeatedPlayer
from game.table.time_control import CALL_TIME, GRACE, Banks

Json = dict[str, Any]

encode = msgspec.json.Encoder().encode


class EncodedViews:
    """Encodes a state as each seat sees it; what a watcher sees, all see, and it is encoded once.

    The last show stays the same for a whole deal, and is most of a view: it is left out once it was sent.
    An open board, whose cards are still played at other tables, lays nothing open when its game is over.
    """

    def __init__(self, state: State, with_show: bool = True, *, is_open_board: bool = False) -> None:
        self._state = state
        public_view = view(state, None)
        if is_open_board:
            public_view = public_view._replace(open=None)
        public = public_json(public_view)
        if with_show:
            public |= _show_json(public_view)
        self._for_all = encode(public)[:-1] + b","

    def for_seat(self, seat: Seat | None) -> bytes:
        """The view of a seat, or of a watcher."""
        return self._for_all + encode(_own_json(private_view(self._state, seat)))[1:]


def view_json(view: View) -> Json:
    """A view as JSON."""
    return {**public_json(view), **_show_json(view), **_own_json(view)}


def _show_json(view: View) -> Json:
    return {"show": None if view.show is None else show_json(view.show)}


def _own_json(own: PrivateView | View) -> Json:
    return {
        "hand": texts(own.hand),
        "throw": texts(own.throw),
        "playable": texts(own.playable),
        "must_go": own.must_go,
    }


def public_json(view: View) -> Json:
    """What everybody may see, but for the last show."""
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
    """A show, encoded: it stays in every view until the next, so it is cached."""
    counts = [_count_json(count) for count in show.counts]
    starter = TEXTS[show.starter]
    fields = {"deal": show.deal, "dealer": show.dealer, "starter": starter, "counts": counts}
    return msgspec.Raw(encode(fields))


def laid_json(laid: Laid) -> Json:
    """What is being counted by hand, and nothing of what it is worth."""
    return {**_laid_open_json(laid), "claimed": laid.claimed}


def open_json(cards: tuple[Hands, Hands]) -> Json:
    """All cards of a deal."""
    dealt, throws = cards
    return {"dealt": [texts(six) for six in dealt], "throws": [texts(two) for two in throws]}


def events_json(events: Iterable[Event]) -> list[Json]:
    """Events as JSON, in their order."""
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
    """A count with its parts; it is sent as it happens and again in every view of the show."""
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


def players_json(players: Iterable[SeatedPlayer]) -> list[Json]:
    return [
        {"name": one.name, "bot": bool(one.brain), "guest": one.is_guest, "nickname": one.nickname}
        | ({"program": True} if one.is_api_bot else {})
        for one in players
    ]


class EventFrames:
    """The frames of what a move led to, for each seat its own: all but a seat's cards is encoded once."""

    def __init__(
        self,
        state: State,
        since: int,
        events: Iterable[Event],
        clocks: Json | None,
        with_show: bool,
        *,
        is_open_board: bool = False,
    ) -> None:
        for_all = {
            "t": "event",
            "since": since,
            "ply": len(state.record),
            "events": events_json(events),
            "turn": seats_to_move(state),
            "clocks": clocks,
        }
        self._views = EncodedViews(state, with_show, is_open_board=is_open_board)
        self._for_all = encode(for_all)[:-1] + b',"view":'

    def for_seat(self, seat: Seat | None) -> bytes:
        return b"%b%b}" % (self._for_all, self._views.for_seat(seat))


def table_frame(seat: Seat | None, state: State, *, is_open_board: bool = False, **more: Any) -> bytes:
    """All that one needs to draw the table.

    Of a game that is over and whose cards are still played at other tables that is its result alone.
    """
    if is_open_board and state.is_over:
        shown = encode(view_json(without_cards(view(state, None))))
    else:
        shown = EncodedViews(state).for_seat(seat)
    own = {"ply": len(state.record), "you": seat, "view": msgspec.Raw(shown)}
    return encode({"t": "table", **own, **more})


def without_cards(shown: View) -> View:
    """What is left of a view where no card may be shown."""
    return shown._replace(
        cut=(), hand=(), throw=(), starter=None, pile=(), count=0, played=(), show=None, laid=None, open=None
    )


def clocks_json(
    kind: str, banks: Banks, state: State, now: int, vacations: tuple[int | None, int | None] = (None, None)
) -> Json | None:
    """Both banks as they are now, and whose clock runs; a clock rests until its player's vacation ends."""
    # A call has a time of its own: both banks rest.
    call = banks.since + CALL_TIME - now if state.phase is Phase.CALL else None
    running = seats_to_move(state) if call is None else ()
    away_until = [until if until is not None and until > now else None for until in vacations]
    goes_on_at = max(now, *(away_until[seat] or 0 for seat in running), 0)
    charged_from = banks.since + GRACE
    spent = max(0, goes_on_at - charged_from)
    left = [max(0, banks.left[seat] - spent * (seat in running)) for seat in Seat]
    return {
        "kind": kind,
        "left": None if banks.clock is None else left,
        "running": running,
        "starts_in_ms": max(charged_from, goes_on_at) - now if running else max(0, charged_from - now),
        "call_ms": None if call is None else max(0, call),
        "away_until": away_until,
    }
