"""The rows of an event's standings: entrants and their JSON."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from common.formats.json import Json
from people.clubs.models import Club
from tournaments.events.models import Event
from tournaments.events.record.load_encounters import Seated
from tournaments.formats.scoring import Score
from tournaments.formats.standings import Line, club_score, order, rank


class Entrant(NamedTuple):
    """The shown columns of an entry and its player."""

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


def order_entrants(listed: Sequence[Entrant], seated: Iterable[Seated]) -> Sequence[Line]:
    """Return entrants in order of their totals. Among level entrants, the games between them decide."""
    scores = {entrant.pk: entrant.score for entrant in listed}
    ranks = {key: rank(score) for key, score in scores.items()}
    between_level = [
        sitting.encounter
        for sitting in seated
        if sitting.first_id in ranks and ranks[sitting.first_id] == ranks.get(sitting.second_id)
    ]
    return order(scores, between_level)


def order_json(entrants: Sequence[Entrant], lines: Iterable[Line]) -> list[Json]:
    """Return the rows of the standings, then those of disqualified entrants."""
    by_key = {entrant.pk: entrant for entrant in entrants}
    found = [line_json(by_key[line.player], line.place) for line in lines]
    return found + [line_json(entrant, None) for entrant in entrants if entrant.is_disqualified]


def club_sides(event: Event, entrants: Sequence[Entrant], seated: Sequence[Seated]) -> list[Json]:
    """Return the two clubs of a duel, the better first; an empty list for any other event."""
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


def player_json(entrant: Entrant) -> Json:
    nickname = entrant.nickname if entrant.is_guest else ""
    return {"name": entrant.name, "nickname": nickname or None, "bot": bool(entrant.brain)}


def score_json(score: Score) -> Json:
    return score._asdict()


def line_json(entrant: Entrant, place: int | None) -> Json:
    """Return a row of the standings."""
    return player_json(entrant) | {
        "entry": entrant.pk,
        "place": place,
        **score_json(entrant.score),
        "here": entrant.left_at is None and not entrant.is_paused,
        "left": entrant.left_at is not None,
        "banned": entrant.left_at is not None and entrant.banned_at is not None,
        "disqualified": entrant.is_disqualified,
    }


def club_json(club: Club | None) -> Json | None:
    """Return a club's name and the address of its page, which is null after the club closes."""
    return None if club is None else {"name": club.name, "slug": club.slug}


def ms(at: datetime) -> int:
    """Return a moment in milliseconds, as pages use it."""
    return int(at.timestamp() * 1000)
