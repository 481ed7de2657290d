"""Kinds whose tables follow from a plan: a bracket's tree, or the Berger table of a round robin."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.formats.json import Json
from rng.commitment import canonical_json
from tournaments.events.kinds.base import EventKind, Task
from tournaments.events.kinds.idle import has_waited_for_paused
from tournaments.events.kinds.seeding import give_seeds
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.changes import show_change
from tournaments.events.record.ending import void
from tournaments.events.record.locking import lock_entries
from tournaments.events.record.rules import FORFEIT_AFTER, NEXT_FORFEIT_AFTER
from tournaments.events.record.tables import Sitting, open_sittings

VERSION = "plan/1"
HOURS_A_ROUND = 1.5  # includes breaks and long games
LOOKS_AGAIN_AFTER = timedelta(seconds=20)


class PlannedKind(EventKind):
    """A kind whose players and their order are fixed when it starts."""

    counts_no_shows = False  # an absent player loses the match or the game, with no further penalty
    counts_down_to_close = False
    is_seeded_by_lot: ClassVar[bool] = False

    @abstractmethod
    def find_sittings(
        self, event: Event, seeds: Sequence[Entry], pairings: Sequence[Pairing], now: datetime
    ) -> Iterator[Sitting]:
        """Yield the tables that follow from the plan now, whether or not their players are free."""

    @abstractmethod
    def is_decided(self, event: Event) -> bool:
        """Return whether nothing is left to play."""

    @abstractmethod
    def pairs_left(
        self, event: Event, seeds: Sequence[Entry], pairings: Sequence[Pairing]
    ) -> Iterator[set[int]]:
        """Yield the players of each remaining game."""

    @abstractmethod
    def closes_at(self, event: Event, players: int) -> datetime:
        """Return the time by which a plan for so many players must be finished."""

    @abstractmethod
    def games_of_each(self, event: Event, players: int) -> int:
        """Return the most games that one player can have."""

    @abstractmethod
    def read_plan(self, event: Event, seeds: Sequence[Entry]) -> Json:
        """Return the rounds by entry."""

    def joins_until(self, event: Event) -> datetime:
        return event.starts_at

    def can_be_joined(self, event: Event, now: datetime) -> bool:
        return super().can_be_joined(event, now) and event.state == Event.State.ANNOUNCED

    def begin(self, event: Event, entries: Sequence[Entry]) -> bool:
        """Number the players and set the end. Call the event off with fewer than two players."""
        staying = [entry for entry in entries if entry.left_at is None and not entry.is_disqualified]
        if len(staying) < 2:
            void(event, gettext("Fewer than two players came."))
            return False
        give_seeds(event, staying, by_lot=self.is_seeded_by_lot)
        event.closes_at = self.closes_at(event, len(staying))
        event.games = self.games_of_each(event, len(staying))
        event.save(update_fields=["closes_at", "games"])
        return True

    def next_step(self, event: Event, now: datetime) -> Task | datetime | None:
        record, sittings = self.sittings_among(event, load_seeds(event), load_pairings(event), now)
        if not sittings:
            return now + LOOKS_AGAIN_AFTER
        open_sittings(event.pk, event.version, record, sittings)
        return None

    def sittings_among(
        self, event: Event, entries: Sequence[Entry], pairings: Sequence[Pairing], now: datetime
    ) -> tuple[str, Sequence[Sitting]]:
        seeds = sorted(entries, key=lambda entry: entry.seed or 0)
        free = {entry.pk for entry in seeds if entry.free_since is not None and not is_out(entry)}
        sittings: list[Sitting] = []
        busy: set[int] = set()
        for sitting in self.find_sittings(event, seeds, pairings, now):
            two = {sitting.first, sitting.second}
            if two <= free and not two & busy:
                busy |= two
                sittings.append(sitting)
        out = sorted(entry.pk for entry in seeds if is_out(entry))
        places = [[one.stage, one.place] for one in sittings]
        seeded = [entry.pk for entry in seeds]
        return canonical_json({"version": VERSION, "seeds": seeded, "out": out, "places": places}), sittings

    def has_been_played(self, event: Event, now: datetime) -> bool:
        if self.is_decided(event):
            return True
        length = self.waits_for_paused(event)
        has_waited = has_waited_for_paused(event, now, length, is_idle=not self._can_be_opened(event))
        return has_waited and self._drop_paused(event)

    def waits_for_paused(self, event: Event) -> timedelta:
        """Return the time after which an absent player loses a match or a round."""
        return timedelta(days=event.round_days) if event.round_days else FORFEIT_AFTER + NEXT_FORFEIT_AFTER

    def plan(self, event: Event) -> Json | None:
        seeds = load_seeds(event)
        return None if len(seeds) < 2 else self.read_plan(event, seeds)

    def _can_be_opened(self, event: Event) -> bool:
        """Return whether a table is live, or two players who are not paused still have to meet."""
        seeds, pairings = load_seeds(event), load_pairings(event)
        if any(not pairing.ending for pairing in pairings):
            return True
        paused = {entry.pk for entry in seeds if entry.is_paused}
        return any(paused.isdisjoint(two) for two in self.pairs_left(event, seeds, pairings))

    @transaction.atomic
    def _drop_paused(self, event: Event) -> bool:
        """Take the paused players out of the event. Return whether that decides it."""
        lock_entries(event)
        paused = Entry.objects.filter(event=event, left_at=None, is_disqualified=False, is_paused=True)
        paused.update(left_at=clock.now(), has_changed=True)
        show_change(event.pk)
        return self.is_decided(event)


def load_seeds(event: Event) -> list[Entry]:
    """Return the players of an event with a plan, the best seed first."""
    return list(Entry.objects.filter(event=event).exclude(seed=None).order_by("seed", "pk"))


def load_pairings(event: Event) -> list[Pairing]:
    """Return the pairings of an event in order."""
    return list(Pairing.objects.filter(event=event).order_by("pk"))


def is_out(entry: Entry) -> bool:
    """Return whether a player has left or was disqualified."""
    return entry.left_at is not None or entry.is_disqualified


def score_text(scores: Sequence[int]) -> str:
    """Return a score as the rounds of a plan show it."""
    return f"{scores[0]} – {scores[1]}"
