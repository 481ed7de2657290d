"""Check the servers' logs against a list of records that faults may cause, each with its reason."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.table.table import UNSAVED

NAMES = re.compile(r"\b(game|pool|event|0x) ?[-'\w]+")
EXCEPTION_LINE = re.compile(r"(([a-z_]\w*\.)+[A-Z]\w+|[A-Z]\w*(Error|Exception))(:|$)")
UNWRITTEN = re.compile(
    r"game (\w+): (the request of a seat could not be saved|a message could not be answered)"
)
NUMBERS = re.compile(r"\d+(\.\d+)?")


@dataclass(frozen=True)
class LogKind:
    """A kind of record, without ids and times, and with the last line of its traceback."""

    level: str
    logger: str
    message: str
    fault: str

    def __str__(self) -> str:
        return f"{self.level} {self.logger}: {self.message}" + (f" ({self.fault})" if self.fault else "")


@dataclass(frozen=True)
class ExpectedLog:
    """A record that a fault may cause, and the reason."""

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
        (r"game\.table\.table", "game ...: the request of a seat could not be saved", DATABASE,
         "the client got try_again, and retried"),
        (r"game\.consumers\.base",
         "(game|event) ...: a (socket could not be served|message could not be answered)", DATABASE,
         "the visitor got an error, and reconnected"),
        (r"tournaments\.events\.run\.flow", "event ...: could not be advanced; will retry", EITHER,
         "a step of an event could not be written, and was retried"),
        (r"game\.consumers\.feed", "EventFeed could not be broadcast; its viewers are served later", DATABASE,
         "its subscribers were updated a second later"),
        (r"bench\.chaos\.faulty_app", "killed after writing new tables, .*", NO_FAULT,
         "this was the injected fault"),
        (r"game\.web\.frame", ".* could not be answered", EITHER,
         "a call was answered 500, and retried"),
        (r"django\.request", "(Internal Server Error|Service Unavailable): .*", f"({EITHER})?",
         "a page was answered 500, and requested again"),
        (r"game\.runtime\.scheduler", ".* failed; retrying until it succeeds", EITHER,
         "a job logs its first failure, and is retried"),
        (r"game\.table\.tables", "game ...: the game can't go on; retrying", EITHER,
         "a table's own move could not be written, and was retried"),
        (r"game\.table\.bot", f"game ...: .* was refused: {re.escape(str(UNSAVED))}", NO_FAULT,
         "a bot's move could not be written; it was computed again within three seconds"),
        (r"game\.table\.bot", "game ...: .* the simplest move stands in: its worker .*", NO_FAULT,
         "a bot's worker was killed or frozen, and the bot made the simplest move"),
        (r"cribbage_site\.health", "(not )?ready.*", NO_FAULT, "the readiness check reported it"),
        (r"common\.http\.rate_limit_cache", "Redis (does not answer|answers again).*", NO_FAULT,
         "each process counts limits by itself"),
        (r"psycopg(\.pool)?", ".*", f"({DATABASE})?", "connections broke, and the pool made new ones"),
        (r"rng\.fairness\.watch\.monitor", "the evidence against the shuffle reached .*", NO_FAULT,
         "one fair site in a hundred may reach it; another check limits how far"),
        (r"game\.table\.record\.heartbeat", "The clock went back by .*", NO_FAULT,
         "a fault had set it ahead"),
        (r"asyncio", ".*", f"({EITHER})", "work that no client waited for failed with the database"),
    )
)  # fmt: skip


def parse_log(log: str) -> Iterator[LogKind]:
    """Yield the records of a log. A line in another format is a record by itself."""
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
    """Count the records about changes that could not be written, by game."""
    found = (UNWRITTEN.search(line) for log in logs.values() for line in log.splitlines())
    return Counter(named[1] for named in found if named)


def count_kinds(logs: Mapping[str, str]) -> Counter[LogKind]:
    """Count each kind of record over all processes."""
    return Counter(said for log in logs.values() for said in parse_log(log))


def unexpected_logs(logs: Mapping[str, str]) -> Iterator[str]:
    """Yield the records that are not on the list."""
    for said, times in count_kinds(logs).items():
        if not any(expected.matches(said) for expected in EXPECTED):
            yield f"It was logged {times} times: {said}"
