"""The people on the front page: the last opponent, and the friends who are here, with the series scores."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from common import clock
from common.database.compiled_query import CompiledQuery
from game.lobby.pairing import GameSettings
from game.lobby.rematch import settings_of
from game.models import Block, Game, Player, Scoresheet
from game.runtime.presence import PEOPLE, SITE
from people.following.people import FollowedPlayer, Presence, load_following
from people.profiles.record import HeadToHead, load_meetings

# Another game is offered against the last opponent for so long.
AGAIN_WITHIN = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class LastOpponent:
    """The person whom a player met last, and the settings of that game without its head start."""

    player: Player
    settings: GameSettings
    is_here: bool
    series: HeadToHead | None


@dataclass(frozen=True, slots=True)
class FriendHere:
    """A followed player who is here. The series is None if they have never met."""

    friend: FollowedPlayer
    series: HeadToHead | None


@dataclass(frozen=True, slots=True)
class PeopleToPlay:
    """The people whom the front page offers to a player, who may have friends that are away."""

    last: LastOpponent | None = None
    friends: tuple[FriendHere, ...] = ()
    has_friends: bool = False


def describe_on_front(visitor: object, here: Presence) -> dict[str, Any]:
    """Return the people whom the front page offers to a visitor."""
    return {"to_play": load_people_to_play(visitor, here)}


def load_people_to_play(visitor: object, here: Presence) -> PeopleToPlay:
    """Return the last opponent and the friends who are here, without repeating the last opponent."""
    if not isinstance(visitor, Player):
        return PeopleToPlay()
    last = _find_last_opponent(visitor)
    following = load_following({visitor.pk}, here)[visitor.pk]
    apart = last and last[0]
    friends = [one for one in following.here if one.player != apart and not one.player.is_api_bot]
    people = [*(one.player.pk for one in friends), *([last[0].pk] if last else [])]
    series = load_meetings(visitor, people) if people else {}
    return PeopleToPlay(
        last and LastOpponent(*last, _is_present(last[0], here), series.get(last[0].pk)),
        tuple(FriendHere(one, series.get(one.player.pk)) for one in friends),
        bool(following.players),
    )


def _find_last_opponent(player: Player) -> tuple[Player, GameSettings] | None:
    now = clock.now()
    row = _last_meeting.fetch(player.pk, now - AGAIN_WITHIN, now)
    if row is None:
        return None
    pk, username, is_guest, nickname, params, rated, best_of = row
    settings = settings_of(Game(params=params, rated=rated, best_of=best_of))
    return Player(pk=pk, username=username, is_guest=is_guest, nickname=nickname), settings.even()


def _is_present(player: Player, here: Presence) -> bool:
    return any(str(player.pk) in here[kind] for kind in (PEOPLE, SITE))


def _build_last_meeting(player: int, since: datetime, now: datetime) -> QuerySet[Scoresheet, Any]:
    """Return the latest game of a player against a person whom they may play."""
    sheets = Scoresheet.objects.filter(player=player, at__gte=since, voided=False, won__isnull=False)
    people = sheets.filter(opponent__brain="", opponent__is_api_bot=False, opponent__is_active=True)
    allowed = people.filter(Q(opponent__banned_until=None) | Q(opponent__banned_until__lte=now))
    blocks = Block.objects.filter(
        Q(by=player, blocked=OuterRef("opponent")) | Q(by=OuterRef("opponent"), blocked=player)
    )
    of_opponent = ("opponent", "opponent__username", "opponent__is_guest", "opponent__nickname")
    shown = (*of_opponent, "game__params", "game__rated", "game__best_of")
    return allowed.filter(~Exists(blocks)).order_by("-at", "-pk").values_list(*shown)[:1]


_last_meeting = CompiledQuery(
    _build_last_meeting, -1, datetime(1, 1, 1, tzinfo=UTC), datetime(1, 1, 2, tzinfo=UTC)
)
