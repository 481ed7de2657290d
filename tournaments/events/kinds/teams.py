"""A duel of two teams over the same decks: simultaneous boards, with the seats swapped."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from common.formats.json import Json
from common.refusal import Refusal
from game.models import Player
from game.shared_decks.models import Round
from game.shared_rounds import announcing
from people.clubs.models import Club
from tournaments.events.kinds.base import Task, load_ranked
from tournaments.events.kinds.in_step import (
    LOOKS_AGAIN_AFTER,
    WAITS_FOR_PLAYERS,
    InStepKind,
    deck_set_of,
    load_latest,
    load_present,
    open_round_of_event,
    waits_since,
)
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.kinds.team_members import (
    check_may_meet,
    check_team_has_room,
    find_team,
    load_invited,
    make_teams,
)
from tournaments.events.models import Entry, Event, Team
from tournaments.events.record.ending import void
from tournaments.events.record.lines import Entrant, club_json, line_json
from tournaments.events.record.load_boards import load_closed
from tournaments.events.record.load_encounters import Seated
from tournaments.events.record.load_teams import (
    load_draws,
    load_line_ups,
    load_team_places,
    load_teams,
    played_boards,
    totals_of,
)
from tournaments.events.record.tables import Sitting
from tournaments.events.record.team_boards_view import load_team_boards_view, load_team_rows
from tournaments.formats.format import Pace, minutes_of_teams
from tournaments.formats.team_boards import BOARDS, SIZES, VERSION, TeamDraw, team_places, to_json

NAME_LENGTHS = range(2, 41)


class TeamsKind(InStepKind):
    """A kind in which margins of boards decide, without points for a win."""

    name = Event.Kind.TEAMS
    title = gettext_lazy("Duel of teams")
    lede = gettext_lazy("Two teams play eight rounds: the same cards with swapped seats.")
    meetings = gettext_lazy(
        "You and your partner play the same cards at the same time, in opposite seats. After four "
        "rounds you change opponents."
    )
    has_team_links = True
    form_parts = ("teams",)
    pays_skunks = False
    compares_tables = False
    columns = ("side",)
    board_columns = (
        "board", "table", "team", "name", "opponent", "game", "ending", "dealt_first", "score", "margin",
        "board_margin", "board_points",
    )  # fmt: skip

    def check_settings(self, settings: EventSettings) -> None:
        if settings.team_size not in SIZES:
            raise Refusal("bad_request", gettext("A team has 2 or 4 players."))
        names = [name.strip() for name in settings.teams]
        is_named = all(len(name) in NAME_LENGTHS and name.isprintable() for name in names)
        if len({name.casefold() for name in names}) != 2 or not is_named:
            raise Refusal("bad_request", gettext("Give each team a name of its own, with 2 to 40 letters."))

    def complete_form(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "round_days": 0,
            "bots_allowed": False,
            "hints": False,
            "teams": (chosen["team_one"], chosen["team_other"]),
            "invited": (_names_in(chosen["players_one"]), _names_in(chosen["players_other"])),
        }

    def length(self, settings: EventSettings) -> tuple[int, int]:
        return BOARDS, minutes_of_teams(BOARDS, Pace(settings.clock))

    def adapt(self, event: Event, settings: EventSettings) -> None:
        super().adapt(event, settings)
        event.team_size = settings.team_size

    def versions(self, event: Event) -> dict[str, str | int]:
        return {"pairing": VERSION, "scoring": VERSION, "team_size": event.team_size}

    def make_teams(self, event: Event, by: Player, settings: EventSettings) -> None:
        names = [name.strip() for name in settings.teams]
        make_teams(event, names, load_invited(by, event.team_size, settings.invited))

    def check_is_invited(self, event: Event, player: Player, club: Club | None) -> None:
        find_team(event, player, club=club)

    def choose_team(
        self, event: Event, entry: Entry, player: Player, *, club: Club | None, token: str
    ) -> None:
        entry.team = find_team(event, player, club=club, entry=entry, token=token)
        check_may_meet(event, entry.team, player)
        check_team_has_room(event, entry.team)

    def begin(self, event: Event, entries: Sequence[Entry]) -> bool:
        """Number the players of both teams and ask for their part of the decks.

        Call it off if a team is short.
        """
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

    def begin_round(self, event: Event, latest: Round | None, now: datetime) -> Task | datetime | None:
        draw = load_draw(event)
        since = waits_since(event, latest)
        waits = since is not None and now < since + WAITS_FOR_PLAYERS and _may_come_back(draw)
        if waits or not any(seats.table for seats in draw.tables):
            return now + LOOKS_AGAIN_AFTER
        open_board(event, draw)
        return None

    def can_go_on(self, event: Event) -> bool:
        """Return whether a table can be opened. If none can, award the remaining boards."""
        draw = load_draw(event)
        if any(seats.table for seats in draw.tables):
            return True
        _give_the_rest(event, draw.present)
        return False

    def final_places(self, event: Event) -> dict[int, int]:
        """Return the place of each player's team."""
        places = load_team_places(event)
        return {entry.pk: places[entry.team_id] for entry in load_ranked(event) if entry.team_id is not None}

    def standings(
        self, event: Event, entrants: Sequence[Entrant], seated: Sequence[Seated], sides: Sequence[Json]
    ) -> list[Json]:
        """Return the players of the better team before the others, each with their team's place."""
        listed = [entrant for entrant in entrants if not entrant.is_disqualified]
        lines = [
            line_json(entrant, side["place"]) | {"team": side["team"]}
            for side in sides
            for entrant in listed
            if entrant.team_id == side["team"]
        ]
        out = [line_json(one, None) | {"team": one.team_id} for one in entrants if one.is_disqualified]
        return lines + out

    def sides(self, event: Event, entrants: Sequence[Entrant], seated: Sequence[Seated]) -> list[Json]:
        """Return the two teams, the better first, by the closed boards."""
        teams = load_teams(event)
        totals = totals_of(event, teams, played_boards(load_draws(event), seated, load_closed(event)))
        places = team_places(totals)
        found = [
            {
                "club": club_json(team.club) or {"name": team.name, "slug": None},
                "team": team.pk,
                "place": place,
                "players": sum(one.team_id == team.pk and one.left_at is None for one in entrants),
                "points": total.points,
                "wins": total.won,
                "level": total.level,
                "games": total.boards,
                "spread": total.margin,
                "plus": 0,
            }
            for team, total, place in zip(teams, totals, places, strict=True)
        ]
        return sorted(found, key=lambda side: side["place"])

    def load_boards_view(self, event: Event, viewer: Player | None) -> list[Json]:
        return load_team_boards_view(event, viewer)

    def load_board_rows(self, event: Event) -> Iterator[Json]:
        yield from load_team_rows(event)


def _names_in(written: str) -> tuple[str, ...]:
    """Return the players' names that a host has typed, separated by commas or spaces."""
    return tuple(name.removeprefix("@") for name in written.replace(",", " ").split())


def open_board(event: Event, draw: TeamDraw) -> None:
    """Open a board with all tables that have two players, or raise Superseded."""
    sittings = [
        Sitting(*seats.table, stage=draw.number - 1, place=place)
        for place, seats in enumerate(draw.tables)
        if seats.table
    ]
    open_round_of_event(event, event.version, draw.number, to_json(draw), sittings)


def load_draw(event: Event) -> TeamDraw:
    """Return the draw of the next board, with the players who are present."""
    latest = load_latest(event)
    present = tuple(entry.pk for entry in load_present(event))
    number = 1 if latest is None else latest.number + 1
    return TeamDraw(event.pk, number, event.team_size, load_line_ups(event), present)


def _may_come_back(draw: TeamDraw) -> bool:
    """Return whether the absent player of an empty seat may still come back."""
    absent = Entry.objects.filter(pk__in=[*draw.empty_seats])
    return absent.filter(left_at=None, is_disqualified=False).exists()


@transaction.atomic
def _give_the_rest(event: Event, present: Collection[int]) -> None:
    """Award the remaining boards to a team with present players if the other team has none."""
    here = set(Entry.objects.filter(pk__in=present).values_list("team", flat=True))
    Team.objects.filter(event=event).exclude(pk__in=here).update(is_gone=True)
