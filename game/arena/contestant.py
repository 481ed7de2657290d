"""Engines in the arena: a name with a slash is a program, started once by each process that plays."""

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

from game.arena.process_pool import JobFailed
from game.bots import Decision, Memory, Stream
from game.engine.view import View
from game.engines.engine import Engine
from game.engines.process import EngineFault, Limits
from game.engines.protocol import chance_text

# The setting of this name, which a process of the arena gets in its environment: it does not know Django.
MEMORY_MB = "ENGINE_MEMORY_MB"
# No table waits here, and the person who brought the engine along runs it.
LIMITS = Limits(patience_ms=60_000, is_isolated=False)


def is_engine(name: str) -> bool:
    return "/" in name


@cache
def running_engine(name: str) -> Engine:
    """The engine of this process."""
    memory_mb = int(os.environ.get(MEMORY_MB, LIMITS.memory_mb))
    return Engine(Path(name).resolve(), replace(LIMITS, memory_mb=memory_mb))


def decide(name: str, view: View, memory: Memory, stream: Stream) -> Decision:
    """The move of an engine; one that fails ends the arena, as a brain does."""
    try:
        return running_engine(name).decide(view, memory, chance_text(stream))
    except EngineFault as fault:
        raise JobFailed(f"{name}: {fault}.") from None
