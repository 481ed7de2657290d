"""Hosts' rulings about players in events, recorded like those about chat and bans."""

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.models import Player, Ruling
from people.moderation.rights import Kind
from people.moderation.rulings import create_ruling, lock_subject
from tournaments.events.models import Suspension


@transaction.atomic
def readmit(*, by: Player, suspension: Suspension, reason: str) -> Ruling:
    """Lift all suspensions of a player, so that they can enter events again."""
    player = lock_subject(by, Kind.READMIT, suspension.player)
    in_force = Suspension.objects.filter(player=player, until__gt=clock.now(), lifted_at=None)
    if not in_force.filter(pk=suspension.pk).exists():
        raise Refusal("too_late", gettext("This suspension is over."))
    in_force.update(lifted_at=clock.now())
    return create_ruling(Kind.READMIT, by, reason, player=player)
