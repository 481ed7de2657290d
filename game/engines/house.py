"""The engines that a host has configured: each is a house bot, with a thread and a process of its own."""

from concurrent.futures import Future
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

from django.conf import settings

from game.bots import Decision, Memory, Stream
from game.engine.view import View
from game.engines.engine import Engine, obvious_move
from game.engines.process import EngineFault, Limits
from game.engines.protocol import Identity, chance_text, has_choice
from game.runtime.code_digest import DIGITS
from game.runtime.worker_pool import JobFailed

# Of the brains of engines' accounts: of those that a host has configured, and of those that poll.
PREFIX, REMOTE_PREFIX = "engine_", "remote_"


class Question(NamedTuple):
    """What an engine is asked."""

    view: View
    memory: Memory
    chance: str


class HouseEngine:
    """An engine that answers one question after another, so that a slow one holds up nobody but itself."""

    def __init__(self, program: Path, limits: Limits) -> None:
        self._engine = Engine(program, limits)
        self._questions: SimpleQueue[tuple[Future[Decision], Question] | None] = SimpleQueue()
        # A daemon holds up no exit; the engine ends with the thread that has started it.
        self._thread = Thread(target=self._run, name="engines", daemon=True)
        self._thread.start()

    @property
    def identity(self) -> Identity | None:
        """What it calls itself; None until it has been greeted."""
        return self._engine.identity

    def decide(self, question: Question) -> "Future[Decision]":
        """Its move; JobFailed where it has none."""
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
                except Exception as fault:  # whatever it was, the next question is answered
                    future.set_exception(JobFailed(f"{type(fault).__name__} on our side"))
        self._engine.stop()

    def _greet(self) -> None:
        """Have it say who it is; one that does not is started again when it is asked."""
        try:
            self._engine.start()
        except EngineFault:
            return


def brain_of(name: str) -> str:
    """The brain of an engine's account: files of games have small letters and _ for it."""
    return PREFIX + name.lower().replace("-", "_")


def is_engine(brain: str) -> bool:
    return brain.startswith((PREFIX, REMOTE_PREFIX))


def is_remote(brain: str) -> bool:
    """Whether it is an engine that runs elsewhere (game.engines.remote)."""
    return brain.startswith(REMOTE_PREFIX)


def can_ask_again(brain: str, view: View) -> bool:
    """Whether a move can be asked for once more: one that runs elsewhere answers only who plays it."""
    return not (is_remote(brain) and has_choice(view))


def find_program(brain: str) -> Path | None:
    """The program that plays as this brain; None if there is none any more."""
    return next((program for name, program in settings.ENGINES.items() if brain_of(name) == brain), None)


@cache
def running_engine(program: Path) -> HouseEngine:
    """The engine of this process, started when it is first needed."""
    limits = Limits(
        settings.ENGINE_MS,
        memory_mb=settings.ENGINE_MEMORY_MB,
        is_isolated=settings.ENGINE_NETWORK == "refused",
    )
    return HouseEngine(program, limits)


def find_identity(brain: str) -> Identity | None:
    """What an engine calls itself, as far as it has said so to this process by now."""
    program = find_program(brain)
    return running_engine(program).identity if program else None


def program_digest(brain: str) -> str:
    """The first digits of a hash over the program of an engine, which changes with it."""
    program = find_program(brain)
    return sha256(program.read_bytes()).hexdigest()[:DIGITS] if program and program.is_file() else ""


def shown_digest(brain: str) -> str:
    """The same for pages, which are shown more often than a program can be read."""
    program = find_program(brain)
    if program is None or not program.is_file():
        return ""
    its = program.stat()
    return _kept_digest(brain, (str(program), its.st_ino, its.st_ctime_ns, its.st_size))


@lru_cache(maxsize=64)
def _kept_digest(brain: str, file: tuple[str, int, int, int]) -> str:
    return program_digest(brain)


def decide(brain: str, view: View, memory: Memory, stream: Stream) -> "Future[Decision]":
    """The move of an engine; JobFailed where it has none, or is configured no more."""
    program, known = find_program(brain), Future[Decision]()
    if not has_choice(view):
        known.set_result(obvious_move(view))
        return known
    if program is None:
        known.set_exception(JobFailed("this engine is not configured"))
        return known
    return running_engine(program).decide(Question(view, memory, chance_text(stream)))
