"""One game between two brains: each is given its own view, what all have heard, and its seat's stream."""

from collections.abc import Iterator
from dataclasses import dataclass

from game.arena.chance import Chance, Deck
from game.bots import Memory, Stream, choose
from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Rules, State
from game.engine.view import awaited, view

Names = tuple[str, str]


@dataclass
class Table:
    """A game under way: its state, who sits where, and what all have heard, earlier games included."""

    state: State
    brains: Names
    streams: tuple[Stream, Stream]
    decks: Iterator[Deck]
    heard: Memory = ()

    def go_on(self) -> None:
        """One move of whoever is awaited, or the next deal."""
        waiting = awaited(self.state)
        if waiting:
            seat = waiting[0]
            move = choose(self.brains[seat], view(self.state, seat), self.heard, self.streams[seat])
            self.state, events = act(self.state, seat, move)
        else:
            self.state, events = act(self.state, None, Deal(self.state.deal + 1, next(self.decks)))
        self.heard += events


def positions(brains: Names, rules: Rules, chance: Chance, heard: Memory = ()) -> Iterator[Table]:
    """The same table before every move of a game, and once more when it is over."""
    streams = (chance.stream("seat a"), chance.stream("seat b"))
    table = Table(start(rules), brains, streams, chance.decks(), heard)
    while not table.state.is_over:
        yield table
        table.go_on()
    yield table


def played(brains: Names, rules: Rules, chance: Chance, heard: Memory = ()) -> Table:
    """A whole game."""
    *_, table = positions(brains, rules, chance, heard)
    return table
