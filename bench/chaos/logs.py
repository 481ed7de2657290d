"""Checks the servers' logs against a list of what may be logged under faults, each line with its reason."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.table.table import UNSAVED

NAMES = re.compile(r"\b(game|pool|event|0x) ?[-'\w]+")
EXCEPTION_LINE = re.compile(r"(([a-z_]\w*\.)+[A-Z]\w+|[A-Z]\w*(Error|Exception))(:|$)")
UNWRITTEN = re.compile(
    r"game (\w+): (what a seat asked could not be written|a message could not be answered)"
)
NUMBERS = re.compile(r"\d+(\.\d+)?")


@dataclass(frozen=True)
class LogKind:
    """A kind of record: without what names one game or one moment, and with what its traceback ends by."""

    level: str
    logger: str
    message: str
    fault: str

    def __str__(self) -> str:
        return f"{self.level} {self.logger}: {self.message}" + (f" ({self.fault})" if self.fault else "")


@dataclass(frozen=True)
class ExpectedLog:
    """A record that belongs to a fault, and why it may be said."""

    logger: str
    message: str
    fault: str
    reason: str

    def matches(self, kind: LogKind) -> bool:
        parts = ((self.logger, kind.logger), (self.message, kind.message), (self.fault, kind.fault))
        return all(re.fullmatch(pattern, text, re.DOTALL) for pattern, text in parts)


NO_FAULT = ""
DATABASE = r"(django\.db\.utils|psycopg)\.(OperationalError|InterfaceError).*"
REDIS = r"redis\.exceptions\.(ConnectionError|TimeoutError|BusyLoadingError).*"
EITHER = f"{DATABASE}|{REDIS}"

EXPECTED = tuple(
    ExpectedLog(*parts)
    for parts in (
        (r"game\.table\.table", "game ...: what a seat asked could not be written", DATABASE,
         "who asked was told to try again, and did"),
        (r"game\.consumers\.base",
         "(game|event) ...: a (socket could not be served|message could not be answered)", DATABASE,
         "its visitor was told, and came again"),
        (r"tournaments\.events\.run\.flow", "event ...: it cannot go on; that is tried again", EITHER,
         "a step of an event could not be written, and was tried again"),
        (r"game\.consumers\.feed", "EventFeed could not be shown; those in it are told later", DATABASE,
         "they were told a second later"),
        (r"bench\.chaos\.faulty_app", "killed with new tables written, .*", NO_FAULT,
         "that was the fault"),
        (r"game\.web\.frame", ".* could not be answered", EITHER,
         "a call was answered 500, and made again"),
        (r"django\.request", "(Internal Server Error|Service Unavailable): .*", f"({EITHER})?",
         "a page was answered 500, and asked for again"),
        (r"game\.runtime\.scheduler", ".* failed; it is tried again until it works", EITHER,
         "a job is said to fail once, and then done again and again"),
        (r"game\.table\.tables", "game ...: it cannot go on; that is tried again and again", EITHER,
         "a table's own move could not be written, and was tried again"),
        (r"game\.table\.bot", f"game ...: .* does not stand: {re.escape(str(UNSAVED))}", NO_FAULT,
         "a bot's move could not be written; it thought again within three seconds"),
        (r"game\.table\.bot", "game ...: .* the simplest move stands in: its worker .*", NO_FAULT,
         "a bot's brain was killed or frozen, and it made the simplest move"),
        (r"cribbage_site\.health", "(not )?ready.*", NO_FAULT, "who asked for its health was told"),
        (r"common\.http\.rate_limit_cache", "Redis (does not answer|answers again).*", NO_FAULT,
         "limits are counted by each process for itself"),
        (r"psycopg(\.pool)?", ".*", f"({DATABASE})?", "connections broke, and the pool made new ones"),
        (r"rng\.fairness\.watch\.monitor", "the evidence against the shuffle reached .*", NO_FAULT,
         "of sites that deal fairly one in a hundred may be accused; how far it goes is looked at besides"),
        (r"game\.table\.record\.heartbeat", "The clock went back by .*", NO_FAULT,
         "a fault had set it ahead"),
        (r"asyncio", ".*", f"({EITHER})", "what nobody waited for any more failed with the database"),
    )
)  # fmt: skip


def parse_log(log: str) -> Iterator[LogKind]:
    """The records of a log; a line that is none of ours is one by itself."""
    for line in log.splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            if line.strip():
                yield LogKind("?", "?", line.strip(), "")
            continue
        raised = [text for text in found.get("trace", "").splitlines() if EXCEPTION_LINE.match(text)]
        fault = raised[-1] if raised else ""
        message = NUMBERS.sub("0", NAMES.sub(r"\1 ...", found["message"]))
        yield LogKind(found["level"], found["logger"], message, NUMBERS.sub("0", fault))


def count_unwritten(logs: Mapping[str, str]) -> Counter[str]:
    """How many records each game has of what could not be written down."""
    found = (UNWRITTEN.search(line) for log in logs.values() for line in log.splitlines())
    return Counter(named[1] for named in found if named)


def count_kinds(logs: Mapping[str, str]) -> Counter[LogKind]:
    """How often each kind was said, by all together."""
    return Counter(said for log in logs.values() for said in parse_log(log))


def unexpected_logs(logs: Mapping[str, str]) -> Iterator[str]:
    """Whatever was said that is not on the list."""
    for said, times in count_kinds(logs).items():
        if not any(expected.matches(said) for expected in EXPECTED):
            yield f"It was said {times} times: {said}"
