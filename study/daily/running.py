"""Takes each daily from its announcement to its field, whatever process does it, each step once.

Of day N + 1 the set is announced as day N opens, and takes the secrets of day N's entrants. At midnight its
root is fixed, its par is played, and it opens until the next midnight; then its round closes, and its field
is counted. A site that was away goes on with today.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from common import clock
from common.database.thread import on_the_database_thread
from common.months import month_of
from game.runtime.worker_pool import background
from game.shared_decks.models import DeckSet, Round
from game.shared_decks.round_decks import RoundDecks
from game.shared_rounds import announcing, rounds
from game.shared_rounds.par import TARGET, play_for_par
from game.table.record.round_of_game import build_round_decks, load_set_decks
from study.daily.alike import mark_alike
from study.daily.closing import awaits_reviews, find_months_to_rework, rank_field, rebuild_month, rework_month
from study.daily.field import Field, Throws, build_field, count_throws
from study.daily.models import Daily, DailyEntry
from study.daily.notify import announce_opening
from study.daily.scoring import PAR_GAMES, par_of

log = logging.getLogger(__name__)

Stage = Daily.Stage
WAITING = frozenset({Stage.ANNOUNCED, Stage.FIXED})
ROUND = 1
DAY = timedelta(days=1)
# A process that has begun a long step and not ended it by then is gone.
LEASE = timedelta(minutes=2)
GAMES_AT_ONCE = 8
RANKED_AGAIN_AFTER = timedelta(minutes=5)
TRANSCRIPTS_AT_ONCE = 500

INTERVAL_SECONDS = 2.0


async def run_due_dailies() -> None:
    """Take every daily a step further that is due for one."""
    if not settings.DAILY:
        return
    await on_the_database_thread(announce_if_none_waits)()
    await rework_months()
    for day in await on_the_database_thread(find_due)():
        try:
            await advance(day)
        except Exception:
            log.exception("daily of %s: it could not be taken further; that is tried again", day)


async def rework_months() -> None:
    """Work out again the months that an older release left, or works out while it runs next to this one."""
    for month in await on_the_database_thread(find_months_to_rework)():
        try:
            await on_the_database_thread(rework_month)(month)
        except Exception:
            log.exception("dailies of %s: their month could not be reworked; that is tried again", month)


def find_due() -> list[date]:
    """The days that are due for a step, the eldest first."""
    due = Daily.objects.filter(next_at__lte=clock.now()).order_by("day")
    return list(due.values_list("day", flat=True))


async def advance(day: date) -> None:
    """Take one daily the step further that it is due for."""
    stage = await on_the_database_thread(_stage_of)(day)
    if stage == Stage.ANNOUNCED:
        await on_the_database_thread(fix)(day)
    elif stage == Stage.COUNTED:
        await on_the_database_thread(rank_again)(day)
    elif await on_the_database_thread(take_long_step)(day):
        await (_play_par(day) if stage == Stage.FIXED else _count_field(day))


def starts_at(day: date) -> datetime:
    """The midnight with which a day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def ends_at(day: date) -> datetime:
    """The midnight with which a day ends."""
    return starts_at(day) + DAY


# Announced.


def announce_if_none_waits() -> None:
    """Announce today's where none is announced and not open yet: at the start, or after days away.

    One statement reads both, for between two of them another process may announce today's.
    """
    today = clock.now().date()
    found = dict(Daily.objects.filter(Q(day=today) | Q(stage__in=WAITING)).values_list("day", "stage"))
    if not WAITING.intersection(found.values()):
        announce(today + DAY if today in found else today)


def announce(day: date) -> None:
    """Announce the daily of a day, with the tip of its decks; once, by the first process."""
    params = {
        "daily": day.isoformat(),
        "rules": {"target": TARGET, "counting": "auto", "clock": "none"},
        "against": "advanced",
        "closes": ends_at(day).isoformat(),
        "par_games": PAR_GAMES,
    }
    try:
        with transaction.atomic():
            if not Daily.objects.filter(day=day).exists():
                decks = announcing.announce(params, rounds=1, reveals_at_once=True)
                Daily.objects.create(day=day, deck_set=decks, next_at=starts_at(day))
    except IntegrityError:
        log.info("daily of %s: another process has announced it", day)


# Fixed.


@transaction.atomic
def fix(day: date) -> None:
    """Fix the decks of a day that has begun, once all who committed have revealed or had their minute."""
    daily = _lock(day, Stage.ANNOUNCED)
    if daily is None:
        return
    if clock.now() >= ends_at(day):
        return _miss(daily)
    announcing.start_collecting(daily.deck_set_id)
    found = DeckSet.objects.get(pk=daily.deck_set_id)
    if not announcing.may_fix_root(found):
        return
    announcing.fix_root(daily.deck_set_id)
    daily.stage = Stage.FIXED
    daily.save(update_fields=["stage"])


def _miss(daily: Daily) -> None:
    """Leave a day out that has passed without being opened; its decks are never dealt."""
    DeckSet.objects.filter(pk=daily.deck_set_id).update(stage=DeckSet.Stage.VOID)
    daily.stage, daily.next_at = Stage.MISSED, None
    daily.save(update_fields=["stage", "next_at"])


# Its par is played, and it opens.


async def _play_par(day: date) -> None:
    decks = await on_the_database_thread(_load_decks)(day)
    margins: list[int] = []
    for first in range(1, PAR_GAMES + 1, GAMES_AT_ONCE):
        numbers = range(first, min(first + GAMES_AT_ONCE, PAR_GAMES + 1))
        margins += await asyncio.wrap_future(background().submit(play_for_par, decks, numbers))
        await on_the_database_thread(renew_lease)(day)
    await on_the_database_thread(open_daily)(day, margins)


def _load_decks(day: date) -> RoundDecks:
    """The decks of a day whose round is not opened yet."""
    found = DeckSet.objects.get(daily=day)
    decks = build_round_decks(
        (0, None, ROUND, "", found.pk, found.rounds, found.tip, found.root, found.sealed)
    )
    assert isinstance(decks, RoundDecks)
    return decks


@transaction.atomic
def open_daily(day: date, par_margins: Sequence[int]) -> None:
    """Keep a day's par, open it until midnight, and announce the next; again changes nothing."""
    daily = _lock(day, Stage.FIXED)
    if daily is None:
        return
    if clock.now() >= ends_at(day):
        return _miss(daily)
    rounds.open_round(daily.deck_set_id, ROUND, closes_at=ends_at(day))
    daily.par_margins, daily.par = [*par_margins], par_of(par_margins)
    daily.stage, daily.next_at, daily.taken_at = Stage.OPEN, None, None
    daily.save()
    announce(day + DAY)
    announce_opening(day, ends_at(day))


# Its field is counted.


async def _count_field(day: date) -> None:
    ids = await on_the_database_thread(_load_played)(day)
    counts: Throws = Counter()
    for first in range(0, len(ids), TRANSCRIPTS_AT_ONCE):
        batch = ids[first : first + TRANSCRIPTS_AT_ONCE]
        transcripts = await on_the_database_thread(_load_transcripts)(batch)
        counts += await asyncio.wrap_future(background().submit(count_throws, transcripts))
        await on_the_database_thread(renew_lease)(day)
    decks, margins, middle = await on_the_database_thread(_load_margins)(day)
    field = await asyncio.wrap_future(background().submit(build_field, decks, counts, margins, middle))
    await on_the_database_thread(mark_alike)(day)
    await on_the_database_thread(keep_field)(day, field)


def _load_played(day: date) -> list[int]:
    return list(_played(day).order_by("pk").values_list("pk", flat=True))


def _load_transcripts(entries: Sequence[int]) -> list[str]:
    return list(DailyEntry.objects.filter(pk__in=entries).values_list("game__transcript", flat=True))


def _load_margins(day: date) -> tuple[RoundDecks, list[int], str]:
    """The decks of a day, its margins, and the record of the game in the middle of the field."""
    round_ = Round.objects.get(deck_set__daily=day, number=ROUND)
    in_order = _played(day).order_by("margin", "pk")
    margins = [margin or 0 for margin in in_order.values_list("margin", flat=True)]
    middle = in_order.values_list("game__transcript", flat=True)[len(margins) // 2 :].first()
    return load_set_decks(round_.pk), margins, middle or ""


def _played(day: date) -> QuerySet[DailyEntry]:
    return DailyEntry.objects.filter(daily=day, margin__isnull=False)


@transaction.atomic
def keep_field(day: date, field: Field) -> None:
    """Keep what was counted of a day, rank it, and work its month out; again changes nothing."""
    daily = _lock(day, Stage.CLOSED)
    if daily is not None:
        rank_field(day)
        rebuild_month(month_of(day))
        daily.field, daily.stage, daily.taken_at = field, Stage.COUNTED, None
        daily.next_at = clock.now() + RANKED_AGAIN_AFTER
        daily.save()


@transaction.atomic
def rank_again(day: date) -> None:
    """Break the ties of a day by the reviews done since; each time after as long as it has been over."""
    daily = _lock(day, Stage.COUNTED)
    if daily is not None and daily.next_at is not None:
        awaits_more = awaits_reviews(day)
        rank_field(day)
        pause = max(RANKED_AGAIN_AFTER, clock.now() - ends_at(day))
        daily.next_at = clock.now() + pause if awaits_more else None
        daily.save(update_fields=["next_at"])


# What they have in common.


def take_long_step(day: date) -> bool:
    """Begin a step that takes long; False where another process is at it."""
    now = clock.now()
    free = Q(taken_at=None) | Q(taken_at__lt=now - LEASE)
    return bool(Daily.objects.filter(free, day=day, next_at__lte=now).update(taken_at=now))


def renew_lease(day: date) -> None:
    """Show that this process is still at a step."""
    Daily.objects.filter(day=day, taken_at__isnull=False).update(taken_at=clock.now())


def _stage_of(day: date) -> str:
    return Daily.objects.values_list("stage", flat=True).get(day=day)


def _lock(day: date, stage: Daily.Stage) -> Daily | None:
    """A daily, locked for this transaction, if it is at this stage."""
    locked = Daily.objects.select_for_update(of=("self",), no_key=True)
    return locked.filter(day=day, stage=stage).first()
