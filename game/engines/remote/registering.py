"""Registers engines, and finds those that may play."""

import re

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.database.compiled_query import CompiledModelQuery
from common.refusal import Refusal
from game.accounts.names import find_name_fault, likeness
from game.accounts.people_only import check_is_person
from game.accounts.sanctions import is_banned
from game.engines.house import REMOTE_PREFIX
from game.engines.models import EngineDecision, Question, RemoteEngine
from game.models import Player

State = RemoteEngine.State

# Allowed in a bot's brain in files of games.
NAME = re.compile(r"[a-z]+(?:_[a-z]+)*")
# A poll takes at most 30 seconds. A program that has not polled for longer and is not choosing a move is
# absent.
PRESENT_MS = 45_000
NOTE_EVERY_MS = 5_000


@transaction.atomic
def register(*, owner: Player, name: str, version: str) -> RemoteEngine:
    """Register a player's engine. Registering it again sets the version that plays from now on."""
    check_is_person(owner)
    locked = Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
    _check(name, version)
    own = RemoteEngine.objects.select_for_update().filter(owner=locked).first()
    if own is None:
        own = RemoteEngine(owner=locked, registered_at=clock.now())
    if own.name != name:
        if own.name and own.decisions.exists():
            says = gettext("Your engine must keep the name %(name)s, because a host has decided about it.")
            raise Refusal("has_engine", says % {"name": own.name})
        check_name_is_free(name, own)
        own.name, own.likeness = name, likeness(name)
    own.version = version
    own.save()
    return own


def check_name_is_free(name: str, own: RemoteEngine) -> None:
    """Refuse a name that another player has, or one that looks like it."""
    looks = likeness(name)
    is_taken = (
        Player.objects.filter(likeness=looks).exists()
        or Player.objects.filter(username__iexact=name).exists()
        or RemoteEngine.objects.filter(likeness=looks).exclude(pk=own.pk).exists()
    )
    if is_taken:
        raise Refusal("name_taken", gettext("This name, or one much like it, is taken. Choose another name."))


def _check(name: str, version: str) -> None:
    if fault := find_name_fault(name):
        raise Refusal("bad_request", fault)
    if not NAME.fullmatch(name):
        says = gettext("An engine’s name has small letters, with _ between them.")
        raise Refusal("bad_request", says)
    if not (version.isprintable() and version == " ".join(version.split())):
        raise Refusal("bad_request", gettext("Give the engine’s version in a few letters."))


def load_engine(owner: Player) -> RemoteEngine:
    """Return a player's engine, or refuse."""
    found = RemoteEngine.objects.filter(owner=owner).first()
    if found is None:
        raise Refusal("no_engine", gettext("You have registered no engine: see POST /engines."))
    return found


def load_allowed_engine(owner: Player) -> RemoteEngine:
    """Return a player's engine if a host allows it."""
    engine = load_engine(owner)
    if engine.state != State.ALLOWED:
        says = gettext("No host has allowed your engine yet, or one has stopped it.")
        raise Refusal("not_allowed", says)
    return engine


def find_last_decision(engine: RemoteEngine) -> EngineDecision | None:
    return engine.decisions.order_by("-pk").first()


def note_poll(engine: RemoteEngine) -> None:
    """Record that the engine's program has polled."""
    now = clock.milliseconds()
    if now - engine.polled_ms >= NOTE_EVERY_MS:
        RemoteEngine.objects.filter(pk=engine.pk).update(polled_ms=now)


def is_present(engine: RemoteEngine) -> bool:
    """Return whether the engine's program has polled recently."""
    return clock.milliseconds() - engine.polled_ms < PRESENT_MS + settings.ENGINE_MS


def brain_of(engine: RemoteEngine) -> str:
    """Return the brain of the engine's account. A name has only letters that a brain may have."""
    return REMOTE_PREFIX + engine.name


def name_of(brain: str) -> str:
    """Return an engine's name from its brain."""
    return brain.removeprefix(REMOTE_PREFIX)


def find_allowed(brain: str) -> RemoteEngine | None:
    """Return the engine of a brain, if a host allows it and its owner may play."""
    allowed = RemoteEngine.objects.filter(state=State.ALLOWED).select_related("owner")
    engine = allowed.filter(name=name_of(brain)).first()
    return engine if engine and may_answer(engine.owner) else None


def find_allowed_brain(name: str) -> str | None:
    """Return the brain of the engine with this name in any case, if it may play."""
    own_name = name_of(name.lower())
    if find_name_fault(own_name):  # no engine has such a name, for example "anyone"
        return None
    brain = REMOTE_PREFIX + own_name
    return brain if find_allowed(brain) else None


def load_allowed() -> list[RemoteEngine]:
    """Return all engines that may play, by name."""
    return [engine for engine in _allowed.fetch_all() if may_answer(engine.owner)]


_allowed = CompiledModelQuery(
    RemoteEngine,
    lambda: RemoteEngine.objects.filter(state=State.ALLOWED).order_by("name"),
    related=("owner",),
)


def may_answer(owner: Player) -> bool:
    """Return whether an engine has a responsible owner, with an active account and without a ban."""
    return owner.is_active and not is_banned(owner)


def withdraw(owner: Player) -> None:
    """Remove the engine of a player who closes the account.

    One with a host's decision stays on record, stopped.
    """
    engine = RemoteEngine.objects.filter(owner=owner).first()
    if engine is None:
        return
    Question.objects.filter(engine=engine).delete()
    if not engine.decisions.exists():
        engine.delete()
        return
    engine.state, engine.version = State.STOPPED, ""
    engine.save(update_fields=["state", "version"])
