"""Makes events: by a host, or by the scheduler."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.models import Player
from game.runtime.pubsub import publish_on_commit
from people.clubs.models import Club
from rng import entropy
from tournaments.events.manage.actions import require_may_create
from tournaments.events.manage.teams import load_invited, make_teams
from tournaments.events.models import Event
from tournaments.events.record.notify import invite_members
from tournaments.events.record.root import give_root
from tournaments.events.record.rules import IN_STEP, is_of_teams
from tournaments.events.run.in_step import announce_decks
from tournaments.formats.bracket import BEST_OF
from tournaments.formats.format import (
    HOUR_GAMES,
    NIGHT_GAMES,
    ROUNDS_IN_STEP,
    Pace,
    minutes_in_step,
    minutes_of_teams,
    night,
)
from tournaments.formats.team_boards import BOARDS, SIZES

TITLE_LENGTHS = range(3, 61)
TEAM_NAME_LENGTHS = range(2, 41)
LATEST = timedelta(days=90)
MOST_OF_A_CLUB = 20  # announced at once
ROUND_DAYS = (0, 7)


@dataclass(frozen=True, slots=True)
class EventSettings:
    """What is chosen of an event; its games and its minutes follow from each other."""

    kind: str
    title: str
    starts_at: datetime
    games: int = 9
    minutes: int = 60
    counting: str = "auto"
    clock: str = "quick"
    rated: bool = True
    bots_allowed: bool = False
    best_of: int = 3
    round_days: int = 0
    source: Event | None = None
    # Of a duel of two teams: how many of each play, their names, and who is invited to each by name.
    team_size: int = 0
    teams: tuple[str, ...] = ()
    invited: tuple[tuple[str, ...], ...] = ((), ())


@transaction.atomic
def create_event(*, by: Player, settings: EventSettings, club: Club | None = None) -> Event:
    """Make an event, perhaps of a club, for its members. Asked for twice, it is one."""
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)  # one request after the other
    require_may_create(by, club)
    if settings.kind == Event.Kind.DUEL:
        raise Refusal("bad_request", gettext("A duel is made by inviting another club to it."))
    check_settings(settings)
    same = Event.objects.filter(
        by=by, club=club, kind=settings.kind, title=settings.title.strip(), starts_at=settings.starts_at
    )
    if (made := same.exclude(state=Event.State.VOID).first()) is not None:
        return made
    event = build_event(settings, by=by)
    if club is not None:
        check_has_room(club)
        event.club = club
    save_new(event)
    if is_of_teams(event):
        make_teams(
            event,
            [name.strip() for name in settings.teams],
            load_invited(by, event.team_size, settings.invited),
        )
    invite_members(event)
    publish_on_commit("lobby")
    return event


@transaction.atomic
def save_new(event: Event) -> None:
    """Write down a new event, and announce its decks where all its tables share them."""
    if event.kind in IN_STEP:
        event.deck_set = announce_decks(event)
    event.save(force_insert=True)


def check_has_room(club: Club) -> None:
    """Refuse a club one event too many; its row is locked."""
    announced = Event.objects.filter(club=club, state=Event.State.ANNOUNCED)
    if announced.count() >= MOST_OF_A_CLUB:
        message = gettext("%(club)s has %(most)s events announced, which is the most a club can have.")
        raise Refusal("too_many", message % {"club": club, "most": MOST_OF_A_CLUB})


def build_event(settings: EventSettings, by: Player | None = None, slot: str | None = None) -> Event:
    """An event of these settings, announced, and not saved yet."""
    games, minutes = _length(settings)
    event = Event(
        id=entropy.game_id(),
        kind=settings.kind,
        title=settings.title.strip(),
        by=by,
        slot=slot,
        created_at=clock.now(),
        starts_at=settings.starts_at,
        closes_at=settings.starts_at + timedelta(minutes=minutes),
        games=games,
        minutes=minutes,
        counting=settings.counting,
        clock=settings.clock,
        rated=settings.rated and settings.kind not in IN_STEP,
        bots_allowed=settings.bots_allowed,
        best_of=settings.best_of if settings.kind == Event.Kind.BRACKET else 1,
        round_days=settings.round_days,
        source=settings.source,
        team_size=settings.team_size if settings.kind == Event.Kind.TEAMS else 0,
        due_at=clock.now(),
    )
    give_root(event)
    return event


def _length(settings: EventSettings) -> tuple[int, int]:
    """How many games count, and for how many minutes new ones begin; of a plan, as its players are known."""
    if settings.kind == Event.Kind.HOUR:
        return HOUR_GAMES[settings.minutes], settings.minutes
    if settings.kind == Event.Kind.TEAMS:
        return BOARDS, minutes_of_teams(BOARDS, Pace(settings.clock))
    if settings.kind in IN_STEP:
        return settings.games, minutes_in_step(settings.games, Pace(settings.clock))
    if settings.kind not in (Event.Kind.NIGHT, Event.Kind.DUEL):
        return 0, 0
    planned = night(settings.games, Pace(settings.clock))
    return planned.games, planned.minutes


def check_settings(settings: EventSettings) -> None:
    """Refuse what no event can be."""
    now = clock.now()
    if settings.kind not in Event.Kind.values:
        raise Refusal("bad_request", gettext("Choose one of the formats of events."))
    if len(settings.title.strip()) not in TITLE_LENGTHS or not settings.title.isprintable():
        raise Refusal("bad_request", gettext("Give the event a name of 3 to 60 letters."))
    if not now <= settings.starts_at <= now + LATEST:
        raise Refusal("bad_request", gettext("An event starts within the next 90 days."))
    if settings.kind == Event.Kind.DUPLICATE and settings.games != ROUNDS_IN_STEP:
        raise Refusal("bad_request", gettext("A duplicate night has 7 rounds."))
    if settings.kind == Event.Kind.TEAMS:
        _check_teams(settings)
    if settings.kind not in (Event.Kind.HOUR, *IN_STEP) and settings.games not in NIGHT_GAMES:
        raise Refusal("bad_request", gettext("A night has 5, 9, 12, 18 or 22 games."))
    if settings.kind == Event.Kind.HOUR and settings.minutes not in HOUR_GAMES:
        raise Refusal("bad_request", gettext("An hour lasts 60 or 90 minutes."))
    if settings.kind == Event.Kind.BRACKET and settings.best_of not in BEST_OF:
        raise Refusal("bad_request", gettext("A match is the best of 3 or of 5 games."))
    if settings.kind == Event.Kind.ROBIN and settings.round_days not in ROUND_DAYS:
        raise Refusal("bad_request", gettext("A round robin is played at once, or has a week a round."))
    if settings.round_days and settings.clock != "relaxed":
        raise Refusal("bad_request", gettext("With a week a round, each move has a day."))
    if settings.clock == "relaxed" and not settings.round_days:
        raise Refusal("bad_request", gettext("With a day a move, a round robin has a week a round."))
    if settings.bots_allowed and settings.kind not in (Event.Kind.NIGHT, Event.Kind.HOUR):
        raise Refusal("bad_request", gettext("A house bot fills a seat in nights and hours alone."))
    if settings.source is not None and settings.kind != Event.Kind.BRACKET:
        raise Refusal("bad_request", gettext("Only a bracket can follow a night."))
    if settings.source is not None and settings.source.kind != Event.Kind.NIGHT:
        raise Refusal("bad_request", gettext("A bracket can follow a night, and nothing else."))


def _check_teams(settings: EventSettings) -> None:
    if settings.team_size not in SIZES:
        raise Refusal("bad_request", gettext("A team has 2 or 4 players."))
    names = [name.strip() for name in settings.teams]
    is_named = all(len(name) in TEAM_NAME_LENGTHS and name.isprintable() for name in names)
    if len({name.casefold() for name in names}) != 2 or not is_named:
        raise Refusal("bad_request", gettext("Give both teams a name of 2 to 40 letters, and each its own."))
