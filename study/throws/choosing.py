"""Choose the discard of the day, a day ahead. One process does it for the whole site."""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction

from common import clock
from common.database.thread import on_the_database_thread
from game.advice.wire import line_json
from game.engine.cards import texts
from game.models import Game
from game.runtime.worker_pool import JobFailed, background
from game.shared_decks.barrier import without_open
from rng import entropy
from rng.seal import KeyMissing, SealBroken
from rng.twister import Twister, stream
from study.review.judge.schema import JUDGE
from study.review.queue import load_record
from study.throws.candidates import TARGET, Candidate, find_candidates, play_for_candidates, position_key
from study.throws.models import DailyThrow

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 60.0
AHEAD = timedelta(days=1)
RECENT = timedelta(days=60)
MOST_GAMES = 400  # recent games, some of which are drawn and searched
MOST_SEARCHED = 12
MOST_HOUSE_GAMES = 20
# The choice among several candidates need not be secret.
OPEN_SECRET = bytes(32)


async def choose_due() -> None:
    """Choose the discards of today and tomorrow, if they are missing."""
    if not settings.THROW_OF_THE_DAY:
        return
    for day in await on_the_database_thread(days_to_choose)():
        await choose_for(day)


def days_to_choose() -> list[date]:
    """Return the due days without a discard."""
    today = clock.now().date()
    due = [today, today + AHEAD]
    chosen = set(DailyThrow.objects.filter(day__in=due).values_list("day", flat=True))
    return [day for day in due if day not in chosen]


async def choose_for(day: date) -> None:
    """Choose the discard of a day: from a finished game, or else from a game of bots."""
    chance = stream(OPEN_SECRET, "throw of the day", day.isoformat())
    for game_id in await on_the_database_thread(draw_games)(chance):
        if await _try_game(day, game_id, chance):
            return
    seed = int.from_bytes(entropy.secret(), "big")
    for number in range(MOST_HOUSE_GAMES):
        found = await asyncio.wrap_future(background().submit(play_for_candidates, seed, number))
        if await on_the_database_thread(choose_among)(day, found, None, chance):
            return
    log.warning("discard of %s: no candidate in the bots' games; will retry", day)


async def _try_game(day: date, game_id: str, chance: Twister) -> bool:
    """Return whether a game gave the discard of a day."""
    try:
        record = await on_the_database_thread(load_record)(game_id)
        found = await asyncio.wrap_future(background().submit(find_candidates, record))
    except KeyMissing:
        return False
    except (JobFailed, SealBroken, ValueError):
        log.exception("game %s: cannot be searched for a discard of the day", game_id)
        return False
    return await on_the_database_thread(choose_among)(day, found, game_id, chance)


def draw_games(chance: Twister) -> list[str]:
    """Return some finished games that may have the discard of a day, in the order of the search."""
    since = clock.now() - RECENT
    games = (
        Game.objects.filter(finished_at__gte=since, winner__isnull=False, voided_at=None)
        .filter(seat_a__is_sample=False, seat_b__is_sample=False, transcript__startswith=f"{TARGET} ")
        .exclude(pk__in=DailyThrow.objects.filter(game__isnull=False).values("game"))
        .order_by("-finished_at", "pk")
    )
    recent = list(without_open(games).values_list("pk", flat=True)[:MOST_GAMES])
    return chance.sample(recent, min(MOST_SEARCHED, len(recent)))


def choose_among(day: date, found: Sequence[Candidate], game_id: str | None, chance: Twister) -> bool:
    """Choose a new candidate. Return whether there was one, or the day has one by now."""
    candidates = list(_new_ones(found))
    if not candidates:
        return False
    chosen = candidates[chance.randrange(len(candidates))]
    try:
        with transaction.atomic():
            build_throw(day, chosen, game_id).save(force_insert=True)
    except IntegrityError:  # another process was first
        return DailyThrow.objects.filter(day=day).exists()
    return True


def _new_ones(found: Sequence[Candidate]) -> Iterator[Candidate]:
    keys = [position_key(one) for one in found]
    known = set(DailyThrow.objects.filter(position__in=keys).values_list("position", flat=True))
    return (one for one, key in zip(found, keys, strict=True) if key not in known)


def build_throw(day: date, chosen: Candidate, game_id: str | None) -> DailyThrow:
    """Return the row of a day."""
    return DailyThrow(
        day=day,
        position=position_key(chosen),
        game_id=game_id,
        is_of_the_house=game_id is None,
        six=list(texts(chosen.six)),
        dealer=chosen.dealer,
        mine=chosen.mine,
        theirs=chosen.theirs,
        thrown=list(texts(chosen.thrown)),
        lines=[line_json(line) for line in chosen.lines],
        bots={name: list(texts(thrown)) for name, thrown in chosen.bots.items()},
        judge=JUDGE,
        chosen_at=clock.now(),
    )
