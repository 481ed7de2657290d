"""The standings of an event: game points, wins, net spread, plus points, head-to-head, or a shared place."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from tournaments.formats.encounters import Encounter, cards, meetings
from tournaments.formats.scoring import Score, total


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the standings. Players who share a place have the same number."""

    place: int
    player: int
    score: Score


def standings(players: Collection[int], encounters: Sequence[Encounter]) -> tuple[Line, ...]:
    """Return the standings of these players. Games against others count too."""
    scores = {player: card.score for player, card in cards(players, encounters).items()}
    return order(scores, encounters)


def order(scores: Mapping[int, Score], encounters: Sequence[Encounter]) -> tuple[Line, ...]:
    """Return the standings from scores. Encounters separate players with equal scores."""
    lines: list[Line] = []
    for _, level in groupby(sorted(scores, key=lambda p: (rank(scores[p]), p)), lambda p: rank(scores[p])):
        for together in _apart_by_head_to_head(list(level), encounters):
            place = len(lines) + 1
            lines += [Line(place, player, scores[player]) for player in together]
    return tuple(lines)


def places(lines: Iterable[Line]) -> dict[int, int]:
    """Return the place of each player."""
    return {line.player: line.place for line in lines}


def club_score(members: Collection[int], encounters: Sequence[Encounter]) -> Score:
    """Return a club's score in a duel: the sum of its members' scores."""
    return total(card.score for card in cards(members, encounters).values())


def rank(score: Score) -> tuple[int, ...]:
    """Return the sort key of a score, best first."""
    return -score.points, -score.wins, -score.spread, -score.plus


def _apart_by_head_to_head(level: list[int], encounters: Sequence[Encounter]) -> list[list[int]]:
    """Split level players by the games between them, if all have met each other equally often."""
    if len(level) < 2:
        return [level]
    among = {*level}
    between = [met for met in encounters if met.first in among and met.second in among and met.counts]
    met = meetings(between)
    if not between or len({met[pair] for pair in combinations(sorted(level), 2)}) > 1:
        return [level]
    points = {player: card.score.points for player, card in cards(level, between).items()}
    ordered = sorted(level, key=lambda player: (-points[player], player))
    return [list(together) for _, together in groupby(ordered, lambda player: points[player])]
