"""Mail players when it is their move in a game with a day per move: if they want it, once per turn.

Any process may send a mail: the process that updates the turn's row sends it (compare-and-set in one
statement). A failed mail is retried later by any process, and given up after a few attempts.
"""

import asyncio
import logging
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Case, Exists, F, OuterRef, Q, Subquery, Value, When
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from common import clock
from common.database.thread import on_the_database_thread
from game.engine.state import Seat
from game.engine.view import seats_to_move
from game.models import Game, MoveMail, Player, Vacation
from game.runtime.presence import presence
from game.table.clocks.time_control import GRACE, MINUTE, TIME_CONTROLS
from game.table.clocks.turns import LETTERS, turn_start_ply
from game.table.tables import SEATS, tables
from people.mail.unsubscribe import headers, stop_url
from people.notices.kinds import Way
from people.notices.notice_kinds import TURN
from people.notices.switches import wants

log = logging.getLogger(__name__)

MAIL_AFTER = 10 * MINUTE
MAX_TRIES = 3
RETRY_AFTER = timedelta(minutes=10)

DAILY_BANKS = {kind: each.bank for kind, each in TIME_CONTROLS.items() if each is not None and each.per_move}
SIDES = ("seat_a", "seat_b")


class PendingMove(NamedTuple):
    """A game that has waited for a player for a while. The player wants a mail."""

    game: str
    ply: int
    seat: int
    player: int
    name: str
    opponent: str
    address: str
    language: str
    score: tuple[int, int]
    deadline: int

    @property
    def presence_key(self) -> str:
        return f"{self.game}:{self.seat}"


# Turns that need no attention until the next move.
_handled: set[PendingMove] = set()


async def send_due_mails() -> None:
    """Mail all players whose turn has lasted a while, and who are not at the table."""
    waiting = await on_the_database_thread(load_pending_moves)()
    here = await presence.find_among(SEATS, [each.presence_key for each in waiting])
    if here is None:
        return  # presence is unknown: try again in a minute
    _handled.intersection_update(waiting)
    for each in waiting:
        if each not in _handled and each.presence_key not in here:
            try:
                await _mail_if_due(each)
            except Exception:
                log.exception("game %s: mail about the move failed", each.game)
                _handled.add(each)


async def _mail_if_due(waiting: PendingMove) -> None:
    table = await tables.open(waiting.game)
    if table.ply != waiting.ply:
        return  # a player has just moved
    seat = Seat(waiting.seat)
    if not table.commitments.fairness.is_complete or seat not in seats_to_move(table.state):
        _handled.add(waiting)
        return
    turn = turn_start_ply(table.state.record, seat)
    if tries := await on_the_database_thread(claim_turn)(waiting, turn):
        await _send(waiting, turn, tries)
    elif await on_the_database_thread(is_turn_done)(waiting, turn):
        _handled.add(waiting)


async def _send(waiting: PendingMove, turn: int, tries: int) -> None:
    try:
        await asyncio.to_thread(build_mail(waiting).send)
    except OSError:  # smtplib's errors are OSErrors too
        if tries == 1:
            log.exception("game %s: mail failed; up to %d attempts", waiting.game, MAX_TRIES)
    else:
        await on_the_database_thread(mark_sent)(waiting, turn)


def load_pending_moves() -> list[PendingMove]:
    """Return the games whose clock has run for a while, of players who want mail.

    There is one query per seat, which uses a partial index.
    """
    return [each for seat in Seat for each in _load_pending_moves_of(seat)]


def _load_pending_moves_of(seat: Seat) -> Iterator[PendingMove]:
    own, other = SIDES[seat], SIDES[1 - seat]
    now, longest = clock.milliseconds(), clock.milliseconds() - MAIL_AFTER + GRACE
    is_late = Q(
        *(Q(clock=kind, deadline__lte=longest + bank) for kind, bank in DAILY_BANKS.items()), _connector=Q.OR
    )
    is_banned = Q(**{f"{own}__banned_until__gt": clock.now()})
    on_vacation = Vacation.objects.filter(player=OuterRef(f"{own}_id"), begins_at__lte=now, ends_at__gt=now)
    confirmed = EmailAddress.objects.filter(user=OuterRef(own), verified=True).order_by("-primary")
    rows = (
        Game.objects.unfinished()
        .filter(wants(TURN, Way.MAIL, own), is_late, ~is_banned, deadline__gt=now)
        .exclude(Exists(on_vacation))
        .annotate(address=Subquery(confirmed.values("email")[:1]))
        .exclude(address=None)
    )
    names = (f"{own}_id", f"{own}__username", f"{other}__username", "address", f"{own}__look")
    scores = (f"score_{LETTERS[seat]}", f"score_{LETTERS[1 - seat]}")
    for game, ply, player, name, opponent, address, look, *score, deadline in rows.values_list(
        "pk", "ply", *names, *scores, "deadline"
    ):
        language = Player(look=look).language
        yield PendingMove(
            game, ply, seat, player, name, opponent, address, language, (score[0], score[1]), deadline
        )


def claim_turn(waiting: PendingMove, turn: int) -> int:
    """Claim the mail about this turn for this process.

    Return the number of the attempt, or 0 if not claimed.
    """
    MoveMail.objects.get_or_create(game_id=waiting.game, player_id=waiting.player, defaults={"ply": 0})
    row = MoveMail.objects.filter(game=waiting.game, player=waiting.player)
    now = clock.now()
    failed = Q(ply=turn, sent=False, tries__lt=MAX_TRIES, tried_at__lt=now - RETRY_AFTER)
    tries = Case(When(ply=turn, then=F("tries") + 1), default=Value(1))
    if row.filter(Q(ply__lt=turn) | failed).update(ply=turn, sent=False, tries=tries, tried_at=now):
        return row.get().tries
    return 0


def is_turn_done(waiting: PendingMove, turn: int) -> bool:
    """Return whether no process will retry the mail about this turn."""
    row = MoveMail.objects.filter(game=waiting.game, player=waiting.player, ply__gte=turn)
    return row.exclude(ply=turn, sent=False, tries__lt=MAX_TRIES).exists()


def mark_sent(waiting: PendingMove, turn: int) -> None:
    MoveMail.objects.filter(game=waiting.game, player=waiting.player, ply=turn).update(sent=True)


def build_mail(waiting: PendingMove) -> EmailMessage:
    """Return the mail in its reader's language: the game and the deadline, without cards."""
    with translation.override(waiting.language):
        return _build_mail(waiting)


def _build_mail(waiting: PendingMove) -> EmailMessage:
    stop = stop_url(waiting.player)
    subject = gettext("Your move against %(name)s") % {"name": waiting.opponent}
    context = {
        "waiting": waiting,
        "own": waiting.score[0],
        "opponents": waiting.score[1],
        "until": datetime.fromtimestamp(waiting.deadline / 1000, UTC),
        "table": f"{settings.SITE_URL}{reverse('table', args=[waiting.game])}",
        "stop": stop,
        "site": settings.SITE_URL,
    }
    return EmailMessage(
        f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
        render_to_string("people/mail/your_move.txt", context),
        to=[waiting.address],
        headers=headers(stop),
    )
