"""Hosts' decisions about players' engines. Each stores one row with the host, the action and the reason."""

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import is_banned
from game.engines.models import EngineDecision, RemoteEngine
from game.engines.remote import registering
from game.models import Player
from game.table import bot_accounts
from people.moderation.rulings import clean_reason

Kind, State = EngineDecision.Kind, RemoteEngine.State

LEADS_TO = {Kind.ALLOW: State.ALLOWED, Kind.STOP: State.STOPPED}


def may_decide(by: Player) -> bool:
    """Return whether a member of staff may decide about engines."""
    return by.is_staff and by.has_perm("engines.decide_on_engine") and not is_banned(by)


@transaction.atomic
def allow(*, by: Player, engine: RemoteEngine, reason: str) -> EngineDecision:
    """Let an engine play as a house bot, with an account of its name."""
    locked = _lock(by, engine)
    if not registering.may_answer(locked.owner):
        raise Refusal(
            "banned", gettext("This engine has no active owner: the account was deleted or banned.")
        )
    account = Player.objects.filter(username=locked.name, brain=registering.brain_of(locked))
    if not account.exists():
        registering.check_name_is_free(locked.name, locked)
    decision = _decide(Kind.ALLOW, by, locked, reason)
    bot_accounts.get_or_create_account(registering.brain_of(locked))
    return decision


@transaction.atomic
def stop(*, by: Player, engine: RemoteEngine, reason: str) -> EngineDecision:
    """Stop an engine. It begins no new games and finishes its live games with the simplest moves."""
    return _decide(Kind.STOP, by, _lock(by, engine), reason)


def _lock(by: Player, engine: RemoteEngine) -> RemoteEngine:
    if not may_decide(by):
        raise Refusal("not_yours", gettext("This is not yours to decide."))
    engines = RemoteEngine.objects.select_for_update(of=("self",), no_key=True).select_related("owner")
    return engines.get(pk=engine.pk)


def _decide(kind: EngineDecision.Kind, by: Player, engine: RemoteEngine, reason: str) -> EngineDecision:
    if engine.state == LEADS_TO[kind]:
        raise Refusal("too_late", gettext("This was already decided."))
    engine.state = LEADS_TO[kind]
    engine.save(update_fields=["state"])
    return EngineDecision.objects.create(
        engine=engine, kind=kind, version=engine.version, by=by, reason=clean_reason(reason), at=clock.now()
    )
