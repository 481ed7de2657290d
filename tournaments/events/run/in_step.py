"""The flow of an event whose rounds begin for all at once, over the same decks at every table."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import is_banned
from game.shared_decks.models import DeckSet, Round
from game.shared_rounds import announcing
from game.shared_rounds.rounds import fill_round, open_round
from game.table.opening import RoundNotOpen
from game.table.round_of_game import load_set_decks
from tournaments.events.models import Entry, Event, EventAction
from tournaments.events.record.changes import show_change
from tournaments.events.record.load_boards import load_boards
from tournaments.events.record.load_encounters import load_encounters
from tournaments.events.record.rules import is_of_teams, round_length
from tournaments.events.run.closing import void
from tournaments.events.run.free import find_at_tables
from tournaments.events.run.tables import Opened, Sitting, Superseded, build_shared_table, open_sittings
from tournaments.formats.boards import VERSION, order
from tournaments.formats.encounters import cards, meetings, pair_of
from tournaments.formats.format import FEWEST_TABLES, WAIT_MINUTES
from tournaments.formats.pairing import Table
from tournaments.formats.swiss import VERSION as SWISS
from tournaments.formats.swiss import Standing, SwissDraw, to_json
from tournaments.formats.team_boards import VERSION as TEAMS

FEWEST_TO_BEGIN = 2 * FEWEST_TABLES
# With fewer there is nothing to compare.
FEWEST_TO_GO_ON = 4
WAITS_FOR_PLAYERS = timedelta(minutes=WAIT_MINUTES)
LOOKS_AGAIN_AFTER = timedelta(seconds=1)
LOOKS_AT_A_ROUND_AGAIN_AFTER = timedelta(seconds=20)

Stage = DeckSet.Stage


def announce_decks(event: Event) -> DeckSet:
    """Announce the decks of an event: all that is fixed beforehand, and the tip of their chain."""
    return announcing.announce(
        {
            "event": event.pk,
            "rules": {"target": event.target, "counting": event.counting, "clock": event.clock},
            "starts": int(event.starts_at.timestamp()),
            "round_minutes": round_length(event) // timedelta(minutes=1),
            **_versions(event),
        },
        event.games,
    )


def _versions(event: Event) -> dict[str, str | int]:
    """By which rules who meets whom is found, and what it brings."""
    if is_of_teams(event):
        return {"pairing": TEAMS, "scoring": TEAMS, "team_size": event.team_size}
    return {"pairing": SWISS, "scoring": VERSION}


def begin(event: Event, entries: Sequence[Entry]) -> bool:
    """Have the entrants of an event show their part of its decks; with too few players it is called off."""
    staying = [entry for entry in entries if entry.left_at is None and not entry.is_disqualified]
    if len(staying) < FEWEST_TO_BEGIN:
        says = gettext("Fewer than %(players)s players came, and a duplicate night needs four tables.")
        void(event, says % {"players": FEWEST_TO_BEGIN})
        return False
    announcing.start_collecting(deck_set_of(event))
    return True


def has_been_played(event: Event, now: datetime) -> bool:
    """Whether all rounds are closed, or too few are left to go on."""
    latest = load_latest(event)
    if latest is not None and latest.closed_at is None:
        return False
    if latest is not None and latest.number >= event.games:
        return True
    since = waits_since(event, latest)
    return (
        since is not None and now >= since + WAITS_FOR_PLAYERS and len(load_present(event)) < FEWEST_TO_GO_ON
    )


def waits_since(event: Event, latest: Round | None) -> datetime | None:
    """Since when the next round waits: the last one closed, the decks were to be shown, or a pause ended."""
    resumed = EventAction.objects.filter(event=event, kind=EventAction.Kind.RESUME)
    moments = [
        latest.closed_at if latest else DeckSet.objects.get(pk=deck_set_of(event)).collecting_since,
        resumed.order_by("-at").values_list("at", flat=True).first(),
    ]
    return max((moment for moment in moments if moment is not None), default=None)


def find_draw(event: Event, now: datetime) -> SwissDraw | datetime:
    """What the next round is paired from; or when to look again, while it may not begin."""
    if not are_decks_fixed(event):
        return now + LOOKS_AGAIN_AFTER
    latest = load_latest(event)
    if latest is not None and latest.closed_at is None:
        return now + LOOKS_AT_A_ROUND_AGAIN_AFTER  # sooner when it closes
    present = load_present(event)
    if len(present) < FEWEST_TO_GO_ON:
        return now + LOOKS_AGAIN_AFTER
    return _draw(event, present, 1 if latest is None else latest.number + 1)


def are_decks_fixed(event: Event) -> bool:
    """Whether the decks of an event are fixed; they are as soon as they may be."""
    deck_set = DeckSet.objects.get(pk=deck_set_of(event))
    if deck_set.stage == Stage.COLLECTING:
        if not announcing.may_fix_root(deck_set):
            return False
        fix_decks(event)
    return True


@transaction.atomic
def fix_decks(event: Event) -> None:
    """Fix the decks of an event, and show who had no part in them."""
    announcing.fix_root(deck_set_of(event))
    show_change(event.pk)


@transaction.atomic
def open_drawn_round(event_id: str, version: int, draw: SwissDraw, tables: Sequence[Table]) -> list[Opened]:
    """Open a round with all its tables, or Superseded."""
    event = Event.objects.get(pk=event_id)
    sittings = [Sitting(*table, stage=draw.number - 1, place=place) for place, table in enumerate(tables)]
    return open_round_of_event(event, version, draw.number, to_json(draw), sittings)


@transaction.atomic
def open_round_of_event(
    event: Event, version: int, number: int, record: str, sittings: Sequence[Sitting]
) -> list[Opened]:
    """Open a round of an event's decks with these tables, to which no more are added; else Superseded."""
    try:
        round_ = open_round(deck_set_of(event), number, clock.now() + round_length(event))
        decks = load_set_decks(round_.pk)
        build = partial(build_shared_table, decks)
        opened = open_sittings(event.pk, version, record, sittings, build, decks)
    except (Refusal, RoundNotOpen):
        raise Superseded from None
    fill_round(round_.pk)
    return opened


def _draw(event: Event, present: Sequence[Entry], number: int) -> SwissDraw:
    """All that the tables of a round go by."""
    encounters = load_encounters(event)
    keys = [entry.pk for entry in present]
    behind = cards(keys, encounters)
    lines = order(list(Entry.objects.filter(event=event).values_list("pk", flat=True)), load_boards(event))
    place = {line.player: line.place for line in lines}
    met = meetings(encounters)
    free = tuple(
        Standing(key, place[key], behind[key].games, behind[key].lean, behind[key].dealt_first_last)
        for key in keys
    )
    here = {*keys}
    apart = {pair_of(entry.pk, other) for entry in present for other in entry.apart if other in here}
    times = tuple((*pair, n) for pair, n in sorted(met.items()) if here.issuperset(pair))
    return SwissDraw(event.pk, number, free, times, tuple(sorted(apart)))


def load_present(event: Event) -> list[Entry]:
    """Who is there and at no table elsewhere."""
    here = Entry.objects.filter(event=event, left_at=None, is_paused=False, is_disqualified=False)
    waiting = list(here.exclude(free_since=None).select_related("player").order_by("pk"))
    away = find_at_tables([entry.player_id for entry in waiting])
    return [
        entry
        for entry in waiting
        if entry.player_id not in away and entry.player.is_active and not is_banned(entry.player)
    ]


def load_latest(event: Event) -> Round | None:
    """The round that was opened last."""
    return Round.objects.filter(deck_set=event.deck_set_id).order_by("-number").first()


def deck_set_of(event: Event) -> str:
    """The decks of an event that has some."""
    assert event.deck_set_id is not None
    return event.deck_set_id
