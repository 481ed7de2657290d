"""A knock-out over a fixed tree: standard seeds, byes to the best, each match the best of three or five.

Rounds and the matches of a round are counted from 0. Match m of a round leads to match m // 2 of the next.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from tournaments.formats.encounters import Encounter, cards

BEST_OF = (3, 5)
FORFEIT_MS = 5 * 60_000
NEXT_FORFEIT_MS = 15 * 60_000


class Unknown(Enum):
    """A side of a match that has no player."""

    PENDING = "pending"  # the match of the round before is not decided
    NOBODY = "nobody"  # a bye, or a match to which neither player came


Side = int | Unknown


class Match(NamedTuple):
    """The place of a match in the tree."""

    round: int
    number: int


def qualifiers(entrants: int) -> int:
    """Return how many players of a night qualify for its bracket: a quarter, rounded up, and at least two."""
    return min(entrants, max(2, -(-entrants // 4)))


def full_size(players: int) -> int:
    """Return the places of the first round: the next power of two."""
    return 1 << max(players - 1, 1).bit_length()


def seeding(size: int) -> tuple[int, ...]:
    """Return the seeds down the first round. The best two can meet only in the final."""
    order = [1]
    while len(order) < size:
        order = [seed for upper in order for seed in (upper, 2 * len(order) + 1 - upper)]
    return tuple(order)


def games_to_win(best_of: int) -> int:
    """Return how many won games decide a match."""
    return best_of // 2 + 1


@dataclass(frozen=True)
class Bracket:
    """A bracket: its players from the best seed down, and the games of each match."""

    players: tuple[int, ...]
    best_of: int = 3
    games: Mapping[Match, Sequence[Encounter]] = field(default_factory=dict)
    out: tuple[int, ...] = ()
    """Players who have left, in order of leaving. Their undecided matches go to the opponents."""

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise ValueError("A bracket needs two players.")
        if self.best_of not in BEST_OF:
            raise ValueError("A match is the best of 3 or of 5 games.")

    @property
    def rounds(self) -> int:
        """Return the number of rounds."""
        return full_size(len(self.players)).bit_length() - 1

    def matches(self, round: int) -> tuple[Match, ...]:
        """Return the matches of a round, from the top of the tree down."""
        return tuple(Match(round, number) for number in range(1 << (self.rounds - 1 - round)))

    def sides(self, match: Match) -> tuple[Side, Side]:
        """Return the sides of a match, as far as they are known."""
        if match.round:
            upper, lower = (Match(match.round - 1, 2 * match.number + half) for half in (0, 1))
            return self.winner(upper), self.winner(lower)
        upper_seed, lower_seed = seeding(2 << (self.rounds - 1))[2 * match.number : 2 * match.number + 2]
        return self._seed(upper_seed), self._seed(lower_seed)

    def winner(self, match: Match) -> Side:
        """Return the winner of a match."""
        sides = self.sides(match)
        if Unknown.PENDING in sides:
            return Unknown.PENDING
        remaining = [side for side in sides if isinstance(side, int) and not self._is_beaten(match, side)]
        if len(remaining) == 2 and not self._is_under_way(match):
            remaining = self._still_in(remaining)
        if len(remaining) == 2:
            return Unknown.PENDING
        return remaining[0] if remaining else Unknown.NOBODY

    def wins(self, match: Match) -> tuple[int, int]:
        """Return how many games each side of a match has won."""
        one, other = (self._score_of(match, side) for side in self.sides(match))
        return one, other

    def to_play(self) -> Iterator[Match]:
        """Yield the matches in which a game can be played now."""
        for round in range(self.rounds):
            for match in self.matches(round):
                sides = self.sides(match)
                known = not any(isinstance(side, Unknown) for side in sides)
                if known and not self._is_under_way(match) and self.winner(match) is Unknown.PENDING:
                    yield match

    @property
    def champion(self) -> Side:
        """Return the winner of the final."""
        return self.winner(Match(self.rounds - 1, 0))

    def first_deal(self, match: Match, by_the_cut: int) -> int:
        """Return the first dealer of a match's next game: by the cut in the first, then alternating."""
        behind = cards(
            (side for side in self.sides(match) if isinstance(side, int)), self.games.get(match, ())
        )
        (one, card), (other, _) = behind.items()
        if not card.first_deals:
            return by_the_cut
        return other if card.dealt_first_last else one

    def _seed(self, seed: int) -> Side:
        return self.players[seed - 1] if seed <= len(self.players) else Unknown.NOBODY

    def _score_of(self, match: Match, side: Side) -> int:
        games = (met for met in self.games.get(match, ()) if side in met.players)
        return sum(met.score(side).wins for met in games) if isinstance(side, int) else 0

    def _is_under_way(self, match: Match) -> bool:
        return any(met.result is None for met in self.games.get(match, ()))

    def _still_in(self, players: list[int]) -> list[int]:
        """Drop a side that has left. If both have left, drop the one who left first."""
        return sorted(players, key=(*self.out, *players).index)[-1:] if {*players} & {*self.out} else players

    def _is_beaten(self, match: Match, side: int) -> bool:
        """Return whether a side has lost as many games as decide the match."""
        finished = [met for met in self.games.get(match, ()) if met.result and met.result.counts]
        return len(finished) - self._score_of(match, side) >= games_to_win(self.best_of)
