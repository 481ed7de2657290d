"""What an event shows to everybody: worked out once for each change of it, in each process that is asked."""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any, NamedTuple, TypeVar, cast

from django.db.models import F

from common import clock
from game.table.wire import Json
from people.clubs.models import Club
from tournaments.events.models import Entry, Event, Pairing, Suspension
from tournaments.events.record.changes import Mark, load_mark
from tournaments.events.record.load_boards import boards_of, load_closed, number_of
from tournaments.events.record.load_encounters import Seated, encounter_of
from tournaments.events.record.load_teams import load_draws, load_teams, played_boards, totals_of
from tournaments.events.record.locking import load_event
from tournaments.events.record.rules import is_in_step, is_of_teams, is_planned
from tournaments.events.run.plan import load_bracket
from tournaments.events.show.event_json import club_json, event_json, ms
from tournaments.events.show.open_boards import HIDDEN, hide_open_boards, step_json
from tournaments.formats import boards
from tournaments.formats.berger import berger_table
from tournaments.formats.bracket import Bracket, Match, Side, Unknown
from tournaments.formats.scoring import Score
from tournaments.formats.standings import club_score, order, rank
from tournaments.formats.team_boards import team_places

UNCHANGED = Mark()
MOST_KEPT = 20  # events; the last ones that were asked for

Value = TypeVar("Value")


class Entrant(NamedTuple):
    """An entry and its player, as far as they are shown."""

    pk: int
    player_id: int
    club_id: int | None
    team_id: int | None
    left_at: datetime | None
    banned_at: datetime | None
    is_paused: bool
    is_disqualified: bool
    no_shows: int
    free_since: datetime | None
    place: int | None
    points: int
    wins: int
    spread: int
    plus: int
    played: int
    name: str
    nickname: str
    is_guest: bool
    brain: str

    @property
    def score(self) -> Score:
        return Score(self.points, self.wins, self.spread, self.plus, self.played)


ENTRANT = ("pk", *Entrant._fields[1:16], *(f"player__{name}" for name in ("username", *Entrant._fields[17:])))


@dataclass(frozen=True)
class Overview:
    """An event after one of its changes, with all that follows from it for everybody."""

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
        """The name of each team of a duel over the same decks."""
        return {side["team"]: side["club"]["name"] for side in self.sides if "team" in side}

    @cached_property
    def lines(self) -> dict[int, Json]:
        """Each entrant's line in the order."""
        return {line["entry"]: line for line in self.standings}

    @cached_property
    def live(self) -> Sequence[Seated]:
        """The tables that are being played, in order."""
        return [sitting for sitting in self.seated if not sitting.ending]

    @cached_property
    def at_tables(self) -> dict[int, Seated]:
        """At which table each who plays sits."""
        return {key: sitting for sitting in self.live for key in (sitting.first_id, sitting.second_id)}

    @cached_property
    def tables(self) -> Sequence[Json]:
        """All tables, the newest first; those under way have no result yet."""
        return self.describe(self.seated)

    def describe(self, seated: Iterable[Seated]) -> Sequence[Json]:
        """These tables, the last one first."""
        return [
            table_json(sitting)
            | {"players": [player_json(self.by_key[key]) for key in (sitting.first_id, sitting.second_id)]}
            for sitting in seated
        ][::-1]

    def seats_of(self, entry: int | None) -> Sequence[Seated]:
        """The tables of one who is in the event, in order."""
        return [one for one in self.seated if entry in (one.first_id, one.second_id)]

    def mine(self, player: int, suspended_until: int | None = None) -> Json:
        """What concerns one player: their entry and table, or until when they are suspended."""
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
        """What is made of this overview once, for the first who asks."""
        if key not in self._made:
            self._made[key] = make()
        return cast(Value, self._made[key])


_kept: dict[str, Overview] = {}
_kept_lock = Lock()


def load_overview(event_id: str) -> Overview:
    """An event as it is now: the kept one, unless anything that it shows has changed since."""
    mark = load_mark(event_id)  # before all that is read, so that nothing kept is older than its mark
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
    """An event as its rows have it."""
    rows = Entry.objects.filter(event=event).order_by("pk").values_list(*ENTRANT)
    entrants = [Entrant._make(row) for row in rows]
    pairings = Pairing.objects.filter(event=event).order_by("pk").values_list(*Seated._fields)
    seated = hide_open_boards(event, [Seated._make(row) for row in pairings])
    sides = _teams(event, entrants, seated) if is_of_teams(event) else _sides(event, entrants, seated)
    return Overview(
        row=event,
        event=event_json(event) | {"step": step_json(event, seated)},
        mark=mark,
        entrants=entrants,
        seated=seated,
        standings=_team_lines(sides, entrants) if is_of_teams(event) else _standings(event, entrants, seated),
        sides=sides,
        plan=_plan(event) if is_planned(event) else None,
    )


def load_mine(overview: Overview, viewers: Collection[int]) -> dict[int, Json]:
    """What concerns each of these players."""
    in_force = Suspension.objects.filter(player__in=viewers, until__gt=clock.now(), lifted_at=None)
    until = {suspension.player_id: ms(suspension.until) for suspension in in_force.order_by("until")}
    return {viewer: overview.mine(viewer, until.get(viewer)) for viewer in viewers}


def load_line(event: Event, player: int) -> Json | None:
    """A player's own line in the order, by the sums that entries hold; none for who is not in."""
    row = Entry.objects.filter(event=event, player=player).values_list(*ENTRANT).first()
    if row is None:
        return None
    own = Entrant._make(row)
    if is_in_step(event):
        return load_overview(event.pk).lines.get(own.pk)
    return line_json(own, _count_place(event, own))


def _count_place(event: Event, own: Entrant) -> int | None:
    """The place of one entrant, by counting who is before them; who is level is set apart by their games."""
    if own.is_disqualified or _is_by_tree(event.kind, event.state):
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


def _standings(event: Event, entrants: Sequence[Entrant], seated: Sequence[Seated]) -> list[Json]:
    """The order of an event, by the sums of its entries; who is disqualified comes last, without a place.

    Once a bracket is over, its order is who came how far, whatever points that took.
    """
    if is_in_step(event):
        return _board_lines(entrants, seated)
    listed = {entrant.pk: entrant for entrant in entrants if not entrant.is_disqualified}
    scores = {key: entrant.score for key, entrant in listed.items()}
    ranks = {key: rank(score) for key, score in scores.items()}
    between_level = [
        sitting.encounter
        for sitting in seated
        if sitting.first_id in ranks and ranks[sitting.first_id] == ranks.get(sitting.second_id)
    ]
    lines = order(scores, between_level)
    found = [line_json(listed[line.player], line.place) for line in lines]
    if _is_by_tree(event.kind, event.state):
        by_tree = sorted(lines, key=lambda line: listed[line.player].place or len(lines) + 1)
        found = [line_json(listed[line.player], listed[line.player].place) for line in by_tree]
    return found + [line_json(entrant, None) for entrant in entrants if entrant.is_disqualified]


def _board_lines(entrants: Sequence[Entrant], seated: Sequence[Seated]) -> list[Json]:
    """The order by the boards that are closed, of tables of which the others are hidden."""
    by_key = {entrant.pk: entrant for entrant in entrants}
    shown = [sitting for sitting in seated if sitting.ending != HIDDEN]
    everybody = boards.order(by_key, boards_of(shown, {number_of(sitting) for sitting in shown}))
    out = [line for line in everybody if by_key[line.player].is_disqualified]
    ranked = [line for line in everybody if line not in out]
    places = {line.player: 1 + sum(other.place < line.place for other in ranked) for line in ranked}
    return [
        line_json(by_key[line.player], places.get(line.player))
        | score_json(line.total.score)
        | {"x": float(line.total.x), "spread": line.total.margin}
        for line in [*ranked, *out]
    ]


def _is_by_tree(kind: str, state: str) -> bool:
    return kind == Event.Kind.BRACKET and state == Event.State.OVER


def _sides(event: Event, entrants: Sequence[Entrant], seated: Sequence[Seated]) -> list[Json]:
    """The two clubs of a duel, the better first; nothing of any other event."""
    clubs: list[Club] = [club for club in (event.club, event.rival) if club and event.rival]
    met = [sitting.encounter for sitting in seated] if clubs else []
    members = {
        club.pk: [one.pk for one in entrants if one.club_id == club.pk and not one.is_disqualified]
        for club in clubs
    }
    scores = [(club, club_score(members[club.pk], met)) for club in clubs]
    return [
        {"club": club_json(club), "players": len(members[club.pk]), **score_json(score)}
        | {"place": 1 + sum(rank(other) < rank(score) for _, other in scores)}
        for club, score in sorted(scores, key=lambda side: rank(side[1]))
    ]


def _teams(event: Event, entrants: Sequence[Entrant], seated: Sequence[Seated]) -> list[Json]:
    """The two teams of a duel over the same decks, the better first, by the boards that are closed."""
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


def _team_lines(sides: Sequence[Json], entrants: Sequence[Entrant]) -> list[Json]:
    """The players of the better team before those of the other, each with the place of their team."""
    listed = [entrant for entrant in entrants if not entrant.is_disqualified]
    lines = [
        line_json(entrant, side["place"]) | {"team": side["team"]}
        for side in sides
        for entrant in listed
        if entrant.team_id == side["team"]
    ]
    out = [line_json(one, None) | {"team": one.team_id} for one in entrants if one.is_disqualified]
    return lines + out


def _plan(event: Event) -> Json | None:
    """The tree of a bracket, or the rounds of a round robin, by entries; null before it starts.

    In a bracket a side is an entry, null where it is still open, and 0 where there is nobody.
    """
    seeds = list(Entry.objects.filter(event=event, seed__isnull=False).order_by(F("seed"), "pk"))
    if len(seeds) < 2:
        return None
    if event.kind == Event.Kind.BRACKET:
        bracket = load_bracket(event, seeds, list(Pairing.objects.filter(event=event).order_by("pk")))
        return {
            "seeds": [entry.pk for entry in seeds],
            "rounds": [
                [_match_json(bracket, match) for match in bracket.matches(number)]
                for number in range(bracket.rounds)
            ],
            "champion": _side_json(bracket.champion),
        }
    rounds = [
        [[seeds[one - 1].pk, seeds[other - 1].pk] for one, other in each] for each in berger_table(len(seeds))
    ]
    return {"seeds": [entry.pk for entry in seeds], "rounds": rounds}


def _match_json(bracket: Bracket, match: Match) -> Json:
    return {
        "sides": [_side_json(side) for side in bracket.sides(match)],
        "wins": bracket.wins(match),
        "winner": _side_json(bracket.winner(match)),
    }


def _side_json(side: Side) -> int | None:
    return {Unknown.PENDING: None, Unknown.NOBODY: 0}[side] if isinstance(side, Unknown) else side


def table_json(table: Seated | Pairing) -> Json:
    """One table: who deals first is named first."""
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
    }


def player_json(entrant: Entrant) -> Json:
    nickname = entrant.nickname if entrant.is_guest else ""
    return {"name": entrant.name, "nickname": nickname or None, "bot": bool(entrant.brain)}


def score_json(score: Score) -> Json:
    return score._asdict()


def line_json(entrant: Entrant, place: int | None) -> Json:
    """One line of the order."""
    return player_json(entrant) | {
        "entry": entrant.pk,
        "place": place,
        **score_json(entrant.score),
        "here": entrant.left_at is None and not entrant.is_paused,
        "left": entrant.left_at is not None,
        "banned": entrant.left_at is not None and entrant.banned_at is not None,
        "disqualified": entrant.is_disqualified,
    }
