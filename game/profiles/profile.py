"""A player as his page shows him; to others than himself less, where he wants it so."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from common import clock
from game.models import Player
from game.profiles.charts import Picture, SkillPicture, drawn, drawn_skill
from game.profiles.curve import lines_of
from game.profiles.history import Page, page_of
from game.profiles.record import Record, record_of
from game.profiles.skill import skill_of
from game.table.bot_accounts import BOTS, Bot
from ranking.leaderboard import rank
from ranking.levels import Level, level
from ranking.models import Kind, Standing
from ranking.standings import Listing, both_of, why_unlisted


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands in one standing."""

    standing: Standing
    level: Level
    rank: int | None
    why_unlisted: Listing | None  # for the player's own eyes


@dataclass(frozen=True, slots=True)
class Details:
    """What a private page keeps to its owner."""

    picture: Picture | None
    skill: SkillPicture | None
    record: Record
    page: Page


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's page."""

    player: Player
    bot: Bot | None
    bots_level: Level | None
    is_mine: bool
    places: tuple[Place, ...]
    details: Details | None

    @property
    def rated(self) -> int:
        return sum(place.standing.wins + place.standing.losses for place in self.places)

    @property
    def unfinished(self) -> int:
        return sum(place.standing.unfinished for place in self.places)

    @property
    def unfinished_percent(self) -> float:
        return 100 * self.unfinished / self.rated


def is_open_to(viewer: Any, player: Player) -> bool:
    """Whether somebody may see all of a player's page."""
    return not player.is_private or player == viewer


def has_points(player: Player) -> bool:
    """Whether a player is on the ladder: guests and bots are not, nor who has left for good."""
    return player.has_account and player.is_active


def profile_of(player: Player, viewer: Any) -> Profile:
    """A player's page as somebody sees it."""
    is_mine, shows_all = player == viewer, is_open_to(viewer, player)
    bot = BOTS.get(player.brain)
    return Profile(
        player=player,
        bot=bot,
        bots_level=level(bot.points) if bot and bot.points is not None else None,
        is_mine=is_mine,
        places=tuple(_places(player, is_mine, shows_all)) if has_points(player) else (),
        details=_details(player) if shows_all else None,
    )


def _places(player: Player, is_mine: bool, shows_all: bool) -> Iterator[Place]:
    """Both places of a player; where there was no game yet, the one that everybody begins at."""
    both = both_of(player.pk)
    unlisted = why_unlisted(both) if is_mine else {}
    for kind in (Kind.PEOPLE, Kind.HOUSE):
        own = both[kind]
        ranked = rank(own) if own.listed and shows_all else None
        yield Place(own, level(own.points), ranked, unlisted.get(kind))


def _details(player: Player) -> Details:
    page = page_of(player.pk)
    assert page is not None  # the newest games there always are, be they none
    now = clock.now()
    return Details(
        picture=drawn(lines_of(player.pk), now),
        skill=drawn_skill(skill_of(player.pk), now),
        record=record_of(player.pk),
        page=page,
    )
