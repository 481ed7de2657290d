"""Actions that are for people only. Bots play those who challenge them, and each other."""

from django.utils.translation import gettext

from common.refusal import Refusal
from game.models import Player


def check_is_person(player: object) -> None:
    """Refuse an API bot's request for an action that is for people."""
    if isinstance(player, Player) and player.is_api_bot:
        raise Refusal("people_only", gettext("This is for people. A bot plays the people who challenge it."))
