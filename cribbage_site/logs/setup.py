"""Format the log: one line per event, with its game and its request."""

import logging
import re
import threading
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

import msgspec
from prometheus_client import Counter

from cribbage_site.logs.redaction import redact

# The current request and its game. `cribbage_site.logs.requests` sets them.
current_request_id: ContextVar[str] = ContextVar("request", default="")
current_game_id: ContextVar[str] = ContextVar("game", default="")

# Many messages begin with their game, because jobs for all games belong to no request.
GAME_PREFIX = re.compile(r"game ([a-z0-9]+):")

LINE_COUNTER = Counter("every_other_log_lines", "Lines written to the log, by how bad it was", ["level"])
for level in ("debug", "info", "warning", "error", "critical"):
    LINE_COUNTER.labels(level)  # a metric that starts with its first event would not show as increasing

log = logging.getLogger(__name__)


class RefusalFilter(logging.Filter):
    """Logs a refused request as one line. Django adds a traceback, and calls some of them errors.

    Otherwise any client could set off the alert for errors with a strange Host header.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno >= logging.WARNING and getattr(record, "status_code", 500) < 500:
            record.exc_info = record.exc_text = None
            if record.levelno >= logging.ERROR:
                record.levelno, record.levelname = logging.INFO, "INFO"
        return True


class CountingHandler(logging.StreamHandler[Any]):
    """Writes lines and counts them."""

    def emit(self, record: logging.LogRecord) -> None:
        LINE_COUNTER.labels(record.levelname.lower()).inc()
        super().emit(record)


def record_fields(record: logging.LogRecord) -> dict[str, str]:
    """Return the redacted fields of a record, without unknown ones."""
    try:
        message = record.getMessage()
    except (TypeError, ValueError):  # its arguments do not fit the message, and can be anything
        message = str(record.msg)
    named = GAME_PREFIX.match(message)
    fields = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": redacted_text(message),
        "game": named[1] if named else current_game_id.get(),
        "request": current_request_id.get(),
        "trace": redacted_text(_trace(record)),
    }
    return {name: value for name, value in fields.items() if value}


def redacted_text(text: str) -> str:
    """Redact a text, and replace characters that an encoding may lack."""
    return redact(text).encode(errors="backslashreplace").decode()


def _trace(record: logging.LogRecord) -> str:
    if record.exc_info and record.exc_info[0] is not None:
        return logging.Formatter().formatException(record.exc_info)
    return ""


class JsonFormatter(logging.Formatter):
    """The format for programs: one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(record_fields(record)).decode()


class PlainFormatter(logging.Formatter):
    """The format for people."""

    def format(self, record: logging.LogRecord) -> str:
        fields = record_fields(record)
        request = f" [{fields['request']}]" if "request" in fields else ""
        line = f"{fields['time']} {fields['level'].upper()} {fields['logger']}{request}: {fields['message']}"
        return f"{line}\n{fields['trace']}" if "trace" in fields else line


def capture_warnings_and_thread_faults() -> None:
    """Log the warnings and thread errors that Python itself would write to stderr."""
    logging.captureWarnings(True)
    threading.excepthook = _log_thread_fault


def _log_thread_fault(args: threading.ExceptHookArgs) -> None:
    name = args.thread.name if args.thread else "a thread"
    fault = (args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback)
    log.critical("%s ended with an error", name, exc_info=fault)
