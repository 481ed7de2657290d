"""The stages of an invitation."""

from enum import StrEnum

from common import clock
from study.same_cards.models import Invitation


class Stage(StrEnum):
    """A stage: waiting for a friend, being played, or over."""

    WAITING = "waiting"
    PLAYED = "played"  # the friend is playing
    DONE = "done"  # both boards are open
    UNPLAYED = "unplayed"  # the friend's game had no result
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


def stage_of(invitation: Invitation) -> Stage:
    """Return the stage of an invitation."""
    if invitation.withdrawn_at is not None:
        return Stage.WITHDRAWN
    if invitation.answer is None:
        is_over = invitation.good_until <= clock.now() or invitation.round.closed_at is not None
        return Stage.EXPIRED if is_over else Stage.WAITING
    if not invitation.answer.shared.was_shown:
        return Stage.PLAYED
    return Stage.DONE if has_result(invitation) else Stage.UNPLAYED


def has_result(invitation: Invitation) -> bool:
    """Return whether the friend's game was played to its end."""
    answer = invitation.answer
    return answer is not None and answer.ended == "played" and answer.voided_at is None
