"""No player on vacation can begin a game with a day per move, because its clock would rest from the start."""

from collections.abc import Collection
from datetime import UTC, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext

from common.refusal import Refusal
from game.lobby.pairing import GameSettings
from game.lobby.rated import DAILY_CLOCK
from game.models import Player
from game.table.clocks.vacations import load_vacations


def check_not_on_vacation(players: Collection[Player], settings: GameSettings, *, requester: Player) -> None:
    """Refuse a game with a day per move if one of its players is on vacation."""
    if settings.clock != DAILY_CLOCK:
        return
    on_vacation = load_vacations([player.pk for player in players])
    for player in players:
        if (until := on_vacation.get(player.pk)) is None:
            continue
        moment = date_format(datetime.fromtimestamp(until / 1000, UTC), "DATETIME_FORMAT")
        says = (
            gettext(
                "You’re on vacation until %(moment)s UTC. To begin a game with a day per move, end it first."
            )
            if player == requester
            else gettext("%(player)s is on vacation until %(moment)s UTC.")
        )
        raise Refusal("on_vacation", says % {"player": player, "moment": moment})
