"""Measure habits in one pass over the decisions of games. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game.engine.moves import Move, Play, Throw
from game.engine.state import Phase, Seat, State
from study.habits.chances import HABITS, discard_chances, find_offer, play_chances, weigh_discard
from study.habits.fitting import (
    PARAMETERS,
    Evidence,
    Interval,
    evidence_of_discard,
    evidence_of_offer,
    fit,
    mean_of,
    share_of,
)


class Made(NamedTuple):
    """A move of a seat, and the state before it."""

    before: State
    seat: Seat
    move: Move


def _no_evidence() -> dict[str, Evidence]:
    return {name: Evidence(0.0, 0 * each.grid) for name, each in PARAMETERS.items()}


@dataclass
class Shown:
    """The habits that one player showed in so many games."""

    games: int = 0
    taken: Counter[str] = field(default_factory=Counter)
    chances: Counter[str] = field(default_factory=Counter)
    discards: int = 0
    cost: float = 0.0
    evidence: dict[str, Evidence] = field(default_factory=_no_evidence)

    def add(self, made: Made) -> None:
        """Add a decision. Moves without a choice of cards change nothing."""
        match made.move:
            case Throw(cards) if made.before.phase is Phase.THROW:
                self._add_discard(made.before, made.seat, cards)
            case Play(card):
                for habit, taken in play_chances(made.before, made.seat, card):
                    self._add_chance(habit, taken)
                if (offer := find_offer(made.before, made.seat, card)) is not None:
                    for name, shown in evidence_of_offer(offer).items():
                        self.evidence[name].add(*shown)

    def _add_discard(self, before: State, seat: Seat, thrown: tuple[int, ...]) -> None:
        own = before.dealer is seat
        for habit, taken in discard_chances(before.dealt[seat], thrown, own):
            self._add_chance(habit, taken)
        discarded = weigh_discard(before.dealt[seat], thrown, own)
        self.discards += 1
        self.cost += discarded.cost
        for name, shown in evidence_of_discard(discarded).items():
            self.evidence[name].add(*shown)

    def _add_chance(self, habit: str, taken: bool) -> None:
        self.chances[habit] += 1
        self.taken[habit] += taken


def observe(players: tuple[Shown | None, Shown | None], moves: Iterable[Made]) -> None:
    """Add all decisions of a game to its players; None is a seat that is not watched."""
    for made in moves:
        player = players[made.seat]
        if player is not None:
            player.add(made)
    for player in players:
        if player is not None:
            player.games += 1


@dataclass(frozen=True, slots=True)
class Profile:
    """The habits of a group: each share, the mean cost of a discard, and the fitted parameters."""

    players: int
    games: int
    shares: dict[str, Interval | None]
    cost: Interval | None
    fitted: dict[str, Interval | None]


def summarize(players: Sequence[Shown]) -> Profile:
    """Return the habits of a group."""
    shares = {
        habit: share_of([one.taken[habit] for one in players], [one.chances[habit] for one in players])
        for habit in HABITS
    }
    return Profile(
        len(players),
        sum(one.games for one in players),
        shares,
        mean_of([one.cost for one in players], [one.discards for one in players]),
        {name: fit(name, [one.evidence[name] for one in players]) for name in PARAMETERS},
    )
