"""Which players a settled game counts for: the one answer for every figure that follows from rated games."""

from collections import defaultdict
from collections.abc import Collection

from ranking.models import Change
from ranking.rules.points import RULES, as_opponent
from ranking.settlement import COUNTS_NOTHING
from ranking.terms import ABORTED_OFTEN, BEYOND_TEN, CAPPED


def load_counted_players(games: Collection[str]) -> dict[str, frozenset[int]]:
    """Return for each settled game the players that it counts for, by the record of changes.

    A later void of another game does not alter the answer.
    """
    changes: dict[str, list[Change]] = defaultdict(list)
    for change in Change.objects.filter(game__in=games, undoes=None):
        changes[change.game].append(change)
    return {
        game: frozenset(change.player_id for change in both if _counts(change, both))
        for game, both in changes.items()
    }


def _counts(change: Change, both: list[Change]) -> bool:
    """Whether a game counts for the player of this change.

    A limit on points may depend on the result: wins over newcomers are capped, and losses to them are not.
    If only the losses counted, they would bias the figures, so a game with a newcomer never counts for the
    opponent of that newcomer.
    """
    if change.terms in COUNTS_NOTHING:
        return change.why == ABORTED_OFTEN
    if change.why in (BEYOND_TEN, CAPPED):
        return False
    if any(other.newcomer for other in both if other.player_id != change.player_id):
        return False
    stake = RULES[change.rules](change.own, as_opponent(change.bot, change.opponents))
    return stake.win > 0  # 0 from the points on at which a bot stops counting
