"""Dismiss a sign, once, with a note on record."""

from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import is_banned
from game.models import Player
from hosting.signs.models import Sign


def may_answer(by: Player, sign: Sign) -> bool:
    """Return whether a moderator may dismiss a sign. A sign about themselves is not theirs to dismiss."""
    return by.is_staff and by.has_perm("signs.answer_sign") and not is_banned(by) and by != sign.player


def put_aside(*, by: Player, sign: Sign, note: str) -> None:
    """Record that a moderator reviewed a sign and found nothing."""
    if not may_answer(by, sign):
        raise Refusal("not_yours", gettext("This is not yours to decide."))
    waiting = Sign.objects.filter(pk=sign.pk, looked_at=None)
    if not waiting.update(looked_by=by, looked_at=clock.now(), note=note):
        raise Refusal("too_late", gettext("Someone has looked at this sign already."))
