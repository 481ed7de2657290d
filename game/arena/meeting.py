"""A meeting of two brains: the same decks twice with swapped seats, in single games or in matches."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from game.arena.chance import Chance
from game.arena.endgames import play_endgame
from game.arena.figures import Figures, game_figures
from game.arena.game import BrainNames, play_game
from game.arena.odds import Average, Share
from game.engine.events import Event
from game.engine.state import DOUBLE, QUADRUPLE, Counting, Rules, Seat


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two brains and the terms of their games. A match of several games is always played completely.

    endgames: whether single plays are played that end their games, without a memory.
    """

    one: str
    other: str
    seed: int
    target: int = 121
    counting: Counting = Counting.AUTO
    length: int = 1
    endgames: bool = False

    def rules(self, game: int) -> Rules:
        """Return the rules of a game. The first deal alternates, and the seats stay."""
        return Rules(self.target, self.counting, Seat(game % 2))


class Outcome(NamedTuple):
    """The result of so many pairs of matches, from the first brain's side."""

    games: Share
    matches: Share
    skunks_for: int
    skunks_against: int
    value: Average
    one: Figures
    other: Figures

    def merged_with(self, other: "Outcome") -> "Outcome":
        """Add two outcomes up."""
        return Outcome(
            self.games.merged_with(other.games),
            self.matches.merged_with(other.matches),
            self.skunks_for + other.skunks_for,
            self.skunks_against + other.skunks_against,
            self.value.merged_with(other.value),
            self.one + other.one,
            self.other + other.other,
        )


class GameResult(NamedTuple):
    """How one game ended for the first brain: the value it won, negative for a loss."""

    value: int
    one: Figures
    other: Figures

    @property
    def won(self) -> bool:
        return self.value > 0

    @property
    def is_skunk(self) -> bool:
        return abs(self.value) in (DOUBLE, QUADRUPLE)


def play_pair(meeting: Meeting, pair: int) -> Outcome:
    """Play a match, and another with the same decks and swapped seats."""
    # Game by game in turn, so that a brain's cached results for a deck are used twice.
    both = [*zip(*[match_games(meeting, pair, seat) for seat in Seat], strict=True)]
    games = [game for twice in both for game in twice]
    won = [sum(twice[seat].won for twice in both) for seat in Seat]
    return Outcome(
        Share(2 * meeting.length).with_sample(sum(won)),
        Share(2).with_sample(sum(2 * games_won > meeting.length for games_won in won)),
        sum(game.won and game.is_skunk for game in games),
        sum(not game.won and game.is_skunk for game in games),
        Average().with_sample(sum(game.value for game in games)),
        sum((game.one for game in games), Figures()),
        sum((game.other for game in games), Figures()),
    )


def match_games(meeting: Meeting, pair: int, seat: Seat) -> Iterator[GameResult]:
    """Yield the games of a match in sequence. Both brains remember all of it."""
    brains: BrainNames = (meeting.one, meeting.other) if seat is Seat.A else (meeting.other, meeting.one)
    memory: tuple[Event, ...] = ()
    for number in range(meeting.length):
        rules, chance = meeting.rules(number), Chance(meeting.seed, pair, number)
        if meeting.endgames:
            table = play_endgame(brains, rules, chance)
        else:
            table = play_game(brains, rules, chance, memory)
        figures = game_figures(table.memory[len(memory) :])
        memory = table.memory
        value = (table.state.value or 0) * (1 if table.state.winner is seat else -1)
        yield GameResult(value, figures[seat], figures[seat.other])
