"""Mail players their unread notifications: at most once a day, all in one mail.

Any process may send it: the process that updates the row of the player's latest mail sends it
(compare-and-set in one statement). A failed mail is retried later by any process, and given up after a few
attempts.
"""

import asyncio
import logging
from collections import defaultdict
from datetime import timedelta
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Case, Exists, F, OuterRef, Q, Subquery, Value, When
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import ngettext

from common import clock
from common.database.thread import on_the_database_thread
from game.models import Player
from people.mail.unsubscribe import Mails, headers, stop_url
from people.notices.kinds import Way, load_kinds
from people.notices.models import Digest, Notice
from people.notices.notice_kinds import TURN_ENDING
from people.notices.sentences import describe, path_of
from people.notices.switches import is_on

log = logging.getLogger(__name__)

# Players who visit within this time read the notifications on a page instead.
GATHERED_FOR = timedelta(hours=1)
EVERY = timedelta(days=1)
STALE_AFTER = timedelta(days=2)
AWAY_AFTER = timedelta(days=1)
MAX_TRIES = 3
RETRY_AFTER = timedelta(minutes=10)


class Mail(NamedTuple):
    """The mail to one player."""

    player: Player
    address: str
    notices: list[Notice]


async def send_due_digests() -> None:
    """Mail all players with old unread notifications who got no such mail today."""
    for mail in await on_the_database_thread(load_due_digests)():
        try:
            await _send_if_ours(mail)
        except Exception:
            log.exception("player %s: mail of notifications failed", mail.player.pk)


async def _send_if_ours(mail: Mail) -> None:
    tries = await on_the_database_thread(claim)(mail.player)
    if not tries:
        return
    try:
        await asyncio.to_thread(build_mail(mail).send)
    except OSError:  # smtplib's errors are OSErrors too
        if tries == 1:
            log.exception("mail of notifications failed; up to %d attempts", MAX_TRIES)
    else:
        await on_the_database_thread(mark_sent)(mail)


def load_due_digests() -> list[Mail]:
    """Return the mails that are due. Notifications that need no mail any more are unmarked."""
    now = clock.now()
    confirmed = EmailAddress.objects.filter(user=OuterRef("player"), verified=True).order_by("-primary")
    waiting = Notice.objects.filter(waits_for_mail=True, read_at=None, at__gt=now - STALE_AFTER)
    due = waiting.filter(at__lte=now - GATHERED_FOR, player__is_active=True)
    due = due.filter(Exists(confirmed), ~Exists(_mailed_lately().filter(player=OuterRef("player"))))
    players = set(due.values_list("player", flat=True))
    found: dict[Player, list[Notice]] = defaultdict(list)
    told = waiting.filter(player__in=players).annotate(address=Subquery(confirmed.values("email")[:1]))
    for notice in told.select_related("player").order_by("at", "pk"):
        if is_worth_a_mail(notice):
            found[notice.player].append(notice)
        else:
            Notice.objects.filter(pk=notice.pk).update(waits_for_mail=False)
    return [Mail(player, notices[0].address, notices) for player, notices in found.items()]  # type: ignore[attr-defined]


def _mailed_lately() -> Any:
    """Return the players who were mailed in the last day, or whose mail will be retried later."""
    now = clock.now()
    return Digest.objects.filter(tried_at__gt=now - EVERY).exclude(_may_be_tried_again())


def _may_be_tried_again() -> Q:
    return Q(sent=False, tries__lt=MAX_TRIES, tried_at__lt=clock.now() - RETRY_AFTER)


def is_worth_a_mail(notice: Notice) -> bool:
    """Return whether a player still wants this notification by mail, and it is still current."""
    kind, player = load_kinds().get(notice.kind), notice.player
    was_here = player.seen_at is not None and player.seen_at > clock.now() - AWAY_AFTER
    if kind is None or (kind is TURN_ENDING and was_here):
        return False
    return is_on(player, kind, Way.MAIL) and kind.stands(notice)


def claim(player: Player) -> int:
    """Claim the mail to a player for this process. Return the number of the attempt, or 0 if not claimed."""
    now = clock.now()
    long_ago = now - 2 * EVERY
    Digest.objects.get_or_create(player=player, defaults={"tried_at": long_ago, "tries": 0, "sent": True})
    tomorrow = Q(tried_at__lte=now - EVERY)
    row = Digest.objects.filter(player=player).filter(tomorrow | _may_be_tried_again())
    tries = Case(When(tomorrow, then=Value(1)), default=F("tries") + 1)
    if row.update(tried_at=now, sent=False, tries=tries):
        return Digest.objects.get(player=player).tries
    return 0


def mark_sent(mail: Mail) -> None:
    Digest.objects.filter(player=mail.player).update(sent=True)
    Notice.objects.filter(pk__in=[notice.pk for notice in mail.notices]).update(waits_for_mail=False)


def build_mail(mail: Mail) -> EmailMessage:
    """Return the mail in its reader's language: a sentence and a link per notification, without cards."""
    with translation.override(mail.player.language):
        return _build_mail(mail)


def _build_mail(mail: Mail) -> EmailMessage:
    stop = stop_url(mail.player.pk, Mails.DIGEST)
    told = [(describe(notice), f"{settings.SITE_URL}{path_of(notice)}") for notice in mail.notices]
    n = len(told)
    subject = (
        told[0][0]
        if n == 1
        else ngettext("{n} notification for you", "{n} notifications for you", n).format(n=n)
    )
    context = {
        "name": mail.player.username,
        "told": told,
        "settings": f"{settings.SITE_URL}{reverse('notice_settings')}",
        "stop": stop,
        "site": settings.SITE_URL,
    }
    return EmailMessage(
        f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
        render_to_string("people/mail/digest.txt", context),
        to=[mail.address],
        headers=headers(stop),
    )
