"""Build a player's profile. A private profile shows less to other visitors."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from common import clock
from common.page_parts import load_parts
from game.models import Player
from game.table.bot_accounts import BotProfile, find_profile
from people.profiles.charts import PointsChart, SkillChart, build_points_chart, build_skill_chart
from people.profiles.curve import points_lines
from people.profiles.dealt_cards import DealtCards, kept_dealt_cards
from people.profiles.first_times import FirstTime, load_first_times
from people.profiles.history import HistoryPage, find_history_page
from people.profiles.record import CountedGames, HeadToHead, Record, compute_record, find_meetings
from people.profiles.skill import compute_skill
from people.profiles.visibility import is_on_ladder, is_open_to
from ranking.leaderboard import compute_rank
from ranking.models import Kind
from ranking.rules.levels import Level, level
from ranking.standings import OF_BOTS, ListingStatus, load_standings, why_unlisted


@dataclass(frozen=True, slots=True)
class StandingPlace:
    """A player's place in one standing."""

    kind: Kind
    points: int
    wins: int
    losses: int
    unfinished: int
    level: Level
    rank: int | None
    why_unlisted: ListingStatus | None  # shown only to the player


@dataclass(frozen=True, slots=True)
class Details:
    """The details that a private profile shows only to its owner."""

    picture: PointsChart | None
    skill: SkillChart | None
    record: Record
    first_times: tuple[FirstTime, ...]
    page: HistoryPage
    parts: dict[str, Any]  # added by apps


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's page."""

    player: Player
    bot: BotProfile | None
    bots_level: Level | None
    is_mine: bool
    places: tuple[StandingPlace, ...]
    details: Details | None
    dealt: DealtCards | None  # shown only to the player
    met: HeadToHead | None  # against the viewer, from the viewer's side
    parts: dict[str, Any]  # added by apps

    @property
    def rank(self) -> int | None:
        """The rank among people, if the player is listed."""
        return self.places[0].rank if self.places else None

    @property
    def rated(self) -> int:
        return sum(place.wins + place.losses for place in self.places)

    @property
    def unfinished(self) -> int:
        return sum(place.unfinished for place in self.places)

    @property
    def unfinished_percent(self) -> float:
        return 100 * self.unfinished / self.rated


def build_profile(player: Player, viewer: Any) -> Profile:
    """Build a player's profile for a viewer."""
    is_mine, shows_all = player == viewer, is_open_to(viewer, player)
    bot = find_profile(player.brain)
    return Profile(
        player=player,
        bot=bot,
        bots_level=level(bot.points) if bot and bot.points is not None else None,
        is_mine=is_mine,
        places=tuple(_places(player, is_mine, shows_all)) if is_on_ladder(player) else (),
        details=_build_details(player, viewer) if shows_all else None,
        dealt=kept_dealt_cards(player.pk) if is_mine else None,
        met=(met := None if is_mine else find_meetings(viewer, player)),
        parts=load_parts("profile", player) | (load_parts("head_to_head", viewer, player) if met else {}),
    )


def _places(player: Player, is_mine: bool, shows_all: bool) -> Iterator[StandingPlace]:
    """Yield the places of a player, with the initial points where they have no game yet."""
    kinds = OF_BOTS if player.is_api_bot else (Kind.PEOPLE, Kind.HOUSE)
    both = load_standings(player.pk, kinds)
    unlisted = why_unlisted(both) if is_mine else {}
    for kind in kinds:
        own = both[kind]
        ranked = compute_rank(own) if own.listed and shows_all else None
        games = (own.wins, own.losses, own.unfinished)
        yield StandingPlace(kind, own.points, *games, level(own.points), ranked, unlisted.get(kind))


def _build_details(player: Player, viewer: Any) -> Details:
    page = find_history_page(player.pk, viewer=viewer)
    assert page is not None  # the newest page always exists, even if it is empty
    now, games = clock.now(), CountedGames.of(player.pk)
    return Details(
        picture=build_points_chart(points_lines(player.pk), now),
        skill=build_skill_chart(compute_skill(games), now),
        record=compute_record(games),
        first_times=load_first_times(player, viewer, games),
        page=page,
        parts=load_parts("profile_details", player),
    )
