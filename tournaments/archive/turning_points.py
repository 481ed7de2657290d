"""The turning points of an event: new leaders, great climbs, and games that the last deal decided."""

from bisect import bisect_left, insort
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.formats.closest import NEAR_END
from tournaments.formats.encounters import Encounter
from tournaments.formats.scoring import Score, total
from tournaments.formats.standings import rank

MOST_OF_KIND = 4
MOST_REPLAYED = 8
LEAST_CLIMB = 3  # places
LEAST_BEHIND = 20  # holes
CLOSE_MARGIN = 10  # of a game that may have been decided in its last deal
TOP = 5


class Turn(Enum):
    """The kinds of turning points."""

    LEAD = "lead"
    CLIMB = "climb"
    LAST_DEAL = "last_deal"
    COMEBACK = "comeback"


@dataclass(frozen=True)
class Moment:
    """A turning point at the end of a game: of a place in the standings, or inside the game.

    `figures` are the places before and after it, the holes that winner and loser needed, or the holes by
    which the winner was behind.
    """

    turn: Turn
    game: int  # its number in the order in which the games ended
    winner: int
    loser: int
    figures: tuple[int, ...] = ()
    ply: int | None = None  # where it begins in the game


@dataclass(frozen=True)
class Deal:
    """The scores of a game's winner and loser as a deal began."""

    ply: int
    winner: int
    loser: int


def find_moments_of_standings(players: Collection[int], games: Sequence[Encounter]) -> list[Moment]:
    """Return the last changes of the leader and the greatest climbs. Games come in the order of their ends.

    The first round is left out: there the order of the ends decides, and not the play.
    """
    leads, climbs = [], []
    leader: int | None = None
    for number, winner, before, after, is_alone in _places(players, games):
        if is_alone and winner != leader:
            if leader is not None and number >= len(players) // 2:
                leads.append(_moment(Turn.LEAD, number, games[number]))
            leader = winner
        if before - after >= LEAST_CLIMB and 2 * number >= len(games):
            climbs.append(_moment(Turn.CLIMB, number, games[number], (before, after)))
    highest = sorted(climbs, key=lambda climb: (climb.figures[1] - climb.figures[0], -climb.game))
    return leads[-MOST_OF_KIND:] + highest[:MOST_OF_KIND]


def choose_replayed(games: Sequence[Encounter], moments: Sequence[Moment]) -> list[int]:
    """Return the numbers of the games to look into: the closest ones, then those of other turning points.

    They are few, whatever the size of the event.
    """
    close = [
        number
        for number, met in enumerate(games)
        if met.result is not None and 0 < met.result.spread <= CLOSE_MARGIN
    ]
    closest = sorted(close, key=lambda number: (games[number].result.spread, -number))  # type: ignore[union-attr]
    return list(dict.fromkeys([*closest, *(moment.game for moment in moments)]))[:MOST_REPLAYED]


def find_moments_in_game(number: int, met: Encounter, target: int, deals: Sequence[Deal]) -> Iterator[Moment]:
    """Yield the turning points of a game: a last deal that both could win, and a large deficit overcome."""
    if not deals:
        return
    last = deals[-1]
    needs = (target - last.winner, target - last.loser)
    if max(needs) <= NEAR_END:
        yield _moment(Turn.LAST_DEAL, number, met, needs, last.ply)
    lowest = min(deals, key=lambda deal: deal.winner - deal.loser)
    if lowest.loser - lowest.winner >= LEAST_BEHIND:
        yield _moment(Turn.COMEBACK, number, met, (lowest.loser - lowest.winner,), lowest.ply)


def top_after(players: Collection[int], games: Sequence[Encounter]) -> list[tuple[int, int]]:
    """Return the best players after these games, with their points."""
    scores = _add_up(players, games)
    best = sorted(scores, key=lambda player: (rank(scores[player]), player))[:TOP]
    return [(player, scores[player].points) for player in best]


def _add_up(players: Collection[int], games: Sequence[Encounter]) -> dict[int, Score]:
    won: dict[int, list[Score]] = {player: [] for player in players}
    for met in games:
        if met.counts:
            for player in met.players:
                won[player].append(met.score(player))
    return {player: total(scores) for player, scores in won.items()}


def _places(
    players: Collection[int], games: Sequence[Encounter]
) -> Iterator[tuple[int, int, int, int, bool]]:
    """Yield each won game's number and winner, their places before and after, and if they lead alone."""
    scores = dict.fromkeys(players, Score())
    ranks = sorted(rank(score) for score in scores.values())
    for number, met in enumerate(games):
        if not met.counts:
            continue
        winner = _winner_of(met)
        before = 0 if winner is None else 1 + bisect_left(ranks, rank(scores[winner]))
        for player in met.players:
            del ranks[bisect_left(ranks, rank(scores[player]))]
            scores[player] = total([scores[player], met.score(player)])
            insort(ranks, rank(scores[player]))
        if winner is not None:
            own = rank(scores[winner])
            yield number, winner, before, 1 + bisect_left(ranks, own), ranks[0] == own and ranks[1:2] != [own]


def _winner_of(met: Encounter) -> int | None:
    if met.result is None or met.result.winner is None:
        return None
    return met.players[met.result.winner]


def _moment(
    turn: Turn, number: int, met: Encounter, figures: tuple[int, ...] = (), ply: int | None = None
) -> Moment:
    winner = _winner_of(met)
    assert winner is not None
    loser = met.second if winner == met.first else met.first
    return Moment(turn, number, winner, loser, figures, ply)
