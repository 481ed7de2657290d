"""Logging of Daphne and Twisted: by default the one logs everything twice and the other nothing."""

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
    """Drop Daphne's access log: `cribbage_site.logs.requests` logs each request once, with its id."""


Server.log_action = skip_daphne_access_log

# Daphne discards Twisted's log, and errors in it would be lost.
bad_enough: Any = LogLevelFilterPredicate(defaultLogLevel=LogLevel.warn)
to_our_log: Any = STDLibLogObserver("twisted")
warning_observer: Any = FilteringLogObserver(to_our_log, [bad_enough])
globalLogPublisher.addObserver(warning_observer)
