"""Make the sample players' clubs, a season, evenings of a club and of the site, and a duel of two clubs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db import transaction
from django.db.models import Q

from common import clock
from game.accounts.sanctions import is_banned
from game.models import Player
from hosting.demo.club_counts import ClubCounts
from hosting.evenings.nights import enter, play_to_its_end, play_until_now
from people.clubs import founding, joining, names
from people.clubs.models import Club, ClubReport, ClubRuling, Membership
from rng.twister import Twister
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import build_event
from tournaments.events.models import Entry, Event
from tournaments.seasons.calendar import LASTS
from tournaments.seasons.deciding import advance
from tournaments.seasons.models import Season

Role = Membership.Role
GoTo = Callable[[datetime], None]

CLUB_NAMES = ("Sample Peggers", "Sample Fifteens", "Sample Muggins")
ABOUT = (
    "A sample club, here to show what clubs look like in use. All its members are sample players: bots make "
    "their moves, and no one answers requests."
)
MEMBERS, ASKING = 12, 2
AT_AN_EVENING = (8, 9, 10)
NIGHT_GAMES = 9
BEGINS_AT = time(20)
# The running evening is long enough to watch, and past the half of its time in which players may join.
NIGHT_UNDER_WAY_GAMES = 22
UNDER_WAY_FOR = timedelta(minutes=140)
# The same holds for the running duel. Its players are not in the running evening.
DUEL_GAMES = 12
DUEL_UNDER_WAY_FOR = timedelta(minutes=72)
A_DAY, A_WEEK = timedelta(days=1), timedelta(weeks=1)
# A final is played a week after the last day of its season. A night of the next season follows.
ENDED_BEFORE = 2 * A_WEEK


@dataclass(frozen=True)
class ClubLife:
    """A club, with everything needed to play its evenings."""

    club: Club
    members: Sequence[Player]  # the owner first
    skills: Mapping[int, float]  # by player
    go_to: GoTo
    chance: Twister
    progress: Callable[[str], None]


def add_club(
    accounts: Sequence[Player],
    skills: Mapping[int, float],
    evenings: int,
    go_to: GoTo,
    chance: Twister,
    progress: Callable[[str], None],
) -> ClubCounts:
    """Add a club of the first of these players, with one finished season and one evening that is running.

    With enough players, a second club plays a duel against it.
    """
    now = clock.now()
    here = [player for player in accounts if not is_banned(player)]
    members, others = here[:MEMBERS], here[MEMBERS : MEMBERS + ASKING]
    ends_at = now.replace(hour=0, minute=0, second=0, microsecond=0) - ENDED_BEFORE
    club = _found(members, ends_at - LASTS - A_WEEK, go_to, chance)
    life = ClubLife(club, members, skills, go_to, chance, progress)
    of_season = _season_nights(ends_at, evenings - 2)
    games = sum(_play_club_night(life, number, at) for number, at in enumerate(of_season, 1))
    final_games = _decide_season(life, ends_at)
    _begin_season(life, 2, ends_at)
    if evenings > 1:
        games += _play_club_night(life, len(of_season) + 1, _at_night(now - 4 * A_DAY))
    rivals, rest = _split_rivals(here)
    games += final_games + _play_night_of_site(life, now)
    if rivals:
        rival = _found(rivals, ends_at - LASTS, go_to, chance)
        games += _play_running_duel(life, rival, rivals, now)
    games += _play_running_night(life, rest or members, now)
    for days, player in enumerate(others, 1):
        go_to(now - days * A_DAY)
        joining.ask(player=player, club=club)
    return ClubCounts(
        clubs=2 if rivals else 1,
        club_members=len(members) + len(rivals),
        evenings_over=evenings,
        evenings_running=1,
        duels_running=1 if rivals else 0,
        evening_games=games,
        seasons_decided=1,
    )


def _split_rivals(here: Sequence[Player]) -> tuple[Sequence[Player], Sequence[Player]]:
    """Return the players of a second club, and those in no club. There are none if either is too small."""
    first = MEMBERS + ASKING
    rivals, rest = here[first : first + MEMBERS], here[first + MEMBERS :]
    return (rivals, rest) if len(rest) >= min(AT_AN_EVENING) else ((), ())


def remove_clubs(samples: Sequence[int]) -> None:
    """Remove the clubs of these players, with their seasons and their events."""
    clubs = Club.objects.filter(Q(members__player__in=samples) | Q(events__by__in=samples)).values("pk")
    of_clubs = list(clubs.distinct().values_list("pk", flat=True))
    # Delete the rows with protected references first.
    for referring in (
        Season.objects.filter(club__in=of_clubs),
        Event.objects.filter(Q(by__in=samples) | Q(club__in=of_clubs)),
        ClubReport.objects.filter(club__in=of_clubs),
        ClubRuling.objects.filter(club__in=of_clubs),
        Club.objects.filter(pk__in=of_clubs),
    ):
        referring.delete()


def _found(members: Sequence[Player], at: datetime, go_to: GoTo, chance: Twister) -> Club:
    """Found a club. The first player owns it, the next two direct it, and all joined the site earlier."""
    go_to(at)
    club = Club(about=ABOUT, created_at=at)
    free = (name for name in CLUB_NAMES if not Club.objects.filter(likeness=names.likeness(name)).exists())
    founding.save_name(club, next(free))
    roles = [Role.OWNER, Role.DIRECTOR, Role.DIRECTOR, *[Role.MEMBER] * len(members)]
    Membership.objects.bulk_create(
        Membership(
            club=club,
            player=player,
            role=role,
            since=at if role is Role.OWNER else at + timedelta(days=chance.uniform(0, 6)),
        )
        for player, role in zip(members, roles, strict=False)
    )
    own = [player.pk for player in members]
    Player.objects.filter(pk__in=own, date_joined__gt=at).update(date_joined=at - A_DAY)
    return club


# Evenings. Their games are casual, so the ladder does not change.


def _season_nights(ends_at: datetime, many: int) -> list[datetime]:
    """Return the times at which this many nights of a season begin, spread over its weeks."""
    many = max(many, 0)
    apart = LASTS // (many + 1)
    return [_at_night(ends_at - apart * left) for left in range(many, 0, -1)]


def _at_night(moment: datetime) -> datetime:
    return datetime.combine(moment.date(), BEGINS_AT, moment.tzinfo)


def _play_club_night(life: ClubLife, number: int, starts_at: datetime) -> int:
    """Play a night of the club to its end. Return the number of games."""
    life.progress(f"night {number} of the club")
    event = _announce(life, f"Sample Club Night {number}", starts_at, NIGHT_GAMES, life.club)
    return play_to_its_end(event, life.skills, life.go_to, life.chance)


def _play_night_of_site(life: ClubLife, now: datetime) -> int:
    """Play a night that every visitor sees. Nights of a club are shown only to its members."""
    life.progress("a night of the site")
    event = _announce(life, "Sample Night", _at_night(now - 2 * A_DAY), NIGHT_GAMES)
    return play_to_its_end(event, life.skills, life.go_to, life.chance)


def _play_running_night(life: ClubLife, players: Sequence[Player], now: datetime) -> int:
    """Play a night of these players up to the current time."""
    life.progress("the night that runs now")
    event = _announce(life, "Sample Night", now - UNDER_WAY_FOR, NIGHT_UNDER_WAY_GAMES, players=players)
    return play_until_now(event, now, life.skills, life.go_to, life.chance)


def _play_running_duel(life: ClubLife, rival: Club, rivals: Sequence[Player], now: datetime) -> int:
    """Play a duel of two clubs, with all their members, up to the current time."""
    life.progress("the duel that runs now")
    starts_at = now - DUEL_UNDER_WAY_FOR
    life.go_to(starts_at - A_DAY)
    title = f"{life.club} – {rival}"
    settings = EventSettings(Event.Kind.DUEL, title, starts_at, DUEL_GAMES, rated=False)
    event = build_event(settings, by=life.members[0])
    event.club, event.rival = life.club, rival
    sides = {player.pk: life.club for player in life.members} | {player.pk: rival for player in rivals}
    enter(event, [*life.members, *rivals], life.chance, sides)
    return play_until_now(event, now, life.skills, life.go_to, life.chance)


def _announce(
    life: ClubLife,
    title: str,
    starts_at: datetime,
    games: int,
    club: Club | None = None,
    players: Sequence[Player] = (),
) -> Event:
    """Create a night, announced the day before, which some of these players enter, by default members."""
    life.go_to(starts_at - A_DAY)
    settings = EventSettings(Event.Kind.NIGHT, title, starts_at, games, rated=False)
    event = build_event(settings, by=life.members[0])
    event.club = club
    invited = players or life.members
    coming = life.chance.sample(invited, min(life.chance.choice(AT_AN_EVENING), len(invited)))
    enter(event, coming, life.chance)
    return event


# Seasons.


def _begin_season(life: ClubLife, number: int, starts_at: datetime) -> Season:
    return Season.objects.create(
        club=life.club, number=number, by=life.members[0], starts_at=starts_at, ends_at=starts_at + LASTS
    )


def _decide_season(life: ClubLife, ends_at: datetime) -> int:
    """Play the final of the season between its best players. Return the number of games.

    The season is written after its nights, together with its final. Otherwise a background job would schedule
    the final for a later day.
    """
    life.progress("the final of the season")
    life.go_to(ends_at + timedelta(hours=2))
    with transaction.atomic():
        season = _begin_season(life, 1, ends_at - LASTS)
        advance(season.pk)
        Event.objects.filter(final_of=season).update(due_at=None, by=life.members[0], rated=False)
        Entry.objects.filter(event__final_of=season).update(has_changed=False)
    season.refresh_from_db()
    if season.final is None:
        return 0
    games = play_to_its_end(season.final, life.skills, life.go_to, life.chance)
    advance(season.pk)
    return games
