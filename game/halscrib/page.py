"""What HALSCRIB's page shows of its lots, and to a player of what it remembers of them."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from game.bots.habits import UNKNOWN, Habits, PairFrequency
from game.halscrib.tally import LotTally, Tally, count_games
from game.models import Game, HalscribGame, LearntHabits, Player
from game.table.record.halscrib import ADAPTIVE, HABIT_COLUMNS, MIXED, PURE, habits_from_columns

LOT_NAMES: dict[str, Promise] = {PURE: _("Pure"), MIXED: _("Mixed"), ADAPTIVE: _("Adaptive")}
LOT_SENTENCES: dict[str, Promise] = {
    PURE: _("By lot, HALSCRIB played this game pure: it never passed up a pair on purpose."),
    MIXED: _("By lot, HALSCRIB played this game mixed: it passed up some pairs on purpose."),
    ADAPTIVE: _(
        "By lot, HALSCRIB played this game adaptive: it went by what it had seen of the other player."
    ),
}


@dataclass(frozen=True, slots=True)
class Learnt:
    """What HALSCRIB has learnt of an account, and from how many games."""

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
    """A lot's games, under the name that the page gives it."""

    name: Promise
    tally: LotTally


@dataclass(frozen=True, slots=True)
class HalscribPage:
    """The tally of all lots, and what is remembered of the viewer; None for those without an account."""

    tally: Tally
    learnt: Learnt | None

    @property
    def lots(self) -> list[NamedLot]:
        return [NamedLot(LOT_NAMES[lot.brain], lot) for lot in self.tally.lots]


def build_page(viewer: Any) -> HalscribPage:
    """Build HALSCRIB's page for a viewer."""
    has_account = isinstance(viewer, Player) and viewer.has_account
    return HalscribPage(count_games(), load_learnt(viewer) if has_account else None)


def load_learnt(player: Player) -> Learnt:
    """What is remembered of a player."""
    row = LearntHabits.objects.filter(player=player).values_list("games", *HABIT_COLUMNS).first()
    return Learnt() if row is None else Learnt(row[0], habits_from_columns(row[1:]))


def describe_lot(game: Game) -> Promise | None:
    """How HALSCRIB played a game that is over; None for any other game."""
    ended = HalscribGame.objects.filter(pk=game.pk).exclude(ended_at=None)
    brain = ended.values_list("brain", flat=True).first()
    return None if brain is None else LOT_SENTENCES[brain]
