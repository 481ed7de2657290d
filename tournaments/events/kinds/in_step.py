"""Kinds with simultaneous rounds, over the same decks at every table."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar

from django.conf import settings
from django.db import transaction

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import is_banned
from game.shared_decks.models import DeckSet, Round
from game.shared_rounds import announcing
from game.shared_rounds.rounds import fill_round, open_round
from game.table.opening import RoundNotOpen
from game.table.record.round_of_game import load_set_decks
from tournaments.events.kinds.base import EventKind, Task, sum_columns
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.models import Entry, Event, EventAction, Pairing
from tournaments.events.record.changes import show_change
from tournaments.events.record.free import find_at_tables
from tournaments.events.record.load_boards import boards_of, load_closed, record_boards
from tournaments.events.record.open_boards import Table, hide_open_boards
from tournaments.events.record.rules import round_length
from tournaments.events.record.tables import Opened, Sitting, Superseded, build_shared_table, open_sittings
from tournaments.formats.boards import totals
from tournaments.formats.format import WAIT_MINUTES
from tournaments.formats.swiss import MOST_PLAYERS

WAITS_FOR_PLAYERS = timedelta(minutes=WAIT_MINUTES)
LOOKS_AGAIN_AFTER = timedelta(seconds=1)
LOOKS_AT_A_ROUND_AGAIN_AFTER = timedelta(seconds=20)

Stage = DeckSet.Stage


class InStepKind(EventKind):
    """A kind that shows and counts a board only after all tables have played it."""

    allows_hints = False  # other tables play the same cards
    adds_up_at_once = False
    most_entries = MOST_PLAYERS
    compares_tables: ClassVar[bool] = True

    @abstractmethod
    def versions(self, event: Event) -> dict[str, str | int]:
        """Return the versions of the pairing and scoring rules, which are announced with the decks."""

    @abstractmethod
    def begin_round(self, event: Event, latest: Round | None, now: datetime) -> Task | datetime | None:
        """Take the step that begins the round after the latest."""

    @abstractmethod
    def can_go_on(self, event: Event) -> bool:
        """Return whether the present players are enough for a further round."""

    def adapt(self, event: Event, settings: EventSettings) -> None:
        event.rated = False

    def prepare(self, event: Event) -> None:
        event.deck_set = announce_decks(event, self.versions(event))

    def joins_until(self, event: Event) -> datetime:
        return event.starts_at

    def can_be_joined(self, event: Event, now: datetime) -> bool:
        return super().can_be_joined(event, now) and event.state == Event.State.ANNOUNCED

    def next_step(self, event: Event, now: datetime) -> Task | datetime | None:
        if not are_decks_fixed(event):
            return now + LOOKS_AGAIN_AFTER
        latest = load_latest(event)
        if latest is not None and latest.closed_at is None:
            return now + LOOKS_AT_A_ROUND_AGAIN_AFTER  # sooner if the round closes
        return self.begin_round(event, latest, now)

    def has_been_played(self, event: Event, now: datetime) -> bool:
        """Return whether all rounds are closed, or a further one has waited for players in vain."""
        latest = load_latest(event)
        if latest is not None and latest.closed_at is None:
            return False
        if latest is not None and latest.number >= event.games:
            return True
        since = waits_since(event, latest)
        return since is not None and now >= since + WAITS_FOR_PLAYERS and not self.can_go_on(event)

    def record_boards(self, event: Event) -> None:
        record_boards(event, is_compared=self.compares_tables)

    def sums(
        self, event: Event, entries: Iterable[int], pairings: Iterable[Pairing]
    ) -> dict[int, dict[str, Any]]:
        every = totals(list(entries), boards_of(pairings, load_closed(event)))
        return {
            key: sum_columns(total.score) | {"x": str(total.x) if self.compares_tables else "0"}
            for key, total in every.items()
        }

    def hide_open_boards(self, event: Event, tables: Iterable[Table]) -> list[Table]:
        return hide_open_boards(event, tables)


def announce_decks(event: Event, versions: Mapping[str, str | int]) -> DeckSet:
    """Announce the decks of an event: all that is fixed beforehand, and the tip of their chain."""
    return announcing.announce(
        {
            "event": event.pk,
            "rules": {"target": event.target, "counting": event.counting, "clock": event.clock},
            "starts": int(event.starts_at.timestamp()),
            "round_minutes": round_length(event) // timedelta(minutes=1),
            **versions,
        },
        event.games,
        delay=settings.DELAY_STEPS,
    )


def waits_since(event: Event, latest: Round | None) -> datetime | None:
    """Return since when the next round waits: the last closing, the fixing of the decks, or a pause's end."""
    resumed = EventAction.objects.filter(event=event, kind=EventAction.Kind.RESUME)
    decks = DeckSet.objects.get(pk=deck_set_of(event))
    moments = [
        latest.closed_at if latest else decks.fixed_at or decks.collecting_since,
        resumed.order_by("-at").values_list("at", flat=True).first(),
    ]
    return max((moment for moment in moments if moment is not None), default=None)


def are_decks_fixed(event: Event) -> bool:
    """Return whether the decks of an event are fixed and known. Fix them if that is possible now."""
    deck_set = DeckSet.objects.get(pk=deck_set_of(event))
    if announcing.may_fix_root(deck_set):
        deck_set = fix_decks(event)
    elif deck_set.stage == Stage.DELAYING:
        show_change(event.pk)  # how far the delay is
    return deck_set.stage not in (Stage.COLLECTING, Stage.DELAYING)


@transaction.atomic
def fix_decks(event: Event) -> DeckSet:
    """Fix the decks of an event, and show the players whose part is not in them."""
    show_change(event.pk)
    return announcing.fix_root(deck_set_of(event))


@transaction.atomic
def open_round_of_event(
    event: Event, version: int, number: int, record: str, sittings: Sequence[Sitting]
) -> list[Opened]:
    """Open a round of an event's decks with exactly these tables, or raise Superseded."""
    try:
        round_ = open_round(deck_set_of(event), number, clock.now() + round_length(event))
        decks = load_set_decks(round_.pk)
        build = partial(build_shared_table, decks)
        opened = open_sittings(event.pk, version, record, sittings, build, decks)
    except (Refusal, RoundNotOpen):
        raise Superseded from None
    fill_round(round_.pk)
    return opened


def load_present(event: Event) -> list[Entry]:
    """Return the entrants who wait, without those at a table outside the event."""
    here = Entry.objects.filter(event=event, left_at=None, is_paused=False, is_disqualified=False)
    waiting = list(here.exclude(free_since=None).select_related("player").order_by("pk"))
    away = find_at_tables([entry.player_id for entry in waiting])
    return [
        entry
        for entry in waiting
        if entry.player_id not in away and entry.player.is_active and not is_banned(entry.player)
    ]


def load_latest(event: Event) -> Round | None:
    """Return the latest round."""
    return Round.objects.filter(deck_set=event.deck_set_id).order_by("-number").first()


def deck_set_of(event: Event) -> str:
    """Return the deck set of an event over shared decks."""
    assert event.deck_set_id is not None
    return event.deck_set_id
