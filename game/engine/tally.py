"""Tallies what a player's averages are made of from the events at the table. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import add
from typing import NamedTuple

from game.engine.events import Counted, Dealt, Event, LaidOpen, Pegged
from game.engine.state import Seat

# What is pegged in the play; nibs, muggins and overcounts count neither here nor for a hand or crib.
IN_PLAY = ("play", "go", "last")

SCORING_EVENTS = frozenset({Pegged, LaidOpen, Counted})


class Sheet(NamedTuple):
    """A seat's side of a game, in figures.

    dealt_first: the first deal was this seat's.
    deals_as_dealer, deals_as_pone: the deals that came to the show, where the first hand was laid open.
    pegged_as_dealer, pegged_as_pone: what this seat pegged in the play of those deals, goes and last cards
    too.
    pegged: everything it pegged in the play, in deals without a show too.
    hands: this seat's hands that were counted.
    hand_points: what it pegged for them: less than their worth where it overlooked some or needed no more.
    best_hand: what the best of them was worth, whatever was pegged for it.
    cribs: this seat's cribs that were counted.
    crib_points: what it pegged for them.
    """

    dealt_first: bool = False
    deals_as_dealer: int = 0
    deals_as_pone: int = 0
    pegged_as_dealer: int = 0
    pegged_as_pone: int = 0
    pegged: int = 0
    hands: int = 0
    hand_points: int = 0
    best_hand: int = 0
    cribs: int = 0
    crib_points: int = 0

    def with_deal(self, deal: "Sheet") -> "Sheet":
        """The sum of this sheet and a further deal's."""
        together = Sheet(*map(add, self, deal))
        best_hand = max(self.best_hand, deal.best_hand)
        return together._replace(dealt_first=self.dealt_first or deal.dealt_first, best_hand=best_hand)


class Tally(NamedTuple):
    """Both sheets before the present deal, and its events so far, which are added up when it is over."""

    before: tuple[Sheet, Sheet] = (Sheet(), Sheet())
    dealt: Dealt | None = None
    since: tuple[Event, ...] = ()

    def with_events(self, events: Iterable[Event]) -> "Tally":
        """The tally after these events."""
        before, dealt, since = self
        for event in events:
            if type(event) in SCORING_EVENTS:
                since += (event,)
            elif isinstance(event, Dealt):
                before, dealt, since = Tally(before, dealt, since).sheets, event, ()
        # Most moves score nothing, so the same tally serves on.
        return self if since is self.since and dealt is self.dealt else Tally(before, dealt, since)

    @property
    def sheets(self) -> tuple[Sheet, Sheet]:
        """Both sheets so far, the present deal included."""
        if self.dealt is None:
            return self.before
        a, b = self.before
        return (
            a.with_deal(_sheet(self.dealt, self.since, Seat.A)),
            b.with_deal(_sheet(self.dealt, self.since, Seat.B)),
        )


def _sheet(dealt: Dealt, since: Sequence[Event], seat: Seat) -> Sheet:
    """What one deal was for a seat."""
    pegged: dict[str, int] = defaultdict(int)
    worth: dict[str, list[int]] = {"hand": [], "crib": []}
    for event in since:
        if isinstance(event, Pegged) and event.seat is seat:
            pegged[event.kind] += event.points
        elif isinstance(event, Counted) and event.seat is seat:
            worth[event.what].append(event.score.total)
    had_show = any(type(event) is not Pegged for event in since)
    in_play = sum(pegged[kind] for kind in IN_PLAY)
    dealer = dealt.dealer is seat
    return Sheet(
        dealt_first=dealer and dealt.number == 1,
        deals_as_dealer=int(had_show and dealer),
        deals_as_pone=int(had_show and not dealer),
        pegged_as_dealer=in_play if had_show and dealer else 0,
        pegged_as_pone=in_play if had_show and not dealer else 0,
        pegged=in_play,
        hands=len(worth["hand"]),
        hand_points=pegged["hand"],
        best_hand=max(worth["hand"], default=0),
        cribs=len(worth["crib"]),
        crib_points=pegged["crib"],
    )
