"""A round robin: every player meets every other, all at once or one round per week."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from common.formats.json import Json
from common.refusal import Refusal
from game.table.opening import NO_MATCH
from tournaments.events.kinds.planned import (
    HOURS_A_ROUND,
    PlannedKind,
    is_out,
    load_pairings,
    load_seeds,
    score_text,
)
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.rules import FORFEIT_AFTER
from tournaments.events.record.tables import Sitting
from tournaments.formats.berger import berger_table
from tournaments.formats.scoring import Ending

ROUND_DAYS = (0, 7)
DAYS_TO_FINISH = 30  # after the last week, if there is one round per week


class RobinKind(PlannedKind):
    """A kind whose tables come from Berger's table."""

    name = Event.Kind.ROBIN
    title = gettext_lazy("Round robin")
    lede = gettext_lazy("Each player meets each other player once.")
    meetings = gettext_lazy("Each player meets each other player once.")
    is_seeded_by_lot = True
    form_parts = ("round-days", "options", "repeats")

    def check_settings(self, settings: EventSettings) -> None:
        super().check_settings(settings)
        if settings.round_days not in ROUND_DAYS:
            raise Refusal(
                "bad_request", gettext("A round robin has all rounds at once, or one round a week.")
            )

    def complete_form(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        return {}

    def find_sittings(
        self, event: Event, seeds: Sequence[Entry], pairings: Sequence[Pairing], now: datetime
    ) -> Iterator[Sitting]:
        """Yield the games of the rounds that have begun: all rounds at once, or one more each week."""
        rounds = berger_table(len(seeds))
        if event.round_days:
            rounds = rounds[: 1 + (now - event.starts_at) // timedelta(days=event.round_days)]
        for stage, place, first, second in _unplayed(seeds, pairings, rounds):
            within = timedelta(days=event.round_days) if event.round_days else FORFEIT_AFTER
            yield Sitting(first, second, stage, place, within, NO_MATCH)

    def is_decided(self, event: Event) -> bool:
        """Return whether all players who could meet have met."""
        seeds, pairings = load_seeds(event), load_pairings(event)
        under_way = any(not pairing.ending for pairing in pairings)
        return not under_way and not any(self.pairs_left(event, seeds, pairings))

    def pairs_left(
        self, event: Event, seeds: Sequence[Entry], pairings: Sequence[Pairing]
    ) -> Iterator[set[int]]:
        for _stage, _place, first, second in _unplayed(seeds, pairings, berger_table(len(seeds))):
            yield {first, second}

    def closes_at(self, event: Event, players: int) -> datetime:
        rounds = len(berger_table(players))
        if event.round_days:
            return event.starts_at + timedelta(days=event.round_days * rounds + DAYS_TO_FINISH)
        return event.starts_at + timedelta(hours=HOURS_A_ROUND * rounds)

    def games_of_each(self, event: Event, players: int) -> int:
        return players - 1

    def read_plan(self, event: Event, seeds: Sequence[Entry]) -> Json:
        rounds = [
            [[seeds[one - 1].pk, seeds[other - 1].pk] for one, other in each]
            for each in berger_table(len(seeds))
        ]
        return {"seeds": [entry.pk for entry in seeds], "rounds": rounds}

    def plan_rounds(self, plan: Json, names: Mapping[int | None, str], tables: Sequence[Json]) -> list[Json]:
        ended = {frozenset(table["entries"]): table for table in tables if table["ending"]}
        return [
            {
                "name": gettext("Round %(n)s") % {"n": number},
                "matches": [
                    {
                        "names": [names[side] for side in pair],
                        "score": _result(ended.get(frozenset(pair)), pair),
                    }
                    for pair in pairs
                ],
            }
            for number, pairs in enumerate(plan["rounds"], 1)
        ]

    def sides_at(self, event: Event, seeds: Sequence[int], stage: int, place: int) -> set[Any]:
        return {seeds[number - 1] for number in berger_table(len(seeds))[stage][place]}


def _unplayed(
    seeds: Sequence[Entry], pairings: Sequence[Pairing], rounds: Sequence[Sequence[tuple[int, int]]]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the games still to play: both players are in, and no result counts."""
    played = {(pairing.stage, pairing.place) for pairing in pairings if pairing.ending != Ending.VOID.value}
    for stage, each in enumerate(rounds):
        for place, (first, second) in enumerate(each):
            one, other = seeds[first - 1], seeds[second - 1]
            if (stage, place) not in played and not (is_out(one) or is_out(other)):
                yield stage, place, one.pk, other.pk


def _result(table: Json | None, pair: Sequence[int]) -> str:
    if table is None or table["ending"] not in ("played", "given_up"):
        return ""
    return score_text(table["scores"] if table["entries"][0] == pair[0] else table["scores"][::-1])
