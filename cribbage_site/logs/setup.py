"""How the log is written: a line for each thing that happened, with its game and its request."""

import logging
import re
import threading
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

import msgspec
from prometheus_client import Counter

from cribbage_site.logs.redaction import redact

# What is being answered, and the game it is about; `cribbage_site.logs.requests` says so where it begins.
current_request_id: ContextVar[str] = ContextVar("request", default="")
current_game_id: ContextVar[str] = ContextVar("game", default="")

# Many messages begin with their game: what is done for all games again and again is asked for by nobody.
GAME_PREFIX = re.compile(r"game ([a-z0-9]+):")

LINE_COUNTER = Counter("every_other_log_lines", "Lines written to the log, by how bad it was", ["level"])
for level in ("debug", "info", "warning", "error", "critical"):
    LINE_COUNTER.labels(
        level
    )  # what is not counted from the start does not seem to grow when it happens first

log = logging.getLogger(__name__)


class CountingHandler(logging.StreamHandler[Any]):
    """Writes lines, and counts them."""

    def emit(self, record: logging.LogRecord) -> None:
        LINE_COUNTER.labels(record.levelname.lower()).inc()
        super().emit(record)


def record_fields(record: logging.LogRecord) -> dict[str, str]:
    """All there is to say, scrubbed; what is not known is left out."""
    try:
        message = record.getMessage()
    except (TypeError, ValueError):  # what it was to be filled with does not fit, and may be anything
        message = str(record.msg)
    named = GAME_PREFIX.match(message)
    known = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": redacted_text(message),
        "game": named[1] if named else current_game_id.get(),
        "request": current_request_id.get(),
        "trace": redacted_text(_trace(record)),
    }
    return {name: value for name, value in known.items() if value}


def redacted_text(text: str) -> str:
    """A text scrubbed, and so that any encoding can hold it."""
    return redact(text).encode(errors="backslashreplace").decode()


def _trace(record: logging.LogRecord) -> str:
    if record.exc_info and record.exc_info[0] is not None:
        return logging.Formatter().formatException(record.exc_info)
    return ""


class JsonFormatter(logging.Formatter):
    """For machines: one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(record_fields(record)).decode()


class PlainFormatter(logging.Formatter):
    """For people who look on."""

    def format(self, record: logging.LogRecord) -> str:
        said = record_fields(record)
        asked = f" [{said['request']}]" if "request" in said else ""
        line = f"{said['time']} {said['level'].upper()} {said['logger']}{asked}: {said['message']}"
        return f"{line}\n{said['trace']}" if "trace" in said else line


def capture_warnings_and_thread_faults() -> None:
    """Have in the log, too, what Python itself would write beside it."""
    logging.captureWarnings(True)
    threading.excepthook = _log_thread_fault


def _log_thread_fault(how: threading.ExceptHookArgs) -> None:
    name = how.thread.name if how.thread else "a thread"
    fault = (how.exc_type, how.exc_value or how.exc_type(), how.exc_traceback)
    log.critical("%s came to an end by a fault", name, exc_info=fault)
