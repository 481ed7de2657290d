"""The public part of an event: computed once per change, in each process that needs it."""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar, cast

from common import clock
from common.formats.json import Json
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Entry, Event, EventAction, Pairing, Suspension
from tournaments.events.record.changes import Mark, load_mark
from tournaments.events.record.erasing import DELETED_TEXT
from tournaments.events.record.lines import ENTRANT, Entrant, line_json, ms, player_json
from tournaments.events.record.load_encounters import Seated, encounter_of
from tournaments.events.record.locking import load_event
from tournaments.events.record.open_boards import step_json
from tournaments.events.show.event_json import event_json
from tournaments.formats.scoring import Score
from tournaments.formats.standings import order, rank

UNCHANGED = Mark()
MOST_KEPT = 20  # events, the most recently used ones

Value = TypeVar("Value")


@dataclass(frozen=True)
class Overview:
    """The public part of an event after one of its changes."""

    row: Event
    event: Json
    mark: Mark
    entrants: Sequence[Entrant]
    seated: Sequence[Seated]
    standings: Sequence[Json]
    sides: Sequence[Json]
    plan: Json | None
    _made: dict[Hashable, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return str(self.event["id"])

    @cached_property
    def by_player(self) -> dict[int, Entrant]:
        return {entrant.player_id: entrant for entrant in self.entrants}

    @cached_property
    def by_key(self) -> dict[int, Entrant]:
        return {entrant.pk: entrant for entrant in self.entrants}

    @cached_property
    def side_names(self) -> dict[int, str]:
        """Return the name of each team of a duel over the same decks."""
        return {side["team"]: side["club"]["name"] for side in self.sides if "team" in side}

    @cached_property
    def lines(self) -> dict[int, Json]:
        """Return each entrant's row of the standings."""
        return {line["entry"]: line for line in self.standings}

    @cached_property
    def live(self) -> Sequence[Seated]:
        """Return the live tables, in order."""
        return [sitting for sitting in self.seated if not sitting.ending]

    @cached_property
    def at_tables(self) -> dict[int, Seated]:
        """Return the table of each playing entrant."""
        return {key: sitting for sitting in self.live for key in (sitting.first_id, sitting.second_id)}

    @cached_property
    def tables(self) -> Sequence[Json]:
        """Return all tables, newest first. Live tables have no result yet."""
        return self.describe(self.seated)

    def describe(self, seated: Iterable[Seated]) -> Sequence[Json]:
        """Return these tables as JSON, in reverse order."""
        return [
            table_json(sitting)
            | {"players": [player_json(self.by_key[key]) for key in (sitting.first_id, sitting.second_id)]}
            for sitting in seated
        ][::-1]

    def seats_of(self, entry: int | None) -> Sequence[Seated]:
        """Return the tables of an entrant, in order."""
        return [one for one in self.seated if entry in (one.first_id, one.second_id)]

    def mine(self, player: int, suspended_until: int | None = None) -> Json:
        """Return one player's entry and table, or until when they are suspended."""
        entrant = self.by_player.get(player)
        if entrant is None:
            return {"entry": None, "suspended_until": suspended_until}
        table = self.at_tables.get(entrant.pk)
        return {
            "entry": entrant.pk,
            "left": entrant.left_at is not None,
            "paused": entrant.is_paused,
            "disqualified": entrant.is_disqualified,
            "no_shows": entrant.no_shows,
            "waits_since": entrant.free_since and ms(entrant.free_since),
            "game": table and table.game_id,
            "suspended_until": suspended_until,
        }

    def once(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return a value derived from this overview, computed for the first caller."""
        if key not in self._made:
            self._made[key] = make()
        return cast(Value, self._made[key])


_kept: dict[str, Overview] = {}
_kept_lock = Lock()


def load_overview(event_id: str) -> Overview:
    """Return the current overview of an event: the cached one, unless the event has changed since."""
    mark = load_mark(event_id)  # read before the rows, so that no cached overview is older than its mark
    kept = _kept.get(event_id)
    if kept is not None and kept.mark == mark:
        return kept
    overview = read_overview(load_event(event_id), mark)
    with _kept_lock:
        _kept.pop(event_id, None)
        _kept[event_id] = overview
        while len(_kept) > MOST_KEPT:
            del _kept[next(iter(_kept))]
    return overview


def read_overview(event: Event, mark: Mark = UNCHANGED) -> Overview:
    """Read the overview of an event from its rows."""
    rows = Entry.objects.filter(event=event).order_by("pk").values_list(*ENTRANT)
    entrants = [Entrant._make(row) for row in rows]
    pairings = Pairing.objects.filter(event=event).order_by("pk").values_list(*Seated._fields)
    kind = kind_of(event)
    seated = kind.hide_open_boards(event, [Seated._make(row) for row in pairings])
    sides = kind.sides(event, entrants, seated)
    return Overview(
        row=event,
        event=event_json(event) | {"step": step_json(event, seated), "message": load_message(event)},
        mark=mark,
        entrants=entrants,
        seated=seated,
        standings=kind.standings(event, entrants, seated, sides),
        sides=sides,
        plan=kind.plan(event),
    )


def load_message(event: Event) -> Json | None:
    """Return the last message of a director to the players, unless its words are deleted."""
    messages = EventAction.objects.filter(event=event, kind=EventAction.Kind.MESSAGE)
    last = messages.order_by("-at", "-pk").first()
    return None if last is None or last.reason == DELETED_TEXT else {"says": last.reason, "at": ms(last.at)}


def load_mine(overview: Overview, viewers: Collection[int]) -> dict[int, Json]:
    """Return the entry and table of each of these players."""
    in_force = Suspension.objects.filter(player__in=viewers, until__gt=clock.now(), lifted_at=None)
    until = {suspension.player_id: ms(suspension.until) for suspension in in_force.order_by("until")}
    return {viewer: overview.mine(viewer, until.get(viewer)) for viewer in viewers}


def load_line(event: Event, player: int) -> Json | None:
    """Return a player's own row of the standings from the totals, or None if they have not entered."""
    row = Entry.objects.filter(event=event, player=player).values_list(*ENTRANT).first()
    if row is None:
        return None
    own = Entrant._make(row)
    if not kind_of(event).adds_up_at_once:
        return load_overview(event.pk).lines.get(own.pk)
    return line_json(own, _count_place(event, own))


def _count_place(event: Event, own: Entrant) -> int | None:
    """Return the place of one entrant: count the entrants ahead, and separate level ones by their games."""
    if own.is_disqualified or kind_of(event).uses_stored_places(event):
        return own.place
    near = Entry.objects.filter(event=event, is_disqualified=False, points__gte=own.points).order_by("pk")
    sums = near.values_list("pk", "points", "wins", "spread", "plus")
    ranks = {key: rank(Score(*of_entry)) for key, *of_entry in sums}
    keys = [key for key, ranked in ranks.items() if ranked == rank(own.score)]
    ahead = sum(ranked < rank(own.score) for ranked in ranks.values())
    if len(keys) < 2:
        return 1 + ahead
    between = Pairing.objects.filter(event=event, first__in=keys, second__in=keys).order_by("pk")
    lines = order(dict.fromkeys(keys, own.score), [encounter_of(pairing) for pairing in between])
    return ahead + next(line.place for line in lines if line.player == own.pk)


def table_json(table: Seated | Pairing) -> Json:
    """Return the JSON of a table, with the first dealer first."""
    return {
        "game": table.game_id,
        "entries": [table.first_id, table.second_id],
        "opened": ms(table.opened_at),
        "ended": table.ended_at and ms(table.ended_at),
        "ending": table.ending or None,
        "winner": table.winner,
        "scores": [table.score_first, table.score_second],
        "stage": table.stage,
        "place": table.place,
        "disqualified": table.was_disqualified,
        "corrected": table.is_corrected,
    }
