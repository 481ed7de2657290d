"""The engines that a host has configured. Each is a house bot with its own thread and process."""

from concurrent.futures import Future
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

from django.conf import settings

from game.bots.brain import Decision, Memory, Stream
from game.engine.view import View
from game.engines.engine import Engine, obvious_move
from game.engines.process import EngineFault, Limits
from game.engines.protocol import Identity, chance_text, has_choice
from game.runtime.code_digest import DIGITS
from game.runtime.worker_pool import JobFailed

# Prefixes of brains of engine accounts: of configured engines, and of engines that poll.
PREFIX, REMOTE_PREFIX = "engine_", "remote_"


class Question(NamedTuple):
    """A question to an engine."""

    view: View
    memory: Memory
    chance: str


class HouseEngine:
    """An engine that answers one question after another, so that a slow engine delays only itself."""

    def __init__(self, program: Path, limits: Limits) -> None:
        self._engine = Engine(program, limits)
        self._questions: SimpleQueue[tuple[Future[Decision], Question] | None] = SimpleQueue()
        # A daemon thread does not delay exit, and the engine ends with the thread that started it.
        self._thread = Thread(target=self._run, name="engines", daemon=True)
        self._thread.start()

    @property
    def identity(self) -> Identity | None:
        """The name and version that the engine reports; None until it has been greeted."""
        return self._engine.identity

    def decide(self, question: Question) -> "Future[Decision]":
        """Return the engine's move. The future raises JobFailed if it has none."""
        future: Future[Decision] = Future()
        self._questions.put((future, question))
        return future

    def stop(self) -> None:
        self._questions.put(None)
        self._thread.join()

    def _run(self) -> None:
        self._greet()
        while asked := self._questions.get():
            future, question = asked
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(self._engine.decide(*question))
                except EngineFault as fault:
                    future.set_exception(JobFailed(str(fault)))
                except Exception as fault:  # whatever failed, the next question is answered
                    future.set_exception(JobFailed(f"{type(fault).__name__} on our side"))
        self._engine.stop()

    def _greet(self) -> None:
        """Ask the engine for its identity.

        An engine that does not answer is restarted with the next question.
        """
        try:
            self._engine.start()
        except EngineFault:
            return


def brain_of(name: str) -> str:
    """Return the brain of an engine's account. Files of games allow only lowercase letters and _."""
    return PREFIX + name.lower().replace("-", "_")


def is_engine(brain: str) -> bool:
    return brain.startswith((PREFIX, REMOTE_PREFIX))


def is_remote(brain: str) -> bool:
    """Return whether the brain is an engine that runs elsewhere (game.engines.remote)."""
    return brain.startswith(REMOTE_PREFIX)


def can_ask_again(brain: str, view: View) -> bool:
    """Return whether a move can be requested again. A remote engine answers only its own games."""
    return not (is_remote(brain) and has_choice(view))


def find_program(brain: str) -> Path | None:
    """Return the program of this brain, or None if it is no longer configured."""
    return next((program for name, program in settings.ENGINES.items() if brain_of(name) == brain), None)


@cache
def running_engine(program: Path) -> HouseEngine:
    """Return this process's engine for a program, started on first use."""
    limits = Limits(
        settings.ENGINE_MS,
        memory_mb=settings.ENGINE_MEMORY_MB,
        is_isolated=settings.ENGINE_NETWORK == "refused",
    )
    return HouseEngine(program, limits)


def find_identity(brain: str) -> Identity | None:
    """Return an engine's identity, if it has reported one to this process."""
    program = find_program(brain)
    return running_engine(program).identity if program else None


def program_digest(brain: str) -> str:
    """Return the first digits of a hash of an engine's program."""
    program = find_program(brain)
    return sha256(program.read_bytes()).hexdigest()[:DIGITS] if program and program.is_file() else ""


def shown_digest(brain: str) -> str:
    """Return the same digest from a cache, for pages that are shown often."""
    program = find_program(brain)
    if program is None or not program.is_file():
        return ""
    its = program.stat()
    return _kept_digest(brain, (str(program), its.st_ino, its.st_ctime_ns, its.st_size))


@lru_cache(maxsize=64)
def _kept_digest(brain: str, file: tuple[str, int, int, int]) -> str:
    return program_digest(brain)


def decide(brain: str, view: View, memory: Memory, stream: Stream) -> "Future[Decision]":
    """Return an engine's move. The future raises JobFailed if it has none or is no longer configured."""
    program, known = find_program(brain), Future[Decision]()
    if not has_choice(view):
        known.set_result(obvious_move(view))
        return known
    if program is None:
        known.set_exception(JobFailed("this engine is not configured"))
        return known
    return running_engine(program).decide(Question(view, memory, chance_text(stream)))
