"""A measure of strength: duplicate games, the same decks played twice with the seats swapped.

python -m game.tests.bots.match intermediate novice --pairs 2000 --seed 7
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, stdev

from game.bots import choose
from game.engine.cards import Card
from game.engine.events import Counted, Dealt, Event, Pegged
from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Counting, Phase, Rules, Seat, State
from game.engine.view import awaited, view


@dataclass
class Table:
    """One game under way: its state, what all have heard, and each seat's own stream."""

    state: State
    names: tuple[str, str]
    streams: tuple[Random, Random]
    heard: list[Event] = field(default_factory=list)

    def go_on(self, decks: Random) -> None:
        """One move of whoever is awaited, or the next deal."""
        waiting = awaited(self.state)
        if waiting:
            seat = waiting[0]
            seen, memory = view(self.state, seat), tuple(self.heard)
            self.state, events = act(
                self.state, seat, choose(self.names[seat], seen, memory, self.streams[seat])
            )
        else:
            self.state, events = act(self.state, None, Deal(self.state.deal + 1, shuffled(decks)))
        self.heard.extend(events)


@dataclass(frozen=True)
class Match:
    """What the first name scored in each pair of duplicate games: 0, 1/2 or 1."""

    pairs: tuple[float, ...]

    @property
    def won(self) -> float:
        """The share of games won."""
        return fmean(self.pairs)

    @property
    def margin(self) -> float:
        """Half the 95% interval; the two games of a pair share their luck and count as one sample."""
        return 1.96 * stdev(self.pairs) / sqrt(len(self.pairs))


def shuffled(decks: Random) -> tuple[Card, ...]:
    return tuple(decks.sample(range(52), 52))


def positions(names: tuple[str, str], seed: str, counting: Counting = Counting.AUTO) -> Iterator[Table]:
    """A game from the first deal to its end, before every move; seat A deals first."""
    rules = Rules(counting=counting, first_dealer=Seat.A)
    table = Table(start(rules), names, (Random(f"{seed} a"), Random(f"{seed} b")))
    decks = Random(f"{seed} decks")
    while table.state.phase is not Phase.OVER:
        yield table
        table.go_on(decks)
    yield table


def game(names: tuple[str, str], seed: str) -> Table:
    """A whole game."""
    *_, table = positions(names, seed)
    return table


def duplicate(one: str, other: str, pairs: int, seed: int) -> Match:
    """So many pairs of games between two brains, each sitting once in either seat of the same decks."""
    scores = []
    for number in range(pairs):
        name = f"{seed} {number}"
        first = game((one, other), name).state.winner is Seat.A
        second = game((other, one), name).state.winner is Seat.B
        scores.append((first + second) / 2)
    return Match(tuple(scores))


def averages(name: str, games: int, seed: int) -> dict[str, float]:
    """A brain against itself: points a hand and crib counted, pegging a deal by side, and how games go."""
    seen: dict[str, list[float]] = defaultdict(list)
    for number in range(games):
        over = game((name, name), f"{seed} {number}")
        seen["first dealer wins"].append(over.state.winner is Seat.A)
        seen["deals"].append(over.state.deal)
        dealer = Seat.A
        for event in over.heard:
            match event:
                case Dealt():
                    dealer = event.dealer
                    seen["dealer pegs"].append(0)
                    seen["pone pegs"].append(0)
                case Pegged(kind="nibs" | "hand" | "crib"):
                    pass
                case Pegged():
                    seen["dealer pegs" if event.seat is dealer else "pone pegs"][-1] += event.points
                case Counted():
                    seen[event.what].append(event.score.total)
    return {what: fmean(values) for what, values in seen.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Duplicate games between two brains.")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    match = duplicate(asked.one, asked.other, asked.pairs, asked.seed)
    print(f"{asked.one} beats {asked.other} {match.won:.2%} +/- {match.margin:.2%}, {2 * asked.pairs} games")


if __name__ == "__main__":
    main()
