"""Games of a brain against itself, and the same tables with other cards where a seat cannot look."""

from collections.abc import Iterator
from random import Random

from game.arena.chance import Chance
from game.arena.game import ArenaGame, positions
from game.engine.cards import Card
from game.engine.state import Rules, Seat, State, with_seat
from game.engine.view import seats_to_move


def game(name: str, seed: int) -> Iterator[ArenaGame]:
    """A game of a brain against itself, before every move."""
    return positions((name, name), Rules(first_dealer=Seat.A), Chance(seed, pair=0))


def decisions(name: str, seed: int) -> Iterator[tuple[Seat, ArenaGame]]:
    """Every position of a game in which a seat is to move."""
    for table in game(name, seed):
        for seat in seats_to_move(table.state):
            yield seat, table


def with_hidden_cards_exchanged(state: State, seat: Seat, chance: Random) -> State:
    """Return another state that looks the same to this seat: every card it cannot see is drawn again."""
    other = seat.other
    known = {*state.dealt[seat], *(one for _, one in state.played)}
    if state.starter is not None:
        known.add(state.starter)
    before = [one for one in range(52) if one not in known]
    exchanged = dict(zip(before, chance.sample(before, len(before)), strict=True))

    def exchange(held: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(exchanged.get(one, one) for one in held)

    assert state.upcard is not None
    return state.replace(
        dealt=with_seat(state.dealt, other, exchange(state.dealt[other])),
        hands=with_seat(state.hands, other, exchange(state.hands[other])),
        throws=with_seat(state.throws, other, exchange(state.throws[other])),
        upcard=exchanged.get(state.upcard, state.upcard),
    )
