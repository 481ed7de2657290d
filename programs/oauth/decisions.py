"""Hosts stop apps and allow them again. Each decision stores one row with the host and the reason."""

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext
from oauth2_provider.models import Application

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import is_banned
from game.models import Player
from people.moderation.rulings import clean_reason
from people.notices.record import notify
from programs.oauth.connections import disconnect_all, find_stop
from programs.oauth.models import AppDecision
from programs.oauth.notice_kinds import APP_DECISION

Kind = AppDecision.Kind


def may_decide(by: Player) -> bool:
    """Return whether a member of staff may decide about apps."""
    return by.is_staff and by.has_perm("oauth.decide_on_app") and not is_banned(by)


@transaction.atomic
def stop(*, by: Player, app: Application, reason: str) -> AppDecision:
    """Stop an app: end all that it holds for players, and give it nothing until a host allows it again."""
    locked = _lock(by, app)
    decision = _decide(Kind.STOP, by, locked, reason)
    disconnect_all(locked)
    return decision


@transaction.atomic
def allow(*, by: Player, app: Application, reason: str) -> AppDecision:
    """Allow a stopped app again. Its players have to connect it again."""
    return _decide(Kind.ALLOW, by, _lock(by, app), reason)


def _lock(by: Player, app: Application) -> Application:
    """Return the app as it is now. No token is given to it meanwhile (`Validator.save_bearer_token`)."""
    if not may_decide(by):
        raise Refusal("not_yours", gettext("This is not yours to decide."))
    locked = Application.objects.select_for_update(no_key=True).filter(pk=app.pk).first()
    if locked is None:
        raise Refusal("too_late", gettext("Its owner has deleted this app."))
    return locked


def _decide(kind: AppDecision.Kind, by: Player, app: Application, reason: str) -> AppDecision:
    if (find_stop(app) is not None) == (kind is Kind.STOP):
        raise Refusal("too_late", gettext("This was already decided."))
    decision = AppDecision.objects.create(
        app=app, client_id=app.client_id, kind=kind, by=by, reason=clean_reason(reason), at=clock.now()
    )
    notify(
        APP_DECISION,
        [app.user_id],
        f"app:{decision.pk}",
        decision=kind,
        title=app.name,
        reason=decision.reason,
        url=reverse("apps"),
    )
    return decision
