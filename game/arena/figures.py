"""The components of a brain's average deal, for comparison with published figures for competent play."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from game.engine.events import Counted, Dealt, Event, GameOver, Pegged, StarterTurned
from game.engine.state import Seat
from game.engine.tally import IN_PLAY

NAMES = {
    "nibs": "nibs, a deal as dealer",
    "dealer_pegs": "pegged as dealer",
    "pone_pegs": "pegged as pone",
    "dealer_hand": "hand as dealer",
    "pone_hand": "hand as pone",
    "crib": "crib",
    "deals_per_game": "deals a game",
    "first_dealer_wins": "won when dealing first",
}

# Self-play of a strong program. For first dealers' wins, the middle of the published 0.555 to 0.56.
PUBLISHED = {
    "nibs": 0.156,
    "dealer_pegs": 3.46,
    "pone_pegs": 2.21,
    "dealer_hand": 7.99,
    "pone_hand": 8.04,
    "crib": 4.72,
    "deals_per_game": 9.0,
    "first_dealer_wins": 0.5575,
}


@dataclass(frozen=True)
class Figures:
    """The count and the sum of each component for a brain."""

    times: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(self.times + other.times, self.points + other.points)

    def add(self, kind: str, points: int) -> None:
        """Count one more."""
        self.times[kind] += 1
        self.points[kind] += points

    @property
    def means(self) -> dict[str, float]:
        """Return the mean of every component that was counted at least once."""
        return {kind: self.points[kind] / self.times[kind] for kind in NAMES if self.times[kind]}


def game_figures(events: Iterable[Event]) -> tuple[Figures, Figures]:
    """Return both seats' figures of one game. Pegging counts only in deals that reached the show."""
    seats = (Figures(), Figures())
    dealer = first = Seat.A
    pegged = [0, 0]
    deals = 0
    for event in events:
        match event:
            case Pegged(kind="nibs"):
                seats[dealer].points["nibs"] += event.points
            case Pegged() if event.kind in IN_PLAY:
                pegged[event.seat] += event.points
            case StarterTurned():
                seats[dealer].times["nibs"] += 1
            case Counted(what="hand") if event.seat is dealer.other:
                seats[event.seat].add("pone_hand", event.score.total)
                seats[event.seat].add("pone_pegs", pegged[event.seat])
                seats[dealer].add("dealer_pegs", pegged[dealer])
            case Counted():
                seats[dealer].add("crib" if event.what == "crib" else "dealer_hand", event.score.total)
            case Dealt():
                dealer, deals, pegged = event.dealer, event.number, [0, 0]
                if event.number == 1:
                    first = dealer
            case GameOver():
                seats[first].add("first_dealer_wins", int(event.winner is first))
    for seat in seats:
        seat.add("deals_per_game", deals)
    return seats
