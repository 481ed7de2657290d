"""Asks a remote engine for a move, like a brain."""

import asyncio

from django.conf import settings

from common.database.thread import on_the_database_thread
from game.bots.brain import Decision, Memory, Stream
from game.engine.view import View
from game.engines.engine import obvious_move
from game.engines.process import Limits
from game.engines.protocol import WrongAnswer, chance_text, has_choice, parse_answer
from game.engines.remote import questions
from game.engines.remote.waiting import answered_bells
from game.runtime.worker_pool import JobFailed


async def decide(brain: str, view: View, memory: Memory, stream: Stream) -> Decision:
    """Return the move of a remote engine. Raise JobFailed if it has none."""
    if not has_choice(view):
        return obvious_move(view)
    number = await on_the_database_thread(questions.write)(brain, view, memory, chance_text(stream))
    answer = await _wait_for_answer(number, Limits(settings.ENGINE_MS).seconds)
    if answer is None:
        raise JobFailed("it is late")
    try:
        return parse_answer(answer, number, view)
    except WrongAnswer as fault:
        raise JobFailed(str(fault)) from None


async def _wait_for_answer(number: int, seconds: float) -> bytes | None:
    """Return the answer, or None if it is too late."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    with answered_bells.hang(number) as bell:
        while True:
            is_last = loop.time() >= until
            find_answer = on_the_database_thread(questions.find_answer)
            if (answer := await find_answer(number, is_last=is_last)) or is_last:
                return answer
            await bell.wait(until - loop.time())
