"""Decides for which players a settled game counts, for all statistics of rated games."""

from collections import defaultdict
from collections.abc import Collection

from ranking.models import Change
from ranking.rules.points import RULES, as_opponent
from ranking.settlement import COUNTS_NOTHING
from ranking.terms import ABORTED_OFTEN, BEYOND_TEN, CAPPED


def load_counted_players(games: Collection[str]) -> dict[str, frozenset[int]]:
    """Return for each settled game the players for whom it counts, from the record of changes.

    Voiding another game later does not change the answer.
    """
    changes: dict[str, list[Change]] = defaultdict(list)
    for change in Change.objects.filter(game__in=games, undoes=None):
        changes[change.game].append(change)
    return {
        game: frozenset(change.player_id for change in both if _counts(change, both))
        for game, both in changes.items()
    }


def _counts(change: Change, both: list[Change]) -> bool:
    """Return whether a game counts for the player of this change.

    A limit on points may depend on the result: wins over newcomers are capped, and losses to them are not. If
    only the losses counted, they would bias the statistics. So a game with a newcomer never counts for the
    newcomer's opponent.
    """
    if change.terms in COUNTS_NOTHING:
        return change.why == ABORTED_OFTEN
    if change.why in (BEYOND_TEN, CAPPED):
        return False
    if any(other.newcomer for other in both if other.player_id != change.player_id):
        return False
    stake = RULES[change.rules](change.own, as_opponent(change.bot, change.opponents))
    return stake.win > 0  # 0 from the points at which a bot stops counting
