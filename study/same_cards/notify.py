"""Notify the player who made an invitation that both boards are open."""

from django.urls import reverse

from game.shared_decks.models import Round
from people.notices.notice_kinds import INVITATION
from people.notices.record import notify
from study.same_cards.models import Invitation
from study.same_cards.stages import has_result


def tell_of_boards(round_: Round) -> None:
    """Store a notification for the player whose invitation a round closes with, in the same transaction."""
    invitations = Invitation.objects.filter(round=round_, answer__isnull=False)
    invitation = invitations.select_related("answer__seat_a").order_by("-made_at").first()
    if invitation is None or invitation.answer is None or not has_result(invitation):
        return
    notify(
        INVITATION,
        [invitation.by_id],
        f"same_cards:{invitation.pk}",
        by=invitation.answer.seat_a,
        what="boards",
        url=reverse("beside", args=[invitation.game_id, invitation.answer_id]),
    )
