"""Engines in the arena: a name with a slash is a program, started once by each process that plays."""

from functools import cache
from pathlib import Path

from game.bots import Decision, Memory, Stream
from game.engine.view import View
from game.engines.engine import Engine
from game.engines.process import EngineFault, Limits
from game.engines.protocol import chance_text

# Nobody waits here, and it is run by the one who brought the engine along.
LIMITS = Limits(patience_ms=60_000, is_isolated=False)


def is_engine(name: str) -> bool:
    return "/" in name


@cache
def running_engine(name: str) -> Engine:
    """The engine of this process."""
    return Engine(Path(name).resolve(), LIMITS)


def decide(name: str, view: View, memory: Memory, stream: Stream) -> Decision:
    """The move of an engine; one that fails ends the arena, as a brain does."""
    try:
        return running_engine(name).decide(view, memory, chance_text(stream))
    except EngineFault as fault:
        raise EngineFault(f"{name}: {fault}") from None
