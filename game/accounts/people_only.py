"""What is for people alone: bots play whom they are challenged by, and each other."""

from django.utils.translation import gettext

from common.refusal import Refusal
from game.models import Player


def check_is_person(player: object) -> None:
    """Refuse to a bot that plays by the API what is for people."""
    if isinstance(player, Player) and player.is_api_bot:
        raise Refusal("people_only", gettext("This is for people. A bot plays those who challenge it."))
