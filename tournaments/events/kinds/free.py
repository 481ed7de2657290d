"""Kinds that pair players as they become free."""

from abc import abstractmethod
from collections.abc import Sequence
from datetime import datetime, timedelta

from tournaments.events.kinds.base import EventKind, Task
from tournaments.events.kinds.idle import has_waited_for_paused, live_pairings
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.free import can_be_paired, count_waiting, load_hall, to_milliseconds
from tournaments.events.record.load_encounters import encounter_of
from tournaments.events.record.root import open_root
from tournaments.events.record.tables import Sitting
from tournaments.formats.format import Format
from tournaments.formats.hall import Hall, Present
from tournaments.formats.pairing import (
    PATIENCE,
    WAIT_MS,
    WAIT_WHILE_MOST_PLAY_MS,
    Draw,
    is_due,
    longest_wait_ms,
    pair,
    to_json,
)

# A player may come back from a table outside the event, which does not notify the flow.
LOOKS_AGAIN_AFTER = timedelta(seconds=5)


class FreeKind(EventKind):
    """A kind that pairs free players."""

    @abstractmethod
    def format(self, event: Event) -> Format:
        """Return the rules of its pairings."""

    def next_step(self, event: Event, now: datetime) -> Task | datetime | None:
        at = _when_to_pair(event)
        if at is None or at > now:
            return at or event.closes_at
        draw = load_hall(event, self.format(event), now).draw(event.version + 1, to_milliseconds(now))
        if not is_due(draw):
            return _when_time_tells(draw, now)
        return Task(event.pk, event.version, draw, open_root(event))

    def has_been_played(self, event: Event, now: datetime) -> bool:
        if has_waited_for_paused(event, now, self.waits_for_paused(event), is_idle=self._is_idle(event, now)):
            return True
        return event.idle_since is not None and not self._can_be_paired(event, now, with_paused=True)

    def _is_idle(self, event: Event, now: datetime) -> bool:
        """Return whether no table is live, and none can be opened until a paused player resumes."""
        if now < self.joins_until(event) or live_pairings(event).exists():
            return False
        return not self._can_be_paired(event, now, with_paused=False)

    def _can_be_paired(self, event: Event, now: datetime, *, with_paused: bool) -> bool:
        return can_be_paired(event, self.format(event), now, with_paused=with_paused)

    def sittings_among(
        self, event: Event, entries: Sequence[Entry], pairings: Sequence[Pairing], now: datetime
    ) -> tuple[str, Sequence[Sitting]]:
        hall = Hall(
            event=event.pk,
            format=self.format(event),
            present=tuple(
                Present(entry.pk, to_milliseconds(entry.free_since or now), entry.club_id)
                for entry in entries
            ),
            encounters=tuple(map(encounter_of, pairings)),
        )
        draw = hall.draw(event.version + 1, to_milliseconds(now))
        tables = pair(draw, open_root(event)) if is_due(draw) else ()
        return to_json(draw), [Sitting(*table) for table in tables]

    def has_games_left(self, entry: Entry, event: Event) -> bool:
        return entry.played < event.games


def _when_to_pair(event: Event) -> datetime | None:
    """Return the earliest time at which a pairing may be due, from counts alone; None if none is possible."""
    waiting = count_waiting(event)
    if waiting.free < 2:
        return None
    if not waiting.playing:
        return waiting.since
    wait = longest_wait_ms(waiting.playing, waiting.free)
    return waiting.since + timedelta(milliseconds=wait + 1)


def _when_time_tells(draw: Draw, now: datetime) -> datetime:
    """Return when a pairing may become due by waiting alone."""
    waits = [
        free.since + wait + 1 - draw.at
        for free in draw.free
        for wait in (WAIT_MS, WAIT_WHILE_MOST_PLAY_MS, *PATIENCE[draw.version])
    ]
    soonest = min((wait for wait in waits if wait > 0), default=None)
    latest = now + LOOKS_AGAIN_AFTER
    return latest if soonest is None else min(latest, now + timedelta(milliseconds=soonest))
