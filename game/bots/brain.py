"""What every brain gets, and what it returns."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Protocol

from game.bots.habits import Habits
from game.engine.cards import Card
from game.engine.events import Event
from game.engine.moves import Call, Claim, Go, Pass, Play, Throw
from game.engine.view import View

# The environment of a worker process: threads of numpy's own make it no faster at what brains compute,
# and would add up in another order.
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OPENBLAS", "OMP", "MKL")}

Decision = Throw | Play | Go | Claim | Call | Pass
# All that everybody has seen; before it, what is remembered of the opponent from earlier games, if anything.
Memory = tuple[Event | Habits, ...]


class Stream(Protocol):
    """Chance from outside, reproducible: `random.Random` is one."""

    def random(self) -> float:
        """The next number from 0 up to, but not including, 1."""
        ...


Brain = Callable[[View, Memory, Stream], Decision]
Cards = tuple[Card, ...]


def ways_to_throw(six: Cards) -> Iterator[tuple[Cards, Cards]]:
    """The fifteen ways to part six cards into kept and thrown, in whatever order they were dealt."""
    held = sorted(six)
    for thrown in combinations(held, 2):
        yield tuple([one for one in held if one not in thrown]), thrown
