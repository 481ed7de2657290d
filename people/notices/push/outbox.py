"""Send notifications by push: once, from any process, and only to players who are away.

A notification stores when it is due. The process that moves that time later, in a single statement
(compare-and-set), sends it. A failed push is retried at that time by any process, and given up after a few
attempts.
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
LOOK_AGAIN_AFTER = timedelta(seconds=30)  # the interval of checking whether a present player has left
FOLD = timedelta(hours=1)  # within this time, only one offer of a kind from the same player is pushed
MAX_PER_HOUR = 20  # pushes to one player, of any kind
GONE = (404, 410)
URGENT_SECONDS = 3600


class Push(NamedTuple):
    """A notification that this process has claimed, for one device."""

    notice: Notice
    device: PushSubscription
    payload: bytes

    @property
    def seconds(self) -> int:
        """Return how long a push service should keep it for a device that is offline."""
        assert self.notice.until is not None
        return max(0, int((self.notice.until - clock.now()).total_seconds()))


async def send_due_pushes() -> None:
    """Send the due notifications of players who are away."""
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
    """Return the presence that makes a push unnecessary: at the table, or on any page."""
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
    """Postpone notifications of players who are present, as long as they are useful."""
    now = clock.now()
    for notice in notices:
        again = now + LOOK_AGAIN_AFTER if _is_worth_telling(notice) else None
        _reschedule(notice, push_due_at=again)


def claim_all(notices: Iterable[Notice]) -> list[Push]:
    """Claim notifications that are still current and that no other process has claimed.

    Return their pushes.
    """
    found = []
    for notice in notices:
        pushes = _write_pushes(notice)
        if not pushes:
            _reschedule(notice, push_due_at=None)
        elif claim(notice):
            found += pushes
    return found


def _write_pushes(notice: Notice) -> list[Push]:
    """Return a notification's push for each device of its player, or none if it should not be sent."""
    if not _is_worth_telling(notice) or _is_one_too_many(notice):
        return []
    try:
        return [
            Push(notice, device, _payload(notice, device)) for device in devices.load_devices(notice.player)
        ]
    except LookupError:
        log.exception("notification %s: a part of its sentence is missing", notice.pk)
        return []


def claim(notice: Notice) -> bool:
    """Claim a notification for this process. It becomes due again later, unless this was the last attempt."""
    tries = notice.push_tries + 1
    again = clock.now() + RETRY_AFTER if tries < MAX_TRIES else None
    return _reschedule(notice, push_due_at=again, push_tries=tries, pushed_at=clock.now())


def _reschedule(notice: Notice, **values: object) -> bool:
    """Change when a notification is due, unless another process has done so since it was loaded."""
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
    """Return whether a player got enough pushes: of this kind from the same player, or in total."""
    pushed = Notice.objects.filter(player=notice.player, pushed_at__gt=clock.now() - FOLD)
    others = pushed.exclude(pk=notice.pk)
    is_repeated = _is_offer(notice) and others.filter(kind=notice.kind, by=notice.by).exists()
    return is_repeated or others.count() >= MAX_PER_HOUR


def _is_offer(notice: Notice) -> bool:
    return notice.kind in (CHALLENGE.name, REMATCH.name)


async def _deliver(push: Push) -> int:
    """Deliver a push. Return the status of the push service, or 0 if it does not answer."""
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
        log.info("push service unreachable: %s", fault)
        return 0


def topic_of(notice: Notice) -> str:
    """Return the topic by which a push service replaces an older push with a newer one.

    It is a keyed hash, so that the service does not learn which game it is. Offers of one player share a
    topic.
    """
    subject = f"game:{notice.parts['game']}" if "game" in notice.parts else notice.about
    if _is_offer(notice):
        subject = f"offers:{notice.by_id}"
    return to_base64url(salted_hmac("push topic", subject, algorithm="sha256").digest())[:32]


def _payload(notice: Notice, device: PushSubscription) -> bytes:
    """Return the message to show: a sentence and a link, never a card or a score."""
    with translation.override(notice.player.chosen_language or device.language):
        says = describe(notice)
    told = {"title": "Every Other", "body": says, "path": path_of(notice), "tag": topic_of(notice)}
    return json.dumps(told, ensure_ascii=False).encode()


def settle(pushes: list[Push], answers: list[int]) -> None:
    """Store which pushes were sent, and delete devices that no longer exist."""
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
    """Return whether a failure is temporary."""
    return status == 0 or status == 429 or status >= 500


def _is_refusal(status: int) -> bool:
    return 300 <= status < 500 and status not in GONE and not _is_passing(status)


def _report_refusals(refusals: set[tuple[str, int]]) -> None:
    for endpoint, status in refusals:
        host = push_service.parse_endpoint(endpoint).host
        log.error("push service at %s refused the message: %d", host, status)
