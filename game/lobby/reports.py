"""Reports of chat lines to the host."""

from datetime import timedelta

from django.db.models import Q
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.people_only import check_is_person
from game.models import Chat, Player, Report

MAX_REPORTS_A_DAY = 20
A_DAY = timedelta(days=1)


def load_reportable_line(line_id: int, reader: Player | None) -> Chat:
    """Load a chat line that a player could read: players' lines at their own tables, or watchers' lines."""
    readable = Q(seat=None)
    if reader is not None:
        readable |= Q(game__seat_a=reader) | Q(game__seat_b=reader)
    line = Chat.objects.select_related("player").filter(readable, pk=line_id).first()
    if line is None:
        raise Refusal("no_line", gettext("You can only report chat you’ve seen."))
    return line


def file_report(*, player: Player, line: Chat, why: str) -> None:
    """Report a line to the host. Reporting it again changes nothing."""
    check_is_person(player)
    if line.player == player:
        raise Refusal("bad_request", gettext("You can’t report your own chat."))
    own_reports = Report.objects.filter(by=player)
    if own_reports.filter(said=line).exists():
        return
    if own_reports.filter(at__gt=clock.now() - A_DAY).count() >= MAX_REPORTS_A_DAY:
        raise Refusal(
            "too_many", gettext("You’ve sent many reports today. The host will look at those first.")
        )
    Report.objects.get_or_create(said=line, by=player, defaults={"why": why, "at": clock.now()})
