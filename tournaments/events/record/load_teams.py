"""Load the two teams of a duel and the boards between them, from its draws and pairings."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.events.models import Event, Pairing, Round, Team
from tournaments.events.record.load_boards import load_closed, number_of
from tournaments.events.record.load_encounters import Seated, encounter_of
from tournaments.formats import team_boards
from tournaments.formats.scoring import VOID, Result
from tournaments.formats.team_boards import (
    SeatedTable,
    TeamBoard,
    TeamDraw,
    TeamTotal,
    compare_teams,
    parse_draw,
    team_places,
    team_totals,
)


@dataclass(frozen=True)
class PlayedTable:
    """A table of a board: its players, its result, and its pairing if it could be opened."""

    seats: SeatedTable
    result: Result
    pairing: Pairing | Seated | None


@dataclass(frozen=True)
class PlayedBoard:
    """A closed board with all its tables. It has no result if one of its games does not count."""

    number: int
    tables: Sequence[PlayedTable]

    @property
    def result(self) -> TeamBoard | None:
        """Return the result of the board."""
        return compare_teams([one.seats for one in self.tables], [one.result for one in self.tables])


def load_teams(event: Event) -> list[Team]:
    """Return both teams of a duel, in order."""
    return list(event.teams.select_related("club").order_by("number"))


def load_line_ups(event: Event) -> tuple[team_boards.Team, team_boards.Team]:
    """Return the players of both teams who came to the start, in playing order."""
    one, other = (
        tuple(team.entries.filter(seed__isnull=False).order_by("seed").values_list("pk", flat=True))
        for team in load_teams(event)
    )
    return one, other


def load_draws(event: Event) -> dict[int, TeamDraw]:
    """Return the draw of each board."""
    rounds = Round.objects.filter(event=event).order_by("version").values_list("draw", flat=True)
    draws = [parse_draw(json.loads(text)) for text in rounds]
    return {draw.number: draw for draw in draws}


def load_played(event: Event) -> list[PlayedBoard]:
    """Return the closed boards of a duel, in order."""
    pairings = Pairing.objects.filter(event=event).order_by("pk")
    return played_boards(load_draws(event), pairings, load_closed(event))


def played_boards(
    draws: Mapping[int, TeamDraw], pairings: Iterable[Pairing | Seated], closed: Collection[int]
) -> list[PlayedBoard]:
    """Return the closed boards, from the draws and the pairings of a duel."""
    at = {(number_of(one), one.place): one for one in pairings}
    return [
        PlayedBoard(
            number,
            [
                _played_table(seats, at.get((number, place)))
                for place, seats in enumerate(draws[number].tables)
            ],
        )
        for number in sorted(closed)
        if number in draws
    ]


def _played_table(seats: SeatedTable, pairing: Pairing | Seated | None) -> PlayedTable:
    if pairing is None:
        return PlayedTable(seats, seats.walkover, None)
    return PlayedTable(seats, encounter_of(pairing).result or VOID, pairing)


def totals_of(event: Event, teams: Sequence[Team], boards: Sequence[PlayedBoard]) -> list[TeamTotal]:
    """Return the totals of each team: from played boards, and from boards awarded if one team was gone."""
    left = event.games - len(boards)
    one_is_gone, other_is_gone = (team.is_gone for team in teams)
    is_given = one_is_gone != other_is_gone
    given = (left * (is_given and other_is_gone), left * (is_given and one_is_gone))
    return team_totals([board.result for board in boards], given)


def load_team_places(event: Event) -> dict[int, int]:
    """Return the place of each team, by its key."""
    teams = load_teams(event)
    places = team_places(totals_of(event, teams, load_played(event)))
    return {team.pk: place for team, place in zip(teams, places, strict=True)}
