"""Vacations: fourteen days per calendar year in which a player's clock of a day per move stops."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from math import ceil

from django.db import transaction
from django.utils.translation import gettext, ngettext

from common import clock
from common.refusal import Refusal
from game.models import Player, Vacation
from game.table.clocks.time_control import DAY
from game.table.clocks.turns import seats_awaited
from game.table.clocks.vacations import give_back, lock_games_of, publish_change, rest_games_of

DAYS_A_YEAR = 14
FURTHEST = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class DaysOff:
    """A vacation as its player sees it."""

    id: int
    begins: datetime
    ends: datetime
    is_current: bool


@dataclass(frozen=True, slots=True)
class DaysLeft:
    """The number of days that a year has left."""

    year: int
    days: int


@dataclass(frozen=True, slots=True)
class VacationPlan:
    """A player's current and coming vacations, and the days left of this year and the next."""

    taken: list[DaysOff]
    left: list[DaysLeft]

    @property
    def most(self) -> int:
        """Return the most days that can be taken at once: those of two years at their boundary."""
        return sum(each.days for each in self.left)


def load_plan(player: Player) -> VacationPlan:
    """Return a player's current and coming vacations, and the days left."""
    now = clock.milliseconds()
    taken = list(Vacation.objects.filter(player=player).order_by("begins_at"))
    year, used = _year(now), days_by_year(taken)
    return VacationPlan(
        [
            DaysOff(each.pk, _moment(each.begins_at), _moment(each.ends_at), each.begins_at <= now)
            for each in taken
            if each.ends_at > now
        ],
        [DaysLeft(each, max(0, DAYS_A_YEAR - used[each])) for each in (year, year + 1)],
    )


def days_by_year(vacations: Iterable[Vacation]) -> Counter[int]:
    """Return the number of used days by year. Each day counts as a whole, in the year in which it begins."""
    return Counter(
        _year(each.begins_at + number * DAY)
        for each in vacations
        for number in range(max(1, ceil((each.ends_at - each.begins_at) / DAY)))
    )


@transaction.atomic
def take_vacation(player: Player, days: int, begins_on: date | None = None) -> Vacation:
    """Take so many days, from now or from the beginning of a coming day (UTC)."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    games = lock_games_of(player)
    now = clock.milliseconds()  # after acquiring the locks, which may have taken time
    if not 1 <= days <= 2 * DAYS_A_YEAR:
        says = gettext("Take at least one day, and at most %(n)s a year.") % {"n": DAYS_A_YEAR}
        raise Refusal("bad_request", says)
    begins_at = now if begins_on is None else _day_to_come(begins_on, now)
    vacation = Vacation(player=player, begins_at=begins_at, ends_at=begins_at + days * DAY)
    taken = list(Vacation.objects.filter(player=player))
    _check_days_left(vacation, taken)
    if any(each.begins_at < vacation.ends_at and vacation.begins_at < each.ends_at for each in taken):
        raise Refusal("too_late", gettext("Some of these days are already taken."))
    if begins_on is None and any(
        game.deadline is not None and game.deadline < now
        for game in games
        if (seat := game.seat_of(player)) is not None and seat in (seats_awaited(game) or ())
    ):
        raise Refusal("too_late", gettext("Your time has just run out in a game. Try again in a moment."))
    vacation.save()
    rest_games_of(vacation)
    publish_change(games)
    return vacation


@transaction.atomic
def end_vacation(player: Player, vacation_id: int) -> Vacation:
    """End a vacation now, or cancel it before it begins. Days that have not begun are returned."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    games = lock_games_of(player)
    now = clock.milliseconds()
    vacation = Vacation.objects.filter(player=player, pk=vacation_id, ends_at__gt=now).first()
    if vacation is None:
        raise Refusal("too_late", gettext("This vacation is over."))
    if vacation.begins_at > now:
        vacation.delete()
        return vacation
    rest_games_of(vacation)
    give_back(vacation, now)
    vacation.ends_at = now
    vacation.save(update_fields=["ends_at"])
    publish_change(games)
    return vacation


def _check_days_left(vacation: Vacation, taken: Iterable[Vacation]) -> None:
    used = days_by_year(taken)
    for year, days in days_by_year([vacation]).items():
        left = max(0, DAYS_A_YEAR - used[year])
        if days > left:
            says = ngettext(
                "You have %(n)s day of vacation left in %(year)s.",
                "You have %(n)s days of vacation left in %(year)s.",
                left,
            )
            raise Refusal("too_many", says % {"n": left, "year": year})


def _day_to_come(day: date, now: int) -> int:
    today = _moment(now).date()
    if not today < day <= today + FURTHEST:
        raise Refusal("bad_request", gettext("Choose a day from tomorrow on, within a year."))
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def _year(at: int) -> int:
    return _moment(at).year
