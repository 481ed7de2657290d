"""The flow of a duel of two teams: boards begin for all at once, each seat taken by somebody who is there."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from game.shared_rounds import announcing
from tournaments.events.models import Entry, Event, Team
from tournaments.events.record.load_teams import load_line_ups, load_teams
from tournaments.events.run.closing import void
from tournaments.events.run.in_step import (
    LOOKS_AGAIN_AFTER,
    LOOKS_AT_A_ROUND_AGAIN_AFTER,
    WAITS_FOR_PLAYERS,
    are_decks_fixed,
    deck_set_of,
    load_latest,
    load_present,
    open_round_of_event,
    waits_since,
)
from tournaments.events.run.tables import Sitting
from tournaments.formats.team_boards import TeamDraw, to_json


def begin(event: Event, entries: Sequence[Entry]) -> bool:
    """Number the players of both teams, who show their part of the decks; void if a team is short."""
    staying = [entry for entry in entries if entry.left_at is None and not entry.is_disqualified]
    teams = load_teams(event)
    members = [[entry for entry in staying if entry.team_id == team.pk] for team in teams]
    for team, own in zip(teams, members, strict=True):
        if len(own) < event.team_size:
            says = gettext("Fewer than %(players)s players of %(team)s came.")
            void(event, says % {"players": event.team_size, "team": team.name})
            return False
    for own in members:
        for number, entry in enumerate(own, 1):
            entry.seed = number
        Entry.objects.bulk_update(own, ["seed"])
    announcing.start_collecting(deck_set_of(event))
    return True


def has_been_played(event: Event, now: datetime) -> bool:
    """Whether all boards are closed; or no table can be opened any more, and the others are given away."""
    latest = load_latest(event)
    if latest is not None and latest.closed_at is None:
        return False
    if latest is not None and latest.number >= event.games:
        return True
    waited_since = waits_since(event, latest)
    if waited_since is None or now < waited_since + WAITS_FOR_PLAYERS:
        return False
    draw = _draw(event)
    if any(seats.table for seats in draw.tables):
        return False
    _give_the_rest(event, draw.present)
    return True


def find_draw(event: Event, now: datetime) -> TeamDraw | datetime:
    """Who sits where at the next board; or when to look again, while it may not begin."""
    if not are_decks_fixed(event):
        return now + LOOKS_AGAIN_AFTER
    latest = load_latest(event)
    if latest is not None and latest.closed_at is None:
        return now + LOOKS_AT_A_ROUND_AGAIN_AFTER  # sooner when it closes
    draw = _draw(event)
    waited_since = waits_since(event, latest)
    waits = waited_since is not None and now < waited_since + WAITS_FOR_PLAYERS and _may_come_back(draw)
    if waits or not any(seats.table for seats in draw.tables):
        return now + LOOKS_AGAIN_AFTER
    return draw


def open_board(event: Event, draw: TeamDraw) -> None:
    """Open a board with all its tables at which both seats are taken; else Superseded."""
    sittings = [
        Sitting(*seats.table, stage=draw.number - 1, place=place)
        for place, seats in enumerate(draw.tables)
        if seats.table
    ]
    open_round_of_event(event, event.version, draw.number, to_json(draw), sittings)


def _draw(event: Event) -> TeamDraw:
    """The next board, with who is there."""
    latest = load_latest(event)
    present = tuple(entry.pk for entry in load_present(event))
    number = 1 if latest is None else latest.number + 1
    return TeamDraw(event.pk, number, event.team_size, load_line_ups(event), present)


def _may_come_back(draw: TeamDraw) -> bool:
    """Whether a seat is empty whose player has not left for good."""
    absent = Entry.objects.filter(pk__in=[*draw.empty_seats])
    return absent.filter(left_at=None, is_disqualified=False).exists()


@transaction.atomic
def _give_the_rest(event: Event, present: Collection[int]) -> None:
    """Give the boards that are left to the team that has somebody there, where the other has nobody."""
    here = set(Entry.objects.filter(pk__in=present).values_list("team", flat=True))
    Team.objects.filter(event=event).exclude(pk__in=here).update(is_gone=True)
