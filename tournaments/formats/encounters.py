"""Who met whom in an event, and what follows from it for each player: games, first deals, opponents."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.formats.scoring import NOTHING, Result, Score, total

Pair = tuple[int, int]


def pair_of(one: int, other: int) -> Pair:
    """Two players as one key, in whatever order they are named."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two players at a table, who deals first named first; no result while they play."""

    first: int
    second: int
    result: Result | None = None

    @property
    def players(self) -> Pair:
        """Both, who deals first before who does not."""
        return self.first, self.second

    @property
    def counts(self) -> bool:
        """Whether it is one of the counted games of both."""
        return self.result is None or self.result.counts

    @property
    def was_dealt(self) -> bool:
        """Whether its first deal is one that somebody had."""
        return self.result is None or self.result.was_dealt

    def score(self, player: int) -> Score:
        """What it brought a player; nothing while they play."""
        return self.result.score(self.players.index(player)) if self.result else NOTHING


@dataclass
class Card:
    """What a player has behind them: opponents in order, and who had the first deal."""

    opponents: list[int] = field(default_factory=list)
    first_deals: list[bool] = field(default_factory=list)
    score: Score = NOTHING

    @property
    def games(self) -> int:
        """Counted games, the one under way included."""
        return len(self.opponents)

    @property
    def lean(self) -> int:
        """First deals had, less those that the opponent had."""
        return 2 * sum(self.first_deals) - len(self.first_deals)

    @property
    def dealt_first_last(self) -> bool:
        """Whether the first deal of the last game was theirs."""
        return self.first_deals[-1:] == [True]

    def games_since(self, opponent: int) -> int:
        """How many games ago these two met; 0 is the last."""
        return self.opponents[::-1].index(opponent)


def cards(players: Iterable[int], encounters: Iterable[Encounter]) -> dict[int, Card]:
    """The card of each of these players."""
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
    """How often each two have met."""
    return Counter(pair_of(*met.players) for met in encounters if met.counts)


def at_tables(encounters: Sequence[Encounter]) -> Iterator[int]:
    """Who plays just now."""
    for met in encounters:
        if met.result is None:
            yield from met.players
