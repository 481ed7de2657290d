"""Load the games of an event as encounters, which the rules work with."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from tournaments.events.models import Entry, Event, Pairing
from tournaments.formats.encounters import Encounter
from tournaments.formats.scoring import Ending, Result, Score, total

COLUMNS = ("first_id", "second_id", "ending", "winner", "score_first", "score_second")


class Seated(NamedTuple):
    """The shown columns of a pairing."""

    game_id: str
    first_id: int
    second_id: int
    opened_at: datetime
    ended_at: datetime | None
    ending: str
    winner: int | None
    score_first: int
    score_second: int
    stage: int | None
    place: int | None
    was_disqualified: bool
    is_corrected: bool

    @property
    def encounter(self) -> Encounter:
        """Return the table as an encounter."""
        return encounter_of(self)


def load_encounters(event: Event) -> list[Encounter]:
    """Return all encounters of an event, in order."""
    rows = Pairing.objects.filter(event=event).order_by("pk").values_list(*COLUMNS)
    return [build_encounter(*row) for row in rows]


def load_scores(entries: Iterable[Entry]) -> dict[int, Score]:
    """Return each entry's score from all its games."""
    keys = [entry.pk for entry in entries]
    theirs = Pairing.objects.filter(Q(first__in=keys) | Q(second__in=keys)).order_by("pk")
    encounters = [build_encounter(*row) for row in theirs.values_list(*COLUMNS)]
    return {
        key: total(met.score(key) for met in encounters if key in met.players and met.counts) for key in keys
    }


def encounter_of(pairing: Pairing | Seated) -> Encounter:
    """Return a pairing as an encounter."""
    return build_encounter(*(getattr(pairing, column) for column in COLUMNS))


def build_encounter(
    first: int, second: int, ending: str, winner: int | None, score_first: int, score_second: int
) -> Encounter:
    """Return an encounter from these columns."""
    result = Result(Ending(ending), winner, (score_first, score_second)) if ending else None
    return Encounter(first, second, result)
