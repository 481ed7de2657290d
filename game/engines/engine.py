"""An engine that is asked for decisions like a brain, and is restarted after a failure."""

import logging
from pathlib import Path
from time import monotonic

from game.bots.brain import Decision, Memory
from game.bots.counting import correct_count
from game.engine.moves import Go, Play
from game.engine.view import View
from game.engines.process import EngineFault, EngineProcess, Limits
from game.engines.protocol import (
    HELLO,
    Identity,
    WrongAnswer,
    has_choice,
    parse_answer,
    parse_identity,
    think_message,
)

log = logging.getLogger(__name__)

# Seconds that a failed engine waits before its restart. The time doubles with each failure.
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0


class Engine:
    """An engine for one thread. `identity` is the latest name and version it reported."""

    def __init__(self, program: Path, limits: Limits) -> None:
        self._program, self._limits = program, limits
        self._process: EngineProcess | None = None
        self._asked = 0
        self._pause, self._rests_until = FIRST_PAUSE, 0.0
        self.identity: Identity | None = None

    def decide(self, view: View, memory: Memory, chance: str) -> Decision:
        """Return the engine's move for the seat of this view. Raise EngineFault if it has none."""
        if not has_choice(view):
            return obvious_move(view)
        if self._process is not None and self._process.is_worn:
            self.stop()
        process = self.start()
        self._asked += 1
        message = think_message(self._asked, view, memory, chance, self._limits.ms)
        try:
            move = parse_answer(process.ask(message, self._limits.seconds), self._asked, view)
        except (EngineFault, WrongAnswer) as fault:
            raise EngineFault(str(fault), self._rest()) from None
        self._pause = FIRST_PAUSE
        return move

    def start(self) -> EngineProcess:
        """Return the engine's process. Start and greet it if there is none."""
        if self._process is not None:
            return self._process
        if monotonic() < self._rests_until:
            raise EngineFault("it has failed, and is started again in a while")
        self._process = EngineProcess(self._program, self._limits)
        try:
            self.identity = parse_identity(self._process.ask(HELLO, self._limits.start_ms / 1000))
        except (EngineFault, WrongAnswer) as fault:
            raise EngineFault(str(fault), self._rest()) from None
        log.info("the engine %s runs within: %s", self._program.name, ", ".join(self._process.read_guards()))
        return self._process

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _rest(self) -> str:
        """Stop the engine for a while. Return its last words."""
        process = self._process
        self.stop()
        self._rests_until = monotonic() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return process.last_words if process is not None else ""


def obvious_move(view: View) -> Decision:
    """Return the move to make where there is no choice."""
    if view.laid is not None:
        return correct_count(view.laid)
    return Play(view.playable[0]) if view.playable else Go()
