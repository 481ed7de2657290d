"""Questions to remote engines, as rows: written by one process, handed out and answered by any.

A row instead of a message between processes, because exactly one answer counts, within its time, in whichever
process it arrives. A row lock ensures this without Redis. The published message only wakes the waiting
process.
"""

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext
from msgspec import Struct
from msgspec.json import Decoder

from common import clock
from common.formats.json import encode
from common.refusal import Refusal
from game.bots.brain import Memory
from game.engine.view import View
from game.engines.models import Question, RemoteEngine
from game.engines.process import Limits
from game.engines.protocol import ThinkAnswer, think_message
from game.engines.remote.registering import State, find_allowed, is_present
from game.runtime.pubsub import publish_on_commit
from game.runtime.worker_pool import JobFailed
from game.wire.moves import ThrowPayload
from rng import seal
from rng.seal import SealError

# How long finished questions are stored, so that a late answer can be refused as late.
KEPT_MS = 60_000

ASKED, ANSWERED = "engine_asked", "engine_answered"


class AskedView(Struct):
    """The part of a question that gives the legal moves."""

    phase: str
    hand: list[str]
    playable: list[str]


class Asked(Struct):
    view: AskedView


_asked = Decoder(Asked)


@transaction.atomic
def write(brain: str, view: View, memory: Memory, chance: str) -> int:
    """Save a question and return its number. Raise JobFailed if no program would answer."""
    engine, limits = find_allowed(brain), Limits(settings.ENGINE_MS)
    if engine is None:
        raise JobFailed("no host lets it play any more")
    if not is_present(engine):
        raise JobFailed("its program does not poll")
    now = clock.milliseconds()
    delete_old(engine)
    question = Question.objects.create(engine=engine, due_ms=now + int(1000 * limits.seconds))
    message = think_message(question.pk, view, memory, chance, limits.ms)
    question.message = _seal(message, question.pk)
    question.save(update_fields=["message"])
    publish_on_commit(ASKED, engine.pk)
    return question.pk


def hand_out(engine: RemoteEngine) -> bytes | None:
    """Return the oldest waiting question of an engine, once; None if there is none."""
    waiting = Question.objects.filter(
        engine=engine, engine__state=State.ALLOWED, is_handed_out=False, due_ms__gt=clock.milliseconds()
    )
    for question in waiting.exclude(message="").order_by("pk"):
        if Question.objects.filter(pk=question.pk, is_handed_out=False).update(is_handed_out=True):
            return _unseal(question.message, question.pk)
    return None


def answer(engine: RemoteEngine, number: int, given: ThinkAnswer) -> None:
    """Accept an engine's answer. The first one within the time counts, even if it breaks the rules."""
    with transaction.atomic():
        question = Question.objects.select_for_update().filter(engine=engine, pk=number).first()
        if question is None:
            raise Refusal("no_question", gettext("Your engine wasn’t asked that."))
        if question.answer:
            raise Refusal("answered", gettext("Your engine has answered that already."))
        message = _unseal(question.message, number)
        if message is None or question.due_ms <= clock.milliseconds():
            raise Refusal(
                "late", gettext("Your engine answered too late, so the server played the simplest move.")
            )
        is_allowed = _is_allowed(given, message)
        question.answer = _seal(encode(given), number)
        question.save(update_fields=["answer"])
        publish_on_commit(ANSWERED, number)
    if not is_allowed:
        raise Refusal(
            "illegal", gettext("The rules don’t allow that move, so the server plays the simplest one.")
        )


@transaction.atomic
def find_answer(number: int, *, is_last: bool) -> bytes | None:
    """Return the answer to a question, if any. The question ends once it is answered or `is_last`."""
    question = Question.objects.select_for_update().filter(pk=number).first()
    if question is None or not (question.answer or is_last):
        return None
    question.message = ""
    question.save(update_fields=["message"])
    return _unseal(question.answer, number)


def delete_old(engine: RemoteEngine | None = None) -> None:
    """Delete questions that ended a while ago, of one engine or of all."""
    old = Question.objects.filter(due_ms__lt=clock.milliseconds() - KEPT_MS)
    (old if engine is None else old.filter(engine=engine)).delete()


def _is_allowed(given: ThinkAnswer, message: bytes) -> bool:
    """Return whether the rules allow a move, for the reply to the sender.

    The table checks the view itself.
    """
    view = _asked.decode(message).view
    match given.move:
        case ThrowPayload(cards=cards):
            return view.phase == "throw" and len({*cards} & {*view.hand}) == 2
        case move:
            return view.phase == "play" and move.card in view.playable


def _seal(plain: bytes, number: int) -> str:
    return seal.seal(plain, seal.derive_keys(settings.SEALING_KEYS), _context(number))


def _unseal(sealed: str, number: int) -> bytes | None:
    """Decrypt a value. Return None if it is empty or its key is missing."""
    try:
        return seal.unseal(sealed, seal.derive_keys(settings.SEALING_KEYS), _context(number))
    except SealError:
        return None


def _context(number: int) -> bytes:
    return f"engine question {number}".encode()
