"""What Daphne and Twisted say: left to themselves, the one tells all twice and the other nothing."""

from typing import Any

from daphne.server import Server
from twisted.logger import (
    FilteringLogObserver,
    LogLevel,
    LogLevelFilterPredicate,
    STDLibLogObserver,
    globalLogPublisher,
)


def told_already(server: Server, protocol: str, action: str, details: object) -> None:
    """Each request is in the log once, by `cribbage_site.logs.requests`, with its name."""


Server.log_action = told_already

# Daphne has Twisted's log thrown away; an error in it would then be nowhere at all.
bad_enough: Any = LogLevelFilterPredicate(defaultLogLevel=LogLevel.warn)
to_our_log: Any = STDLibLogObserver("twisted")
faults: Any = FilteringLogObserver(to_our_log, [bad_enough])
globalLogPublisher.addObserver(faults)
