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


def skip_daphne_access_log(server: Server, protocol: str, action: str, details: object) -> None:
    """Each request is in the log once, by `cribbage_site.logs.requests`, with its name."""


Server.log_action = skip_daphne_access_log

# Daphne has Twisted's log thrown away; an error in it would then be nowhere at all.
bad_enough: Any = LogLevelFilterPredicate(defaultLogLevel=LogLevel.warn)
to_our_log: Any = STDLibLogObserver("twisted")
warning_observer: Any = FilteringLogObserver(to_our_log, [bad_enough])
globalLogPublisher.addObserver(warning_observer)
