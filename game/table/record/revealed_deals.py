"""Finds the deals that are revealed, and what goes on record of each when it is."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from game.engine.cards import Card
from game.engine.events import Counted, Dealt, Event
from game.engine.state import Phase, Seat, State
from game.engine.tally import Tally
from game.table.record.steps import DeckSource, Step
from rng.deal import beginning


class RevealedDeal(NamedTuple):
    """A deck whose link is shown, and what each hand was counted for; None where it was not counted."""

    number: int
    deck: tuple[Card, ...]
    pone_hand: int | None = None
    dealer_hand: int | None = None
    crib: int | None = None
    dealer: Seat | None = None  # of the cut for deal nobody is

    @property
    def columns(self) -> dict[str, Any]:
        """Its columns in the database."""
        dealer = None if self.dealer is None else int(self.dealer)
        return self._asdict() | {
            "deck": bytes(self.deck),
            "dealer": dealer,
            "beginning": beginning(self.deck),
        }


def revealed_numbers(state: State) -> range:
    """The deals whose links are shown: all that are counted, and the last one too once the game is over."""
    if state.phase is Phase.CUT:
        return range(0)
    return range(state.deal + 1 if state.phase in (Phase.OVER, Phase.DEAL) else state.deal)


def newly_revealed(
    state: State, tally: Tally, steps: Sequence[Step], deck: DeckSource
) -> tuple[RevealedDeal, ...]:
    """The deals that these steps reveal."""
    if not steps:
        return ()
    end = steps[-1].state
    numbers = [
        number for number in revealed_numbers(end)[len(revealed_numbers(state)) :] if _was_dealt(end, number)
    ]
    counted = _counts_by_deal(tally, [event for step in steps for event in step.events]) if numbers else {}
    return tuple(
        [
            RevealedDeal(number, deck(number), **counted.get(number, {}), dealer=_dealer(end, number))
            for number in numbers
        ]
    )


def _dealer(end: State, number: int) -> Seat | None:
    """Who dealt a deal: from the last one back, the two take turns."""
    if number == 0 or end.dealer is None:
        return None
    return end.dealer if (end.deal - number) % 2 == 0 else end.dealer.other


def _was_dealt(state: State, number: int) -> bool:
    """A game may be over before its first card, and one whose first dealer is named has no cut."""
    return bool(state.cut) if number == 0 else number <= state.deal


def _counts_by_deal(tally: Tally, events: Sequence[Event]) -> dict[int, dict[str, int]]:
    """What was counted in the show of each deal, beginning with the one under way."""
    counted: dict[int, dict[str, int]] = defaultdict(dict)
    for event in (*([tally.dealt] if tally.dealt else []), *tally.since, *events):
        if isinstance(event, Dealt):
            dealt = event
        elif isinstance(event, Counted):
            of_dealer = "dealer_hand" if event.what == "hand" else "crib"
            what = of_dealer if event.seat is dealt.dealer else "pone_hand"
            counted[dealt.number][what] = event.score.total
    return counted
