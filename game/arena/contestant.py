"""Engines in the arena: a name with a slash is a program, started once by each process."""

import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

from game.arena.process_pool import JobFailed
from game.bots.brain import Decision, Memory, Stream
from game.engine.view import View
from game.engines.engine import Engine
from game.engines.process import EngineFault, Limits
from game.engines.protocol import chance_text

# The setting with this name, passed to arena processes in the environment, because they don't load Django.
MEMORY_MB = "ENGINE_MEMORY_MB"
# The words of an engine that tried what its limits refuse.
REFUSED = re.compile(r"(?i)EPERM|EACCES|EROFS|PermissionError|not permitted|permission denied|read-only")
# No table waits here, and the engine's owner runs the arena.
LIMITS = Limits(patience_ms=60_000, is_isolated=False)


def is_engine(name: str) -> bool:
    return "/" in name


@cache
def running_engine(name: str) -> Engine:
    """Return this process's engine."""
    memory_mb = int(os.environ.get(MEMORY_MB, LIMITS.memory_mb))
    return Engine(Path(name).resolve(), replace(LIMITS, memory_mb=memory_mb))


def decide(name: str, view: View, memory: Memory, stream: Stream) -> Decision:
    """Return the move of an engine. A failing engine ends the arena, as a brain does."""
    try:
        return running_engine(name).decide(view, memory, chance_text(stream))
    except EngineFault as fault:
        raise JobFailed(describe(name, fault)) from None


def describe(name: str, fault: EngineFault) -> str:
    """Return what an engine did, in a sentence, with its last words and what they may mean."""
    sentences = [f"{name}: {fault}."]
    if fault.last_words:
        sentences.append(f'Its error output ends with "{fault.last_words}".')
    if REFUSED.search(fault.last_words):
        sentences.append(
            "An engine has no network, writes no files and reaches no other process"
            " (docs/how-to/run-an-engine.md#limits)."
        )
    return " ".join(sentences)
