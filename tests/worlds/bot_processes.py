"""A bot as its author runs it: the client in a process of its own, with the brain that the docs show."""

import json
import os
import queue
import re
import subprocess
import sys
import threading
from collections import defaultdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cribbage_site.tests.migrated_databases import ROOT
from tests.worlds.programs import Program

CLIENT = ROOT / "clients" / "python" / "everyother_bot.py"
TUTORIAL = ROOT / "docs" / "tutorial" / "write-a-bot.md"
MOVE = re.compile(r"\S+ move ({.*})$")
OVER = re.compile(r"over (\S+): (won|lost), (\d+) to (\d+); (\d+) deals verified\.")


def shown_example() -> str:
    """The brain that the tutorial shows, as it stands there."""
    (example,) = re.findall(r"(?ms)^```python\n(.*?class Careful.*?)^```$", TUTORIAL.read_text())
    return str(example)


class BotProcess:
    """The client in a folder of its own; what it says is read line by line."""

    def __init__(self, program: Program, url: str, folder: Path, *options: str) -> None:
        self.program, self.folder = program, folder
        folder.mkdir()
        (folder / "example_bot.py").write_text(shown_example())
        self.command = [sys.executable, str(CLIENT), "--site", url, "--moves", *options]
        self.said: list[str] = []
        self.kills = 0
        self.watcher: queue.Queue[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()

    def start(self) -> None:
        assert self.program.token is not None
        self.process = subprocess.Popen(
            [*self.command, "example_bot:Careful"],
            cwd=self.folder,
            env={**os.environ, "EVERYOTHER_TOKEN": self.program.token},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self._reader.start()

    def kill_and_start(self) -> None:
        """End it with no chance to tidy up, and start it again."""
        self.process.kill()
        self.process.wait()
        self._reader.join()
        self.kills += 1
        self.start()

    def _read(self, output: Any) -> None:
        for line in output:
            self.said.append(line)
            if self.watcher is not None:
                self.watcher.put(line)

    def wait(self) -> int:
        """Its exit code."""
        code = self.process.wait()
        self._reader.join()
        return code

    @property
    def text(self) -> str:
        return "".join(self.said)

    @property
    def moves(self) -> dict[str, list[Any]]:
        """The moves that were acknowledged, by game, in their order."""
        found = defaultdict(list)
        for line in self.said:
            if match := MOVE.match(line):
                told = json.loads(match[1])
                found[told["game"]].append(told["move"])
        return found

    @property
    def verified(self) -> dict[str, int]:
        """Return the number of verified deals of each finished game."""
        return {match[1]: int(match[5]) for match in OVER.finditer(self.text)}


def check_what_is_on_record(program: Program, bot: BotProcess, games: int) -> None:
    """Check that each game is over, with just the moves that were acknowledged, and all deals verified."""
    assert "FALSE" not in bot.text
    assert "does not sign" not in bot.text
    assert len(bot.verified) >= games
    for game, verified in bot.verified.items():
        replay = program.call_ok("GET", f"/games/{game}/replay")
        seat = [player["name"] for player in replay["players"]].index(bot.program.name)
        steps = [step for step in replay["steps"] if step["seat"] == seat]
        made, told = [plain(step["move"]) for step in steps], [plain(move) for move in bot.moves[game]]
        if bot.kills:  # it may have died between an answer and telling of it
            assert len(made) - bot.kills <= len(told) <= len(made)
            assert is_part_of(told, made)
        else:
            assert told == made
        assert verified == max(step["move"].get("number", 0) for step in replay["steps"])


def plain(move: Any) -> tuple[str, ...]:
    """A move to compare, whatever the order of what was thrown."""
    return (move["kind"], *sorted([*move.get("cards", ()), *filter(None, [move.get("card")])]))


def is_part_of(some: list[Any], whole: list[Any]) -> bool:
    """Whether these stand in the whole, in this order."""
    rest = iter(whole)
    return all(each in rest for each in some)
