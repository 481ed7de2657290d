"""Messages of other processes that waiting engines and their callers listen to."""

from game.engines.remote import questions
from game.engines.remote.waiting import answered_bells, asked_bells

LISTENERS = (
    (questions.ASKED, asked_bells.ring),
    (questions.ANSWERED, answered_bells.ring),
)
