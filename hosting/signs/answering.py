"""Puts a sign aside, with a note, once and on record."""

from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import is_banned
from game.models import Player
from hosting.signs.models import Sign


def may_answer(by: Player, sign: Sign) -> bool:
    """Whether somebody may put a sign aside: nobody does so with their own."""
    return by.is_staff and by.has_perm("signs.answer_sign") and not is_banned(by) and by != sign.player


def put_aside(*, by: Player, sign: Sign, note: str) -> None:
    """Record that a moderator looked at a sign, and that there is nothing to it."""
    if not may_answer(by, sign):
        raise Refusal("not_yours", gettext("This is not yours to decide."))
    waiting = Sign.objects.filter(pk=sign.pk, looked_at=None)
    if not waiting.update(looked_by=by, looked_at=clock.now(), note=note):
        raise Refusal("too_late", gettext("Someone has looked at this sign already."))
