"""HALSCRIB's page: its playing styles, and for a player, what it remembers about them."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.database.compiled_query import CompiledQuery
from game.bots.habits import UNKNOWN, Habits, PairFrequency
from game.decisions.lot import ADAPTIVE, HALSCRIB, LEARNING, MIXED, PURE
from game.halscrib.tally import LotTally, Tally, count_games
from game.models import Game, HalscribGame, LearntHabits, Player
from game.table.record.halscrib import HABIT_COLUMNS, habits_from_columns

LOT_NAMES: dict[str, Promise] = {PURE: _("Pure"), MIXED: _("Mixed"), ADAPTIVE: _("Adaptive")}
LOT_SENTENCES: dict[str, Promise] = {
    PURE: _("By lot, HALSCRIB played this game pure: it never passed up a pair on purpose."),
    MIXED: _("By lot, HALSCRIB played this game mixed: it passed up some pairs on purpose."),
    ADAPTIVE: _("By lot, HALSCRIB played this game adaptive: it went by the other player’s earlier play."),
}


@dataclass(frozen=True, slots=True)
class Learnt:
    """HALSCRIB's knowledge of an account, and the number of games behind it."""

    games: int = 0
    habits: Habits = UNKNOWN

    @property
    def leads(self) -> PairFrequency:
        return self.habits.leads

    @property
    def replies(self) -> PairFrequency:
        return self.habits.replies


@dataclass(frozen=True, slots=True)
class NamedLot:
    """The games of a playing style, under its name on the page."""

    name: Promise
    tally: LotTally


@dataclass(frozen=True, slots=True)
class HalscribPage:
    """The tally of all styles, and the viewer's habits; None for viewers without an account.

    A bot whose style is never drawn has no tally.
    """

    tally: Tally | None
    learnt: Learnt | None

    @property
    def lots(self) -> list[NamedLot]:
        return [NamedLot(LOT_NAMES[lot.brain], lot) for lot in self.tally.lots] if self.tally else []


def describe_in_profile(visitor: Any, player: Player) -> dict[str, Any]:
    """Return HALSCRIB's page as a part of its profile."""
    return {"halscrib": build_page(visitor, player.brain)} if player.brain in LEARNING else {}


def build_page(viewer: Any, bot: str = HALSCRIB) -> HalscribPage:
    """Build the page of HALSCRIB, or of the bot that always plays adaptive, for a viewer."""
    has_account = isinstance(viewer, Player) and viewer.has_account
    tally = count_games() if bot == HALSCRIB else None
    return HalscribPage(tally, load_learnt(viewer) if has_account else None)


def load_learnt(player: Player) -> Learnt:
    """Return what HALSCRIB remembers about a player."""
    row = LearntHabits.objects.filter(player=player).values_list("games", *HABIT_COLUMNS).first()
    return Learnt() if row is None else Learnt(row[0], habits_from_columns(row[1:]))


def describe_lot(game: Game) -> Promise | None:
    """Describe the style that HALSCRIB drew in a finished game; None for any other game."""
    [brain] = _ended.fetch(game.pk) or [""]
    return LOT_SENTENCES.get(brain)


_ended = CompiledQuery(
    lambda game: HalscribGame.objects.filter(pk=game).exclude(ended_at=None).values_list("brain"),
    "a game's id",
)
