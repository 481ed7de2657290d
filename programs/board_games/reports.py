"""Readers report shared games to the host, and hosts answer, remove and restore them."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.people_only import check_is_person
from game.models import Player, Ruling
from people.moderation.notify import tell_reporters
from people.moderation.rights import Kind
from people.moderation.rulings import create_ruling, lock_subject
from programs.board_games.models import BoardGame, BoardReport

MAX_REPORTS_A_DAY = 5
MAX_WHY: int = BoardReport._meta.get_field("why").max_length  # type: ignore[assignment]


@transaction.atomic
def report(*, player: Player, game: BoardGame, why: str) -> None:
    """Report a shared game to the host. A repeated report is listed once."""
    check_is_person(player)
    if game.owner == player:
        raise Refusal("bad_request", gettext("This is your own game."))
    why = " ".join(why.split())[:MAX_WHY]
    if not why.isprintable():
        raise Refusal("bad_request", gettext("These words have characters that can’t be displayed."))
    reporter = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    own = BoardReport.objects.filter(by=reporter)
    if own.filter(game=game, ruling=None).exists():
        return
    if own.filter(at__gt=clock.now() - timedelta(days=1)).count() >= MAX_REPORTS_A_DAY:
        raise Refusal(
            "too_many", gettext("You’ve sent many reports today. The host will look at those first.")
        )
    BoardReport.objects.create(game=game, by=reporter, why=why, text=game.text, at=clock.now())


@transaction.atomic
def remove_shared_game(*, by: Player, game: BoardGame, reason: str) -> Ruling:
    """Take a shared game down: its link shows nothing, and it can't be shared again. Answer its reports."""
    owner = lock_subject(by, Kind.REMOVE, game.owner)
    if not BoardGame.objects.filter(pk=game.pk, removed_at=None).update(removed_at=clock.now()):
        raise Refusal("too_late", gettext("This game has already been taken down."))
    ruling = create_ruling(Kind.REMOVE, by, reason, player=owner)
    _answer_reports(game, ruling)
    return ruling


@transaction.atomic
def restore_shared_game(*, by: Player, game: BoardGame, reason: str) -> Ruling:
    """Let the owner of a game that was taken down share it again."""
    owner = lock_subject(by, Kind.RESTORE, game.owner)
    removed = BoardGame.objects.filter(pk=game.pk).exclude(removed_at=None)
    if not removed.update(removed_at=None, is_shared=False):
        raise Refusal("too_late", gettext("This game has not been taken down."))
    return create_ruling(Kind.RESTORE, by, reason, player=owner)


@transaction.atomic
def answer_board_report(*, by: Player, report: BoardReport, reason: str) -> Ruling:
    """Answer a report, and all open reports of the same game."""
    owner = lock_subject(by, Kind.ANSWER, report.game.owner)
    ruling = create_ruling(Kind.ANSWER, by, reason, player=owner)
    if not _answer_reports(report.game, ruling):
        raise Refusal("too_late", gettext("This report has already been answered."))
    return ruling


def _answer_reports(game: BoardGame, ruling: Ruling) -> int:
    """Answer all open reports of a game. Return their number."""
    waiting = BoardReport.objects.filter(game=game, ruling=None)
    reporters = list(waiting.values_list("by", flat=True))
    tell_reporters(ruling, reporters)
    return waiting.update(ruling=ruling)
