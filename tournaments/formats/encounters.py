"""Encounters of two players in an event, and what follows for each: games, first deals, opponents."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.formats.scoring import NOTHING, Result, Score, total

Pair = tuple[int, int]


def pair_of(one: int, other: int) -> Pair:
    """Return two players as one key, independent of their order."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two players at a table, first dealer first. The result is None while they play."""

    first: int
    second: int
    result: Result | None = None

    @property
    def players(self) -> Pair:
        """Return both players, first dealer first."""
        return self.first, self.second

    @property
    def counts(self) -> bool:
        """Return whether the game counts for both players."""
        return self.result is None or self.result.counts

    @property
    def was_dealt(self) -> bool:
        """Return whether its first deal counts."""
        return self.result is None or self.result.was_dealt

    def score(self, player: int) -> Score:
        """Return a player's score in this game; zero while they play."""
        return self.result.score(self.players.index(player)) if self.result else NOTHING


@dataclass
class Card:
    """A player's score card: opponents in order, and which games they dealt first."""

    opponents: list[int] = field(default_factory=list)
    first_deals: list[bool] = field(default_factory=list)
    score: Score = NOTHING

    @property
    def games(self) -> int:
        """Return the number of counted games, including the live one."""
        return len(self.opponents)

    @property
    def lean(self) -> int:
        """Return the player's first deals minus those of the opponents."""
        return 2 * sum(self.first_deals) - len(self.first_deals)

    @property
    def dealt_first_last(self) -> bool:
        """Return whether the player dealt first in the last game."""
        return self.first_deals[-1:] == [True]

    def games_since(self, opponent: int) -> int:
        """Return how many games ago the two last met; 0 is the last game."""
        return self.opponents[::-1].index(opponent)


def cards(players: Iterable[int], encounters: Iterable[Encounter]) -> dict[int, Card]:
    """Return the card of each of these players."""
    found = {player: Card() for player in players}
    scores: dict[int, list[Score]] = {player: [] for player in found}
    for met in encounters:
        result = met.result
        if result and not result.counts:
            continue
        for place, player in enumerate(met.players):
            if card := found.get(player):
                card.opponents.append(met.players[1 - place])
                if result:
                    scores[player].append(result.score(place))
                if met.was_dealt:
                    card.first_deals.append(place == 0)
    for player, card in found.items():
        card.score = total(scores[player])
    return found


def meetings(encounters: Iterable[Encounter]) -> Counter[Pair]:
    """Return how often each two players have met."""
    return Counter(pair_of(*met.players) for met in encounters if met.counts)


def at_tables(encounters: Sequence[Encounter]) -> Iterator[int]:
    """Yield the players of live games."""
    for met in encounters:
        if met.result is None:
            yield from met.players
