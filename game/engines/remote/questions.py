"""What engines elsewhere are asked, as rows: written by one process, handed out and answered at any.

A row and not a message between processes, because an answer counts once and before its time, whichever
process it comes to: that is a lock on a row, and needs no Redis. What is published only wakes who waits.
"""

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext
from msgspec import Struct
from msgspec.json import Decoder

from common import clock
from common.formats.json import encode
from common.refusal import Refusal
from game.bots import Memory
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

# So long they are kept, so that who answers too late is told so.
KEPT_MS = 60_000

ASKED, ANSWERED = "engine_asked", "engine_answered"


class AskedView(Struct):
    """What a question says of the moves that the rules allow."""

    phase: str
    hand: list[str]
    playable: list[str]


class Asked(Struct):
    view: AskedView


_asked = Decoder(Asked)


@transaction.atomic
def write(brain: str, view: View, memory: Memory, chance: str) -> int:
    """Write down what an engine is asked, and return its number; JobFailed where nobody would answer."""
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
    """The eldest message that waits for an engine, which is handed out once; None if there is none."""
    waiting = Question.objects.filter(
        engine=engine, engine__state=State.ALLOWED, is_handed_out=False, due_ms__gt=clock.milliseconds()
    )
    for question in waiting.exclude(message="").order_by("pk"):
        if Question.objects.filter(pk=question.pk, is_handed_out=False).update(is_handed_out=True):
            return _unseal(question.message, question.pk)
    return None


def answer(engine: RemoteEngine, number: int, given: ThinkAnswer) -> None:
    """Take an engine's answer: the first one counts, and before its time; one against the rules as well."""
    with transaction.atomic():
        question = Question.objects.select_for_update().filter(engine=engine, pk=number).first()
        if question is None:
            raise Refusal("no_question", gettext("Your engine wasn’t asked that."))
        if question.answer:
            raise Refusal("answered", gettext("Your engine has answered that already."))
        message = _unseal(question.message, number)
        if message is None or question.due_ms <= clock.milliseconds():
            raise Refusal("late", gettext("That came too late: the simplest move was made."))
        is_allowed = _is_allowed(given, message)
        question.answer = _seal(encode(given), number)
        question.save(update_fields=["answer"])
        publish_on_commit(ANSWERED, number)
    if not is_allowed:
        raise Refusal("illegal", gettext("The rules don’t allow that: the simplest move is made."))


@transaction.atomic
def find_answer(number: int, *, is_last: bool) -> bytes | None:
    """The answer to a question, if there is one; found, or asked for the last time, the question is over."""
    question = Question.objects.select_for_update().filter(pk=number).first()
    if question is None or not (question.answer or is_last):
        return None
    question.message = ""
    question.save(update_fields=["message"])
    return _unseal(question.answer, number)


def delete_old(engine: RemoteEngine | None = None) -> None:
    """Delete the questions that were over a while ago, of one engine or of all."""
    old = Question.objects.filter(due_ms__lt=clock.milliseconds() - KEPT_MS)
    (old if engine is None else old.filter(engine=engine)).delete()


def _is_allowed(given: ThinkAnswer, message: bytes) -> bool:
    """Whether the rules allow a move: for who sent it, since the table judges by the view itself."""
    view = _asked.decode(message).view
    match given.move:
        case ThrowPayload(cards=cards):
            return view.phase == "throw" and len({*cards} & {*view.hand}) == 2
        case move:
            return view.phase == "play" and move.card in view.playable


def _seal(plain: bytes, number: int) -> str:
    return seal.seal(plain, seal.derive_keys(settings.SEALING_KEYS), _context(number))


def _unseal(sealed: str, number: int) -> bytes | None:
    """What was sealed; None where it is empty, or this process has not got the key."""
    try:
        return seal.unseal(sealed, seal.derive_keys(settings.SEALING_KEYS), _context(number))
    except SealError:
        return None


def _context(number: int) -> bytes:
    return f"engine question {number}".encode()
