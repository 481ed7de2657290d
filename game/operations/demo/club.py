"""The club of the sample players: who is in it and as what, who asks to join, and its evenings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from common import clock
from game.clubs import founding, joining, names
from game.clubs.models import Club, JoinRequest, Membership
from game.events.creating import EventSettings, build_event
from game.events.models import Entry, Event
from game.models import Player
from game.operations.demo.evenings import enter, evening_before, play_to_its_end, play_until_now
from game.sanctions import is_banned
from rng.twister import Twister

Role = Membership.Role

CLUB_NAMES = ("Sample Peggers", "Sample Fifteens", "Sample Muggins")
ABOUT = (
    "A sample club, here to show what clubs look like in use. All its members are sample players: bots make "
    "their moves, and no one answers requests."
)
MEMBERS, ASKING = 12, 2
AT_AN_EVENING = (8, 10)
FOUNDED_BEFORE = timedelta(weeks=17)  # and the nights of the weeks that follow
NIGHT_GAMES = 9
# The one that runs now is long enough to be looked at, and past the half time until which one may join.
NIGHT_UNDER_WAY_GAMES = 22
UNDER_WAY_FOR = timedelta(minutes=140)
A_WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class ClubCounts:
    """What was made of a club and its evenings."""

    clubs: int = 0
    club_members: int = 0
    evenings_over: int = 0
    evenings_running: int = 0
    evening_games: int = 0


def add_club(
    accounts: Sequence[Player],
    skills: Mapping[int, float],
    evenings: int,
    go_to: Callable[[datetime], None],
    chance: Twister,
    progress: Callable[[str], None],
) -> ClubCounts:
    """Add a club of the first of these players, so many of its evenings that are over, and one that runs."""
    now = clock.now()
    here = [player for player in accounts if not is_banned(player)]
    members, others = here[:MEMBERS], here[MEMBERS : MEMBERS + ASKING]
    club = _found(members, now - FOUNDED_BEFORE, go_to, chance)
    games = 0
    for number, starts_at in enumerate(_evenings(now, evenings), 1):
        progress(f"evening {number} of {evenings}")
        event = _announce(f"Sample Night {number}", starts_at, NIGHT_GAMES, members[0], go_to)
        enter(event, _who_comes(members, chance), chance)
        games += play_to_its_end(event, skills, go_to, chance)
    go_to(now)
    progress("the evening that runs now")
    event = _announce("Sample Night", now - UNDER_WAY_FOR, NIGHT_UNDER_WAY_GAMES, members[0], go_to)
    enter(event, _who_comes(members, chance), chance)
    games += play_until_now(event, now, skills, go_to, chance)
    _ask(club, others, now, go_to)
    return ClubCounts(1, len(members), evenings, 1, games)


def remove_clubs(samples: Sequence[int]) -> None:
    """Remove the clubs of these players, and their events with all who were in them."""
    Event.objects.filter(by__in=samples).delete()
    Entry.objects.filter(player__in=samples).delete()
    Club.objects.filter(members__player__in=samples).delete()


def _found(
    members: Sequence[Player], at: datetime, go_to: Callable[[datetime], None], chance: Twister
) -> Club:
    """Found a club: the first is its owner, the next two are its directors, and all have been here before."""
    go_to(at)
    club = Club(about=ABOUT, created_at=at)
    founding.save_name(club, next(_free_names()))
    roles = [Role.OWNER, Role.DIRECTOR, Role.DIRECTOR, *[Role.MEMBER] * len(members)]
    Membership.objects.bulk_create(
        Membership(
            club=club,
            player=player,
            role=role,
            since=at if role is Role.OWNER else at + timedelta(days=chance.uniform(0, 7)),
        )
        for player, role in zip(members, roles, strict=False)
    )
    own = [player.pk for player in members]
    Player.objects.filter(pk__in=own, date_joined__gt=at).update(date_joined=at - timedelta(days=1))
    return club


def _free_names() -> Iterator[str]:
    for name in CLUB_NAMES:
        if not Club.objects.filter(likeness=names.likeness(name)).exists():
            yield name


def _announce(
    title: str, starts_at: datetime, games: int, by: Player, go_to: Callable[[datetime], None]
) -> Event:
    """An evening of the club, announced the day before. Its games are casual: the ladder stays as it is."""
    go_to(starts_at - timedelta(days=1))
    return build_event(EventSettings(Event.Kind.NIGHT, title, starts_at, games, rated=False), by=by)


def _who_comes(members: Sequence[Player], chance: Twister) -> list[Player]:
    """Some of the members, or all where there are few."""
    return chance.sample(members, min(chance.choice(AT_AN_EVENING), len(members)))


def _evenings(now: datetime, many: int) -> list[datetime]:
    """When these evenings began: a week apart, the last of them within the last week."""
    last = evening_before(now - timedelta(days=1))
    return [last - A_WEEK * before for before in reversed(range(many))]


def _ask(
    club: Club, others: Sequence[Player], now: datetime, go_to: Callable[[datetime], None]
) -> list[JoinRequest]:
    """Have these players ask to join, on the last days."""
    for days, player in enumerate(others, 1):
        go_to(now - timedelta(days=days, hours=5))
        joining.ask(player=player, club=club)
    go_to(now)
    return joining.waiting_requests(club)
