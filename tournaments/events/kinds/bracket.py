"""A bracket: a knock-out over a fixed tree. Each match is the best of three or five games."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from common.formats.json import Json
from common.refusal import Refusal
from game.table.opening import MatchPlace
from tournaments.events.kinds.planned import (
    HOURS_A_ROUND,
    PlannedKind,
    is_out,
    load_pairings,
    load_seeds,
    score_text,
)
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.models import Entry, Event, EventAction, Pairing
from tournaments.events.record.lines import Entrant
from tournaments.events.record.load_encounters import Seated, encounter_of
from tournaments.events.record.root import open_root
from tournaments.events.record.rules import FORFEIT_AFTER, NEXT_FORFEIT_AFTER
from tournaments.events.record.tables import Sitting
from tournaments.formats import lots
from tournaments.formats.bracket import BEST_OF, Bracket, Match, Side, Unknown
from tournaments.formats.encounters import Encounter
from tournaments.formats.scoring import Ending


class BracketKind(PlannedKind):
    """A kind in which matches decide, without points for a win."""

    name = Event.Kind.BRACKET
    title = gettext_lazy("Bracket")
    lede = gettext_lazy("The loser of a match is out, and the winner goes on.")
    meetings = gettext_lazy("The loser of a match is out.")
    length_fields = ("best_of",)
    form_parts = ("best-of", "options", "repeats")
    has_standings = False
    allows_corrections = False
    follows_a_night = True
    pays_skunks = False
    ends_after_games = False

    def check_settings(self, settings: EventSettings) -> None:
        super().check_settings(settings)
        if settings.best_of not in BEST_OF:
            raise Refusal("bad_request", gettext("A match is the best of 3 or of 5 games."))

    def adapt(self, event: Event, settings: EventSettings) -> None:
        event.best_of = settings.best_of

    def check_is_qualified(self, event: Event) -> None:
        if event.entries.filter(seed__isnull=False).exists():
            raise Refusal("not_yours", gettext("This bracket is for players who have qualified for it."))
        if event.source_id is not None:
            raise Refusal("not_yours", gettext("This bracket is for the best quarter of a night."))

    def find_sittings(
        self, event: Event, seeds: Sequence[Entry], pairings: Sequence[Pairing], now: datetime
    ) -> Iterator[Sitting]:
        bracket, root = load_bracket(event, seeds, pairings), open_root(event)
        for match in bracket.to_play():
            one, other = bracket.sides(match)
            assert isinstance(one, int)
            assert isinstance(other, int)
            number = match.round * 1000 + match.number
            first = bracket.first_deal(match, lots.cut(event.pk, root, number, (one, other)))
            earlier = [pairing for pairing in pairings if (pairing.stage, pairing.place) == match]
            dealt = [pairing for pairing in earlier if encounter_of(pairing).was_dealt]
            came_late = any(pairing.ending == Ending.NO_SHOW.value for pairing in earlier)
            yield Sitting(
                first,
                other if first == one else one,
                match.round,
                match.number,
                NEXT_FORFEIT_AFTER if came_late else FORFEIT_AFTER,
                MatchPlace(earlier[0].game_id if earlier else "", event.best_of),
                after=dealt[-1].game_id if dealt else "",
            )

    def is_decided(self, event: Event) -> bool:
        """Return whether there is a champion."""
        bracket = load_bracket(event, load_seeds(event), load_pairings(event))
        return bracket.champion is not Unknown.PENDING

    def pairs_left(
        self, event: Event, seeds: Sequence[Entry], pairings: Sequence[Pairing]
    ) -> Iterator[set[int]]:
        bracket = load_bracket(event, seeds, pairings)
        for match in bracket.to_play():
            yield {side for side in bracket.sides(match) if isinstance(side, int)}

    def closes_at(self, event: Event, players: int) -> datetime:
        return event.starts_at + timedelta(hours=HOURS_A_ROUND * event.best_of * max(1, players).bit_length())

    def games_of_each(self, event: Event, players: int) -> int:
        return event.best_of * (players - 1).bit_length()

    def final_places(self, event: Event) -> dict[int, int]:
        """Return place 1 for the champion, 2 for the loser of the final, then 3, 5, 9 ..."""
        seeds = load_seeds(event)
        bracket = load_bracket(event, seeds, load_pairings(event))
        place = {}
        for number in range(bracket.rounds):
            for match in bracket.matches(number):
                winner = bracket.winner(match)
                for side in bracket.sides(match):
                    if isinstance(side, int) and side != winner:
                        place[side] = 1 + (1 << (bracket.rounds - 1 - number))
        if isinstance(bracket.champion, int):
            place[bracket.champion] = 1
        return {
            entry.pk: place[entry.pk] for entry in seeds if entry.pk in place and not entry.is_disqualified
        }

    def uses_stored_places(self, event: Event) -> bool:
        """Return whether the event is over: its standings then show how far each player came."""
        return event.state == Event.State.OVER

    def standings(
        self, event: Event, entrants: Sequence[Entrant], seated: Sequence[Seated], sides: Sequence[Json]
    ) -> list[Json]:
        lines = super().standings(event, entrants, seated, sides)
        if not self.uses_stored_places(event):
            return lines
        stored = {entrant.pk: entrant.place for entrant in entrants}
        listed = [line | {"place": stored[line["entry"]]} for line in lines if not line["disqualified"]]
        listed.sort(key=lambda line: line["place"] or len(listed) + 1)
        return [*listed, *(line for line in lines if line["disqualified"])]

    def read_plan(self, event: Event, seeds: Sequence[Entry]) -> Json:
        """Return the tree. A side is an entry, null if it is still open, or 0 if there is no player."""
        bracket = load_bracket(event, seeds, load_pairings(event))
        return {
            "seeds": [entry.pk for entry in seeds],
            "rounds": [
                [_match_json(bracket, match) for match in bracket.matches(number)]
                for number in range(bracket.rounds)
            ],
            "champion": _side_json(bracket.champion),
        }

    def plan_rounds(self, plan: Json, names: Mapping[int | None, str], tables: Sequence[Json]) -> list[Json]:
        return [
            {
                "name": _round_name(number, len(plan["rounds"])),
                "matches": [
                    {"names": [names[side] for side in match["sides"]], "score": score_text(match["wins"])}
                    for match in matches
                ],
            }
            for number, matches in enumerate(plan["rounds"], 1)
        ]

    def sides_at(self, event: Event, seeds: Sequence[int], stage: int, place: int) -> set[Any]:
        bracket = load_bracket(event, load_seeds(event), load_pairings(event))
        return {*bracket.sides(Match(stage, place))}


def load_bracket(event: Event, seeds: Sequence[Entry], pairings: Sequence[Pairing]) -> Bracket:
    """Return the tree with the results so far."""
    games: dict[Match, list[Encounter]] = defaultdict(list)
    for pairing in pairings:
        assert pairing.stage is not None
        assert pairing.place is not None
        games[Match(pairing.stage, pairing.place)].append(encounter_of(pairing))
    return Bracket(tuple(entry.pk for entry in seeds), event.best_of, games, _load_out(event, seeds))


def _load_out(event: Event, seeds: Sequence[Entry]) -> tuple[int, ...]:
    """Return the seeds that have left or were disqualified, in the order in which they went."""
    out = [entry for entry in seeds if is_out(entry)]
    disqualified = EventAction.objects.filter(event=event, kind=EventAction.Kind.DISQUALIFY)
    is_asked = any(entry.left_at is None for entry in out)
    ruled_at = dict(disqualified.values_list("player", "at")) if is_asked else {}
    went = {entry.pk: entry.left_at or ruled_at.get(entry.player_id, event.starts_at) for entry in out}
    return tuple(sorted(went, key=lambda key: (went[key], key)))


def _round_name(number: int, rounds: int) -> str:
    if number == rounds:
        return gettext("Final")
    return gettext("Semifinals") if number == rounds - 1 else gettext("Round %(n)s") % {"n": number}


def _match_json(bracket: Bracket, match: Match) -> Json:
    return {
        "sides": [_side_json(side) for side in bracket.sides(match)],
        "wins": bracket.wins(match),
        "winner": _side_json(bracket.winner(match)),
    }


def _side_json(side: Side) -> int | None:
    return {Unknown.PENDING: None, Unknown.NOBODY: 0}[side] if isinstance(side, Unknown) else side
