"""Sends notices by push: once, whichever process does, and only to players who are not there to see it.

A notice says when a process is next to send it. The process that sets that to later in a single statement is
the one that sends; a push that fails is tried again then, by any of them, and given up after a few attempts.
"""

import asyncio
import json
import logging
from collections.abc import Iterable
from datetime import timedelta
from itertools import groupby
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.crypto import salted_hmac

from common import clock
from common.database.thread import on_the_database_thread
from common.formats.base64url import from_base64url, to_base64url
from game.runtime.presence import SITE, presence
from game.table.tables import SEATS
from people.notices.kinds import Way, load_kinds
from people.notices.models import Notice, PushSubscription
from people.notices.notice_kinds import CHALLENGE, REMATCH, TURN, TURN_ENDING
from people.notices.push import devices, vapid
from people.notices.push import service as push_service
from people.notices.push.encryption import encrypt
from people.notices.sentences import describe, path_of
from people.notices.switches import is_on

log = logging.getLogger(__name__)

# Whether a push is due, in SQL.
PUSH_DUE = "SELECT 1 FROM notices_notice WHERE push_due_at <= %(now)s"

BATCH_SIZE = 100
MAX_TRIES = 3
RETRY_AFTER = timedelta(minutes=2)
LOOK_AGAIN_AFTER = timedelta(seconds=30)  # whether a player who was there has gone
FOLD = timedelta(hours=1)  # of the same kind and from the same player only one is pushed in that time
MAX_PER_HOUR = 20  # to a player, whatever it is
GONE = (404, 410)
URGENT_SECONDS = 3600


class Push(NamedTuple):
    """A notice that this process has claimed, as it goes to one device."""

    notice: Notice
    device: PushSubscription
    payload: bytes

    @property
    def seconds(self) -> int:
        """How long a push service is to keep it for a device that is off."""
        assert self.notice.until is not None
        return max(0, int((self.notice.until - clock.now()).total_seconds()))


async def send_due_pushes() -> None:
    """Send what is due to players who are elsewhere."""
    due = await on_the_database_thread(load_due)()
    here = await _find_present(due)
    if here is None:
        return  # presence is unknown: the next run tries again
    present = [notice for notice in due if presence_of(notice) in here]
    await on_the_database_thread(look_again_later)(present)
    absent = [notice for notice in due if presence_of(notice) not in here]
    pushes = await on_the_database_thread(claim_all)(absent)
    answers = await asyncio.gather(*map(_deliver, pushes))
    await on_the_database_thread(settle)(pushes, answers)


def load_due() -> list[Notice]:
    due = Notice.objects.filter(push_due_at__lte=clock.now()).select_related("player", "by")
    return list(due.order_by("push_due_at")[:BATCH_SIZE])


def presence_of(notice: Notice) -> tuple[str, str]:
    """Where a player who sees it anyway is: at the table, or on any page."""
    if notice.kind in (TURN.name, TURN_ENDING.name):
        return SEATS, f"{notice.parts['game']}:{notice.parts['seat']}"
    return SITE, str(notice.player_id)


async def _find_present(notices: Iterable[Notice]) -> set[tuple[str, str]] | None:
    wanted = sorted(map(presence_of, notices))
    here: set[tuple[str, str]] = set()
    for place, group in groupby(wanted, key=lambda each: each[0]):
        found = await presence.find_among(place, [name for _, name in group])
        if found is None:
            return None
        here |= {(place, name) for name in found}
    return here


def look_again_later(notices: Iterable[Notice]) -> None:
    """Leave notices of players who are there, as long as they are worth being told."""
    now = clock.now()
    for notice in notices:
        again = now + LOOK_AGAIN_AFTER if _is_worth_telling(notice) else None
        _reschedule(notice, push_due_at=again)


def claim_all(notices: Iterable[Notice]) -> list[Push]:
    """What this process is to send: notices that still stand, and that no other process has claimed."""
    found = []
    for notice in notices:
        pushes = _write_pushes(notice)
        if not pushes:
            _reschedule(notice, push_due_at=None)
        elif claim(notice):
            found += pushes
    return found


def _write_pushes(notice: Notice) -> list[Push]:
    """A notice as it goes to each device of its player; none if it is to go to none."""
    if not _is_worth_telling(notice) or _is_one_too_many(notice):
        return []
    try:
        return [
            Push(notice, device, _payload(notice, device)) for device in devices.load_devices(notice.player)
        ]
    except LookupError:
        log.exception("notice %s lacks a part of its sentence", notice.pk)
        return []


def claim(notice: Notice) -> bool:
    """Claim a notice for this process; it is due again later, unless this was the last attempt."""
    tries = notice.push_tries + 1
    again = clock.now() + RETRY_AFTER if tries < MAX_TRIES else None
    return _reschedule(notice, push_due_at=again, push_tries=tries, pushed_at=clock.now())


def _reschedule(notice: Notice, **values: object) -> bool:
    """Change when a notice is due, if no other process has done so since it was loaded."""
    unchanged = Notice.objects.filter(pk=notice.pk, push_due_at=notice.push_due_at)
    return bool(unchanged.update(**values))


def _is_worth_telling(notice: Notice) -> bool:
    player, kind = notice.player, load_kinds().get(notice.kind)
    return (
        kind is not None
        and bool(settings.VAPID_PRIVATE_KEY)
        and notice.until is not None
        and notice.until > clock.now()
        and player.is_active
        and (player.banned_until is None or player.banned_until <= clock.now())
        and is_on(player, kind, Way.PUSH)
        and kind.stands(notice)
    )


def _is_one_too_many(notice: Notice) -> bool:
    """Whether a player was told enough: by this kind from the same player, or altogether."""
    pushed = Notice.objects.filter(player=notice.player, pushed_at__gt=clock.now() - FOLD)
    others = pushed.exclude(pk=notice.pk)
    is_repeated = _is_offer(notice) and others.filter(kind=notice.kind, by=notice.by).exists()
    return is_repeated or others.count() >= MAX_PER_HOUR


def _is_offer(notice: Notice) -> bool:
    return notice.kind in (CHALLENGE.name, REMATCH.name)


async def _deliver(push: Push) -> int:
    """The status that a push service answers; 0 where it does not."""
    device = push.device
    body = encrypt(push.payload, from_base64url(device.p256dh), from_base64url(device.auth))
    headers = {
        "Authorization": vapid.authorization(device.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(push.seconds),
        "Topic": topic_of(push.notice),
        "Urgency": "high" if push.seconds <= URGENT_SECONDS else "normal",
    }
    try:
        return await push_service.post(device.endpoint, headers, body)
    except push_service.Unreachable as fault:
        log.info("a push service could not be reached: %s", fault)
        return 0


def topic_of(notice: Notice) -> str:
    """What a push service knows a subject by, so that a newer push of it replaces an older one.

    By a keyed hash, so that it does not learn which game that is; of offers, whose they are.
    """
    subject = f"game:{notice.parts['game']}" if "game" in notice.parts else notice.about
    if _is_offer(notice):
        subject = f"offers:{notice.by_id}"
    return to_base64url(salted_hmac("push topic", subject, algorithm="sha256").digest())[:32]


def _payload(notice: Notice, device: PushSubscription) -> bytes:
    """What the device shows: a sentence and the page it leads to, never a card and never a score."""
    with translation.override(notice.player.chosen_language or device.language):
        says = describe(notice)
    told = {"title": "Every Other", "body": says, "path": path_of(notice), "tag": topic_of(notice)}
    return json.dumps(told, ensure_ascii=False).encode()


def settle(pushes: list[Push], answers: list[int]) -> None:
    """Note what was sent, and forget the devices that are gone."""
    answered = list(zip(pushes, answers, strict=True))
    gone = [push.device.pk for push, status in answered if status in GONE]
    PushSubscription.objects.filter(pk__in=gone).delete()
    for notice, group in groupby(answered, key=lambda each: each[0].notice):
        statuses = [status for _, status in group]
        is_sent = any(200 <= status < 300 for status in statuses)
        if is_sent or not any(map(_is_passing, statuses)):
            Notice.objects.filter(pk=notice.pk).update(push_due_at=None)
    _report_refusals({(push.device.endpoint, status) for push, status in answered if _is_refusal(status)})


def _is_passing(status: int) -> bool:
    """Whether it may go another time."""
    return status == 0 or status == 429 or status >= 500


def _is_refusal(status: int) -> bool:
    return 300 <= status < 500 and status not in GONE and not _is_passing(status)


def _report_refusals(refusals: set[tuple[str, int]]) -> None:
    for endpoint, status in refusals:
        host = push_service.parse_endpoint(endpoint).host
        log.error("the push service at %s refuses what it is sent: %d", host, status)
