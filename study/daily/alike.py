"""Find accounts from one place that played a daily alike, for a host to look at.

Nothing happens automatically.
"""

from collections import defaultdict
from datetime import date
from hashlib import sha256

from game.accounts.places import group_by_place
from study.daily.models import DailyEntry

ROWS_AT_ONCE = 500


def mark_alike(day: date) -> int:
    """Give tries with the same moves from one place a common number. Return how many tries have one.

    Places are known for a day only, so this must run when the day closes.
    """
    played = DailyEntry.objects.filter(daily=day, margin__isnull=False, player__is_guest=False)
    by_line: dict[bytes, dict[int, int]] = defaultdict(dict)
    for player, entry, transcript in (
        played.order_by("pk").values_list("player", "pk", "game__transcript").iterator(ROWS_AT_ONCE)
    ):
        by_line[_digest(transcript)][player] = entry
    groups = [
        sorted(entries[player] for player in players)
        for entries in by_line.values()
        if len(entries) > 1
        for players in group_by_place(entries)
    ]
    for group in groups:
        DailyEntry.objects.filter(pk__in=group).update(alike=group[0])
    return sum(map(len, groups))


def _digest(transcript: str) -> bytes:
    """Return a digest of the moves of a game without their times."""
    return sha256(" ".join(word.partition("/")[0] for word in transcript.split()).encode()).digest()
