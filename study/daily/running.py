"""Run each daily from its announcement to its counted field, in any process, each step once.

The set of day N + 1 is announced when day N opens, and accepts the secrets of day N's entrants. Shortly
before midnight its root is fixed. At midnight its par is played, and it opens until the next midnight. Then
its round closes, and its field is counted. A site that was down continues with the current day.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

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
from game.shared_rounds.par import TARGET, Leads, play_for_par
from game.table.record.round_of_game import build_round_decks, load_set_decks
from study.daily.alike import mark_alike
from study.daily.closing import awaits_reviews, find_months_to_rework, rank_field, rebuild_month, rework_month
from study.daily.field import Field, Throws, build_field, count_throws
from study.daily.models import Daily, DailyEntry
from study.daily.notify import announce_opening
from study.daily.scoring import PAR_GAMES, par_of, par_of_deals

log = logging.getLogger(__name__)

Stage = Daily.Stage
WAITING = frozenset({Stage.ANNOUNCED, Stage.FIXED})
ROUND = 1
DAY = timedelta(days=1)
# The decks' delay takes about a minute.
FIXED_BEFORE = timedelta(minutes=2)
# A process that has not finished a long step within this time counts as dead.
LEASE = timedelta(minutes=2)
GAMES_AT_ONCE = 8
RANKED_AGAIN_AFTER = timedelta(minutes=5)
TRANSCRIPTS_AT_ONCE = 500

INTERVAL_SECONDS = 2.0


async def run_due_dailies() -> None:
    """Advance every daily that is due."""
    if not settings.DAILY:
        return
    await on_the_database_thread(announce_if_none_waits)()
    await rework_months()
    for day in await on_the_database_thread(find_due)():
        try:
            await advance(day)
        except Exception:
            log.exception("daily of %s: could not be advanced; will retry", day)


async def rework_months() -> None:
    """Recompute the months that an older release computed, possibly running at the same time."""
    for month in await on_the_database_thread(find_months_to_rework)():
        try:
            await on_the_database_thread(rework_month)(month)
        except Exception:
            log.exception("dailies of %s: the month could not be recomputed; will retry", month)


def find_due() -> list[date]:
    """Return the days that are due for a step, oldest first."""
    due = Daily.objects.filter(next_at__lte=clock.now()).order_by("day")
    return list(due.values_list("day", flat=True))


async def advance(day: date) -> None:
    """Run the due step of a daily."""
    stage = await on_the_database_thread(_stage_of)(day)
    if stage == Stage.ANNOUNCED:
        await on_the_database_thread(fix)(day)
    elif stage == Stage.COUNTED:
        await on_the_database_thread(rank_again)(day)
    elif await on_the_database_thread(take_long_step)(day):
        await (_play_par(day) if stage == Stage.FIXED else _count_field(day))


def starts_at(day: date) -> datetime:
    """Return the midnight at which a day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def ends_at(day: date) -> datetime:
    """Return the midnight at which a day ends."""
    return starts_at(day) + DAY


# Announcement.


def announce_if_none_waits() -> None:
    """Announce today's game if no announced game waits: at the start, or after days of downtime.

    A single statement reads both, because another process may announce a game between two statements.
    """
    today = clock.now().date()
    found = dict(Daily.objects.filter(Q(day=today) | Q(stage__in=WAITING)).values_list("day", "stage"))
    if not WAITING.intersection(found.values()):
        announce(today + DAY if today in found else today)


def announce(day: date) -> None:
    """Announce the daily of a day with the tip of its decks. Only the first process does it."""
    try:
        with transaction.atomic():
            if not Daily.objects.filter(day=day).exists():
                decks = announcing.save_set(build_decks(day, delay=settings.DELAY_STEPS))
                save_announced(day, decks)
    except IntegrityError:
        log.info("daily of %s: another process has announced it", day)


def build_decks(day: date, *, delay: int, par_games: int | None = None, **named: Any) -> DeckSet:
    """Build the unsaved decks of a day. `named` is added to their params."""
    params = {
        "daily": day.isoformat(),
        "rules": {"target": TARGET, "counting": "auto", "clock": "none"},
        "against": "advanced",
        "closes": ends_at(day).isoformat(),
        "par_games": par_games or PAR_GAMES,
        **named,
    }
    return announcing.build_set(params, rounds=1, reveals_at_once=True, delay=delay)


def save_announced(day: date, decks: DeckSet) -> Daily:
    """Save the daily of a day whose decks are announced."""
    return Daily.objects.create(day=day, deck_set=decks, next_at=starts_at(day) - FIXED_BEFORE)


# Fixing the decks.


@transaction.atomic
def fix(day: date) -> None:
    """Fix the decks of a day, once all committed players have revealed or had their time to.

    With a delay, the day waits for its end.
    """
    daily = _lock(day, Stage.ANNOUNCED)
    if daily is None:
        return
    if clock.now() >= ends_at(day):
        return _miss(daily)
    announcing.start_collecting(daily.deck_set_id)
    found = DeckSet.objects.get(pk=daily.deck_set_id)
    if announcing.may_fix_root(found):
        found = announcing.fix_root(daily.deck_set_id)
    if found.stage == DeckSet.Stage.STARTED:
        daily.stage, daily.next_at = Stage.FIXED, starts_at(day)
        daily.save(update_fields=["stage", "next_at"])


def _miss(daily: Daily) -> None:
    """Skip a day that has passed without being opened. Its decks are never dealt."""
    DeckSet.objects.filter(pk=daily.deck_set_id).update(stage=DeckSet.Stage.VOID)
    daily.stage, daily.next_at = Stage.MISSED, None
    daily.save(update_fields=["stage", "next_at"])


# Par and opening.


async def _play_par(day: date) -> None:
    decks = await on_the_database_thread(_load_decks)(day)
    games: list[Leads] = []
    for first in range(1, PAR_GAMES + 1, GAMES_AT_ONCE):
        numbers = range(first, min(first + GAMES_AT_ONCE, PAR_GAMES + 1))
        games += await asyncio.wrap_future(background().submit(play_for_par, decks, numbers))
        await on_the_database_thread(renew_lease)(day)
    await on_the_database_thread(open_daily)(day, games)


def _load_decks(day: date) -> RoundDecks:
    """Return the decks of a day whose round is not open yet."""
    found = DeckSet.objects.get(daily=day)
    return decks_before_opening(found, found.root)


def decks_before_opening(deck_set: DeckSet, root: str, round_id: int = 0) -> RoundDecks:
    """Return the decks of a day that follow from its set and this root."""
    own = (deck_set.pk, deck_set.rounds, deck_set.tip, root, deck_set.sealed)
    decks = build_round_decks((round_id, None, ROUND, "", *own))
    assert isinstance(decks, RoundDecks)
    return decks


@transaction.atomic
def open_daily(day: date, par_games: Sequence[Leads]) -> None:
    """Store a day's par, open it until midnight, and announce the next. The step is idempotent."""
    daily = _lock(day, Stage.FIXED)
    if daily is None:
        return
    if clock.now() >= ends_at(day):
        return _miss(daily)
    save_opened(daily, par_games)
    announce(day + DAY)
    announce_opening(day, ends_at(day))


def save_opened(daily: Daily, par_games: Sequence[Leads]) -> Round:
    """Store a day's par, and open its round until midnight."""
    round_ = rounds.open_round(daily.deck_set_id, ROUND, closes_at=ends_at(daily.day))
    daily.par_margins = [sum(leads) for leads in par_games]
    daily.par, daily.par_leads = par_of(daily.par_margins), par_of_deals(par_games)
    daily.stage, daily.next_at, daily.taken_at = Stage.OPEN, None, None
    daily.save()
    return round_


# Counting the field.


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
    """Return the decks of a day, its margins, and the record of the median game."""
    round_ = Round.objects.get(deck_set__daily=day, number=ROUND)
    in_order = _played(day).order_by("margin", "pk")
    margins = [margin or 0 for margin in in_order.values_list("margin", flat=True)]
    middle = in_order.values_list("game__transcript", flat=True)[len(margins) // 2 :].first()
    return load_set_decks(round_.pk), margins, middle or ""


def _played(day: date) -> QuerySet[DailyEntry]:
    return DailyEntry.objects.filter(daily=day, margin__isnull=False)


@transaction.atomic
def keep_field(day: date, field: Field) -> None:
    """Store the counts of a day, rank it, and compute its month. The step is idempotent."""
    daily = _lock(day, Stage.CLOSED)
    if daily is not None:
        rank_field(day)
        rebuild_month(month_of(day))
        daily.field, daily.stage, daily.taken_at = field, Stage.COUNTED, None
        daily.next_at = clock.now() + RANKED_AGAIN_AFTER
        daily.save()


@transaction.atomic
def rank_again(day: date) -> None:
    """Break the ties of a day by later reviews. The pause between two runs grows with the day's age."""
    daily = _lock(day, Stage.COUNTED)
    if daily is not None and daily.next_at is not None:
        awaits_more = awaits_reviews(day)
        rank_field(day)
        pause = max(RANKED_AGAIN_AFTER, clock.now() - ends_at(day))
        daily.next_at = clock.now() + pause if awaits_more else None
        daily.save(update_fields=["next_at"])


# Common helpers.


def take_long_step(day: date) -> bool:
    """Claim a long step. Return False if another process is running it."""
    now = clock.now()
    free = Q(taken_at=None) | Q(taken_at__lt=now - LEASE)
    return bool(Daily.objects.filter(free, day=day, next_at__lte=now).update(taken_at=now))


def renew_lease(day: date) -> None:
    """Extend this process's claim of a long step."""
    Daily.objects.filter(day=day, taken_at__isnull=False).update(taken_at=clock.now())


def _stage_of(day: date) -> str:
    return Daily.objects.values_list("stage", flat=True).get(day=day)


def _lock(day: date, stage: Daily.Stage) -> Daily | None:
    """Return a daily locked for this transaction if it is at this stage, or None."""
    locked = Daily.objects.select_for_update(of=("self",), no_key=True)
    return locked.filter(day=day, stage=stage).first()
