"""The personal data that invitations to the cards of a finished game store about a player."""

from common.lazy_import import lazy_import
from common.personal_data import Section, register
from study.same_cards.models import Invitation


def register_sections() -> None:
    register(
        "invitations_to_play_my_cards",
        export=Section(
            lambda me: Invitation.objects.filter(by=me), "code game made_at good_until withdrawn_at answer"
        ),
        erase=lazy_import("study.same_cards.inviting.withdraw_all"),
    )
