"""The bracket that decides a season: the best play best of five, a week after the last day."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from common import clock
from game.events.models import Event
from game.models import Player
from game.seasons.models import Season
from game.seasons.order import nights_of

A_WEEK = timedelta(days=7)


def open_final(season: Season, best: Sequence[Player]) -> Event:
    """Announce the final of a season, with the best seeded in their order and entered already."""
    raise NotImplementedError


def when_to_play(season: Season) -> datetime:
    """A week after the season, at the hour of its last night; never sooner than in a week from now."""
    last = nights_of(season).filter(state=Event.State.OVER).order_by("-starts_at").first()
    hour = (last.starts_at if last else season.ends_at).time()
    starts_at = datetime.combine(season.ends_at.date(), hour, season.ends_at.tzinfo) + A_WEEK
    while starts_at < clock.now() + A_WEEK - timedelta(days=1):
        starts_at += timedelta(days=1)
    return starts_at
