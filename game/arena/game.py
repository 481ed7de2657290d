"""One game between two brains. Each gets its own view, the events so far, and its seat's stream."""

from collections.abc import Iterator
from dataclasses import dataclass

from game.arena.chance import Chance, Deck
from game.arena.contestant import decide, is_engine
from game.arena.exploiter import EXPLOITERS
from game.arena.open_cards import OPEN_PLAYERS, OpenTable
from game.bots.brain import Decision, Memory, Stream
from game.bots.registry import choose
from game.engine.events import Event
from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Phase, Rules, Seat, State
from game.engine.view import View, seats_to_move, view

BrainNames = tuple[str, str]


@dataclass
class ArenaGame:
    """A running game: its state, the seats, and the events so far, including earlier games."""

    state: State
    brains: BrainNames
    streams: tuple[Stream, Stream]
    decks: Iterator[Deck]
    memory: tuple[Event, ...] = ()

    def advance(self) -> None:
        """Make one move of a seat that is to move, or deal."""
        waiting = seats_to_move(self.state)
        if waiting:
            seat = waiting[0]
            self.state, events = act(self.state, seat, self._move_of(seat))
        else:
            number = 0 if self.state.phase is Phase.CUT else self.state.deal + 1
            self.state, events = act(self.state, None, Deal(number, next(self.decks)))
        self.memory += events

    def _move_of(self, seat: Seat) -> Decision:
        """Return a seat's move. Only a player with open cards gets more than its view."""
        open_player, other = OPEN_PLAYERS.get(self.brains[seat]), seat.other
        if open_player:
            return open_player(
                OpenTable(self.state, seat, self.memory, self.brains[other], self.streams[other])
            )
        return choose_move(self.brains[seat], view(self.state, seat), self.memory, self.streams[seat])


def choose_move(name: str, own_view: View, memory: Memory, stream: Stream) -> Decision:
    """Return the move of a brain, an engine, or a brain that only the arena has."""
    if is_engine(name):
        return decide(name, own_view, memory, stream)
    exploiter = EXPLOITERS.get(name)
    if exploiter is None or own_view.laid is not None:
        return choose(name, own_view, memory, stream)
    return exploiter(own_view, memory, stream)


def start_game(brains: BrainNames, rules: Rules, chance: Chance, memory: tuple[Event, ...] = ()) -> ArenaGame:
    """Return a game before its first card."""
    streams = (chance.stream("seat a"), chance.stream("seat b"))
    return ArenaGame(start(rules), brains, streams, chance.decks(), memory)


def positions(
    brains: BrainNames, rules: Rules, chance: Chance, memory: tuple[Event, ...] = ()
) -> Iterator[ArenaGame]:
    """Yield the table before every move of a game, and once more when it is over."""
    table = start_game(brains, rules, chance, memory)
    while not table.state.is_over:
        yield table
        table.advance()
    yield table


def play_game(brains: BrainNames, rules: Rules, chance: Chance, memory: tuple[Event, ...] = ()) -> ArenaGame:
    """Play a whole game."""
    *_, table = positions(brains, rules, chance, memory)
    return table
