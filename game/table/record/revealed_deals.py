"""Finds the deals that moves reveal, and builds the record of each."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from game.engine.cards import Card
from game.engine.events import Counted, Dealt, Event, Pegged
from game.engine.state import Phase, Seat, State
from game.engine.tally import Tally
from game.table.record.steps import DeckSource, Step
from rng.deal import beginning


class RevealedDeal(NamedTuple):
    """A deck whose link is revealed, and the score of each hand in the show: None if it was not counted."""

    number: int
    deck: tuple[Card, ...]
    pone_hand: int | None = None
    dealer_hand: int | None = None
    crib: int | None = None
    dealer: Seat | None = None  # None for the cut for deal
    scores: tuple[int, int] | None = None  # when it was dealt; None for the cut
    target: int | None = None  # the score that wins

    @property
    def columns(self) -> dict[str, Any]:
        """The values of the database columns."""
        columns = self._asdict()
        score_a, score_b = columns.pop("scores") or (None, None)
        return columns | {
            "deck": bytes(self.deck),
            "dealer": None if self.dealer is None else int(self.dealer),
            "score_a": score_a,
            "score_b": score_b,
            "beginning": beginning(self.deck),
        }

    def without_scores(self) -> "RevealedDeal":
        """Return the deal without its scores, for a deck that several tables share.

        The record names one of these tables, the one that came furthest. Which one that is depends on cards
        that were dealt after its score stood, so a bet may not ask about it.
        """
        return self._replace(scores=None, target=None)


def revealed_numbers(state: State) -> range:
    """Return the deals whose links are revealed: all counted deals, and at the end the last one too."""
    if state.phase is Phase.CUT:
        return range(0)
    return range(state.deal + 1 if state.phase in (Phase.OVER, Phase.DEAL) else state.deal)


def newly_revealed(
    state: State, tally: Tally, steps: Sequence[Step], deck: DeckSource
) -> tuple[RevealedDeal, ...]:
    """Return the deals that these steps reveal."""
    if not steps:
        return ()
    end = steps[-1].state
    numbers = [
        number for number in revealed_numbers(end)[len(revealed_numbers(state)) :] if _was_dealt(end, number)
    ]
    if not numbers:
        return ()
    events = [event for step in steps for event in step.events]
    counted, scores = _counts_by_deal(tally, events), _scores_by_deal(state, tally, events)
    return tuple(
        [
            RevealedDeal(
                number,
                deck(number),
                **counted.get(number, {}),
                dealer=_dealer(end, number),
                scores=scores.get(number),
                target=end.rules.target if number in scores or number == 0 else None,
            )
            for number in numbers
        ]
    )


def _dealer(end: State, number: int) -> Seat | None:
    """Return the dealer of a deal. Going back from the last deal, the seats alternate."""
    if number == 0 or end.dealer is None:
        return None
    return end.dealer if (end.deal - number) % 2 == 0 else end.dealer.other


def _was_dealt(state: State, number: int) -> bool:
    """Return whether a deal took place. A game may end before the first card or skip the cut for deal."""
    return bool(state.cut) if number == 0 else number <= state.deal


def _counts_by_deal(tally: Tally, events: Sequence[Event]) -> dict[int, dict[str, int]]:
    """Return the scores of the show for each deal, starting with the current one."""
    counted: dict[int, dict[str, int]] = defaultdict(dict)
    for event in (*([tally.dealt] if tally.dealt else []), *tally.since, *events):
        if isinstance(event, Dealt):
            dealt = event
        elif isinstance(event, Counted):
            of_dealer = "dealer_hand" if event.what == "hand" else "crib"
            what = of_dealer if event.seat is dealt.dealer else "pone_hand"
            counted[dealt.number][what] = event.score.total
    return counted


def _scores_by_deal(state: State, tally: Tally, events: Sequence[Event]) -> dict[int, tuple[int, int]]:
    """Return both scores at the moment of each deal, beginning with the one under way."""
    scores = [*state.scores]
    found: dict[int, tuple[int, int]] = {}
    if tally.dealt is not None:
        for event in tally.since:
            if isinstance(event, Pegged):
                scores[event.seat] -= event.points
        found[tally.dealt.number] = (scores[Seat.A], scores[Seat.B])
        scores = [*state.scores]
    for event in events:
        if isinstance(event, Dealt):
            found[event.number] = (scores[Seat.A], scores[Seat.B])
        elif isinstance(event, Pegged):
            scores[event.seat] += event.points
    return found
