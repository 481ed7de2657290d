"""What the servers said meanwhile: what may be said is on a list, with its reason; nothing else may."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

NAMES = re.compile(r"\b(game|pool|0x) ?[-'\w]+")
RAISED = re.compile(r"[a-zA-Z_][\w.]*: ")
NUMBERS = re.compile(r"\d+(\.\d+)?")


@dataclass(frozen=True)
class Said:
    """A kind of record: without what names one game or one moment, and with what its traceback ends by."""

    level: str
    logger: str
    message: str
    fault: str

    def __str__(self) -> str:
        return f"{self.level} {self.logger}: {self.message}" + (f" ({self.fault})" if self.fault else "")


@dataclass(frozen=True)
class Expected:
    """A record that belongs to a fault, and why."""

    logger: str
    message: str
    faults: str
    because: str

    def fits(self, said: Said) -> bool:
        parts = ((self.logger, said.logger), (self.message, said.message), (self.faults, said.fault))
        return all(re.fullmatch(pattern, text) for pattern, text in parts)


DATABASE_GONE = r"(django\.db\.utils|psycopg|psycopg_pool)\.(\w+\.)?(OperationalError|InterfaceError): .*"
REDIS_GONE = r"redis\.exceptions\.(ConnectionError|TimeoutError|BusyLoadingError): .*"

EXPECTED: tuple[Expected, ...] = ()


def records(log: str) -> Iterator[Said]:
    """The records of a log; a line that is none of ours is one by itself."""
    for line in log.splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            if line.strip():
                yield Said("?", "?", line.strip(), "")
            continue
        raised = [text for text in found.get("trace", "").splitlines() if RAISED.match(text)]
        fault = raised[-1] if raised else ""
        message = NUMBERS.sub("0", NAMES.sub(r"\1 ...", found["message"]))
        yield Said(found["level"], found["logger"], message, NUMBERS.sub("0", fault))


def counted(logs: Mapping[str, str]) -> Counter[Said]:
    """How often each kind was said, by all together."""
    return Counter(said for log in logs.values() for said in records(log))


def strange(logs: Mapping[str, str]) -> Iterator[str]:
    """Whatever was said that is not on the list."""
    for said, times in counted(logs).items():
        if not any(expected.fits(said) for expected in EXPECTED):
            yield f"It was said {times} times: {said}"
