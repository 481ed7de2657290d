"""Store the answers to calls, so that a repeated call gets the first answer and changes nothing."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.models import Player
from game.tokens.models import StoredAnswer

STORED_FOR = timedelta(hours=24)
# A call that has run for longer is taken for lost with its process, and its repetition runs.
LONGEST_CALL = timedelta(minutes=2)


def find_answer(*, player: Player, key: str, digest: str) -> str | None:
    """Return the answer to an earlier call with this key, or None if there was no such call.

    Refuse another call with the same key, and a repetition while the first call runs.
    """
    now = clock.now()
    row = StoredAnswer.objects.filter(player=player, key=key, at__gt=now - STORED_FOR).first()
    if row is None:
        return None
    if row.digest != digest:
        raise Refusal(
            "key_reused", gettext("This Idempotency-Key came with another request. Use a new key for this.")
        )
    if row.answer is None and row.at > now - LONGEST_CALL:
        raise _in_progress()
    return row.answer


def claim(*, player: Player, key: str, digest: str) -> int:
    """Claim a key for a call that begins now, and return the claim. Of several that try, one succeeds."""
    now = clock.now()
    own = StoredAnswer.objects.filter(player=player, key=key)
    own.filter(at__lte=now - STORED_FOR).delete()
    own.filter(answer=None, at__lte=now - LONGEST_CALL).delete()
    try:
        with transaction.atomic():
            return StoredAnswer.objects.create(player=player, key=key, digest=digest, at=now).pk
    except IntegrityError:
        raise _in_progress() from None


def store(claimed: int, answer: str) -> None:
    """Store the answer of the call that claimed a key."""
    StoredAnswer.objects.filter(pk=claimed).update(answer=answer)


def release(claimed: int) -> None:
    """Give up the claim of a call that was refused. The key can be used again."""
    StoredAnswer.objects.filter(pk=claimed).delete()


def forget(*, player: Player, key: str, answer: str) -> None:
    """Delete this answer, so that the call can run again. Of several that try, one can claim the key."""
    StoredAnswer.objects.filter(player=player, key=key, answer=answer).delete()


def delete_old_answers() -> None:
    """Delete the answers that no repetition gets any more."""
    StoredAnswer.objects.filter(at__lte=clock.now() - STORED_FOR).delete()


def _in_progress() -> Refusal:
    return Refusal(
        "in_progress", gettext("The first call with this Idempotency-Key still runs. Repeat it in a second.")
    )
