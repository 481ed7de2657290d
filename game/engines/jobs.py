"""Messages of other processes for waiting engines and their callers."""

from game.engines.remote import questions
from game.engines.remote.waiting import answered_bells, asked_bells

LISTENERS = (
    (questions.ASKED, asked_bells.ring),
    (questions.ANSWERED, answered_bells.ring),
)
