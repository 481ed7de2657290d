"""A duplicate night: rounds over the same decks. Each result is compared with others in the same seat."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from common.formats.json import Json
from common.refusal import Refusal
from game.models import Player
from game.shared_decks.models import Round
from game.shared_rounds import announcing
from tournaments.events.kinds.base import Task
from tournaments.events.kinds.in_step import (
    LOOKS_AGAIN_AFTER,
    InStepKind,
    deck_set_of,
    load_present,
    open_round_of_event,
)
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.models import Entry, Event
from tournaments.events.record.boards_view import load_boards_view, load_rows
from tournaments.events.record.ending import void
from tournaments.events.record.lines import Entrant, line_json, score_json
from tournaments.events.record.load_boards import boards_of, load_boards, number_of
from tournaments.events.record.load_encounters import Seated, load_encounters
from tournaments.events.record.open_boards import HIDDEN
from tournaments.events.record.root import open_root
from tournaments.events.record.tables import Opened, Sitting
from tournaments.formats.boards import VERSION, BoardLine, order
from tournaments.formats.encounters import cards, meetings, pair_of
from tournaments.formats.format import FEWEST_TABLES, ROUNDS_IN_STEP, Pace, minutes_in_step
from tournaments.formats.pairing import Table
from tournaments.formats.swiss import VERSION as SWISS
from tournaments.formats.swiss import Standing, SwissDraw, to_json

FEWEST_TO_BEGIN = 2 * FEWEST_TABLES
# With fewer players there is nothing to compare.
FEWEST_TO_GO_ON = 4


class DuplicateKind(InStepKind):
    """A kind that pairs all present players at once, by their standings."""

    name = Event.Kind.DUPLICATE
    title = gettext_lazy("Duplicate night")
    lede = gettext_lazy("Seven rounds, the same cards at every table, for eight or more.")
    meetings = gettext_lazy(
        "All tables of a round play the same cards. Your result is x: your points minus the mean of "
        "the other players in your seat."
    )
    columns = ("x",)
    form_parts = ("repeats",)

    def check_settings(self, settings: EventSettings) -> None:
        if settings.games != ROUNDS_IN_STEP:
            raise Refusal("bad_request", gettext("A duplicate night has 7 rounds."))

    def complete_form(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        return {"round_days": 0, "games": ROUNDS_IN_STEP, "bots_allowed": False, "hints": False}

    def length(self, settings: EventSettings) -> tuple[int, int]:
        return settings.games, minutes_in_step(settings.games, Pace(settings.clock))

    def versions(self, event: Event) -> dict[str, str | int]:
        return {"pairing": SWISS, "scoring": VERSION}

    def begin(self, event: Event, entries: Sequence[Entry]) -> bool:
        """Ask the entrants to reveal their part of the decks.

        Call the event off if there are too few players.
        """
        staying = [entry for entry in entries if entry.left_at is None and not entry.is_disqualified]
        if len(staying) < FEWEST_TO_BEGIN:
            says = gettext("Fewer than %(players)s players came, and a duplicate night needs four tables.")
            void(event, says % {"players": FEWEST_TO_BEGIN})
            return False
        announcing.start_collecting(deck_set_of(event))
        return True

    def begin_round(self, event: Event, latest: Round | None, now: datetime) -> Task | datetime | None:
        present = load_present(event)
        if len(present) < FEWEST_TO_GO_ON:
            return now + LOOKS_AGAIN_AFTER
        draw = _draw(event, present, 1 if latest is None else latest.number + 1)
        return Task(event.pk, event.version, draw, open_root(event))

    def can_go_on(self, event: Event) -> bool:
        return len(load_present(event)) >= FEWEST_TO_GO_ON

    def order(self, event: Event, keys: Sequence[int]) -> Sequence[BoardLine]:
        return order(keys, load_boards(event))

    def standings(
        self, event: Event, entrants: Sequence[Entrant], seated: Sequence[Seated], sides: Sequence[Json]
    ) -> list[Json]:
        """Return the standings from the closed boards."""
        by_key = {entrant.pk: entrant for entrant in entrants}
        shown = [sitting for sitting in seated if sitting.ending != HIDDEN]
        everybody = order(by_key, boards_of(shown, {number_of(sitting) for sitting in shown}))
        out = [line for line in everybody if by_key[line.player].is_disqualified]
        ranked = [line for line in everybody if line not in out]
        places = {line.player: 1 + sum(other.place < line.place for other in ranked) for line in ranked}
        return [
            line_json(by_key[line.player], places.get(line.player))
            | score_json(line.total.score)
            | {"x": float(line.total.x), "spread": line.total.margin}
            for line in [*ranked, *out]
        ]

    def load_boards_view(self, event: Event, viewer: Player | None) -> list[Json]:
        return load_boards_view(event, viewer)

    def load_board_rows(self, event: Event) -> Iterator[Json]:
        yield from load_rows(event)


@transaction.atomic
def open_drawn_round(event_id: str, version: int, draw: SwissDraw, tables: Sequence[Table]) -> list[Opened]:
    """Open a round with all its tables, or raise Superseded."""
    event = Event.objects.get(pk=event_id)
    sittings = [Sitting(*table, stage=draw.number - 1, place=place) for place, table in enumerate(tables)]
    return open_round_of_event(event, version, draw.number, to_json(draw), sittings)


def _draw(event: Event, present: Sequence[Entry], number: int) -> SwissDraw:
    """Return the input for pairing a round."""
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
