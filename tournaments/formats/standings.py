"""The order of an event: game points, games won, net spread, plus points, head-to-head, else shared."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from tournaments.formats.encounters import Encounter, cards, meetings
from tournaments.formats.scoring import Score, total


@dataclass(frozen=True, slots=True)
class Line:
    """One player in the order: who share a place have the same number."""

    place: int
    player: int
    score: Score


def standings(players: Collection[int], encounters: Sequence[Encounter]) -> tuple[Line, ...]:
    """The order of these players; what they won against others counts as well."""
    scores = {player: card.score for player, card in cards(players, encounters).items()}
    return order(scores, encounters)


def order(scores: Mapping[int, Score], encounters: Sequence[Encounter]) -> tuple[Line, ...]:
    """The order of players by their scores; of the encounters those between players who are level matter."""
    lines: list[Line] = []
    for _, level in groupby(sorted(scores, key=lambda p: (rank(scores[p]), p)), lambda p: rank(scores[p])):
        for together in _apart_by_head_to_head(list(level), encounters):
            place = len(lines) + 1
            lines += [Line(place, player, scores[player]) for player in together]
    return tuple(lines)


def places(lines: Iterable[Line]) -> dict[int, int]:
    """The place of each player."""
    return {line.player: line.place for line in lines}


def podium(lines: Iterable[Line], without: Collection[int] = ()) -> tuple[Line, ...]:
    """The first three places without the house's own players, numbered anew."""
    people = [line for line in lines if line.player not in without]
    anew = [1 + sum(other.place < line.place for other in people) for line in people]
    return tuple(
        Line(place, line.player, line.score) for place, line in zip(anew, people, strict=True) if place <= 3
    )


def club_score(members: Collection[int], encounters: Sequence[Encounter]) -> Score:
    """What a club has of a duel: all that its members have won."""
    return total(card.score for card in cards(members, encounters).values())


def rank(score: Score) -> tuple[int, ...]:
    """By what scores are ordered, the best first."""
    return -score.points, -score.wins, -score.spread, -score.plus


def _apart_by_head_to_head(level: list[int], encounters: Sequence[Encounter]) -> list[list[int]]:
    """Players who are level, set apart by the games between them, if each met each other equally often."""
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
