"""Evenings of events: how they begin and are waited for, and their games as the transcripts have them.

The reader of transcripts shares no code with `tournaments.events`, so that results can be computed a second
time.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from bench.chaos.database import query
from bench.events.browser import get
from bench.events.crowd import Wanted, arguments
from cribbage_site.tests.server_process import Server

PATIENCE = 600.0  # seconds, on a machine that does much else
STRANGER = ""  # no cookies

Found = TypeVar("Found")


async def until(look: Callable[[], Found]) -> Found:
    """Wait until a look at the database finds something, and return that."""
    give_up_at = time.monotonic() + PATIENCE
    while not (found := await asyncio.to_thread(look)):
        assert time.monotonic() < give_up_at
        await asyncio.sleep(0.1)
    return found


def set_times(server: Server, event: str, **times: datetime) -> None:
    """Move times of an event, and have the server look at it now."""
    is_naive = not server.environment.get("DATABASE_URL")
    moved = {**times, "due_at": datetime.now(UTC)}
    columns = ", ".join(f"{column} = %s" for column in moved)
    written = [str(at.replace(tzinfo=None) if is_naive else at) for at in moved.values()]
    # Under a new version, as directors do: the flow writes nothing over it.
    sql = f"UPDATE events_event SET {columns}, version = version + 1 WHERE id = %s"
    query(server.environment, sql, *written, event)


async def read_json(server: Server, path: str, cookies: str = STRANGER) -> Any:
    return json.loads(await get(server.port, path, cookies))


@dataclass(frozen=True)
class Transcript:
    """A game of an event, as its transcript has it; of a seat the place is 0 if it deals first, else 1."""

    file: bytes

    @property
    def content(self) -> Any:
        return json.loads(self.file)

    @property
    def game(self) -> str:
        return str(self.content["game"])

    @property
    def round(self) -> int:
        """The round of the shared decks that the game was dealt from."""
        return int(json.loads(self.content["fair"]["params"])["shared"]["round"])

    @property
    def was_played(self) -> bool:
        return self.content["result"]["ended"] == "played"

    @property
    def first_dealer(self) -> int:
        """The seat that deals first."""
        return int(self.content["rules"]["first_dealer"])

    @property
    def names(self) -> tuple[str, str]:
        return self._by_place([player["name"] for player in self.content["players"]])

    @property
    def scores(self) -> tuple[int, int]:
        return self._by_place([min(score, 121) for score in self.content["result"]["scores"]])

    @property
    def absent(self) -> str:
        """The player of a game that was not played who did not commit to a secret."""
        (name,) = (
            player["name"]
            for player, commitment in zip(
                self.content["players"], self.content["fair"]["commitments"], strict=True
            )
            if commitment is None
        )
        return str(name)

    def points(self, place: int) -> int:
        """Nothing for a loss, two for a win, three if the loser has fewer than 91."""
        own, other = self.scores[place], self.scores[1 - place]
        return 0 if own < other else 3 if other < 91 else 2

    def spread(self, place: int) -> int:
        return self.scores[place] - self.scores[1 - place]

    def _by_place(self, of_seats: list[Any]) -> tuple[Any, Any]:
        one, other = of_seats
        return (other, one) if self.first_dealer else (one, other)


async def load_transcripts(server: Server, event: str) -> list[Transcript]:
    """Load the transcripts of all games of an event, as a stranger may once it is over."""
    rounds = (await read_json(server, f"/api/events/{event}/pairings"))["pairings"]
    games = [game["game"] for each in rounds for game in each["games"]]
    return [Transcript(await get(server.port, f"/api/games/{game}/transcript", STRANGER)) for game in games]


async def verify_all(server: Server, directory: Path, transcripts: Iterable[Transcript], decks: str) -> None:
    """Check every transcript against the record of its decks by the verifier that the site gives away."""
    script, record = directory / "verify.py", directory / "decks.json"
    script.write_bytes(await get(server.port, "/fairness/verify.py", STRANGER))
    record.write_bytes(await get(server.port, f"/api/decks/{decks}/record", STRANGER))

    def verify(transcript: Transcript) -> None:
        file = directory / f"{transcript.game}.json"
        file.write_bytes(transcript.file)
        command = [sys.executable, "-I", "-S", str(script), str(file), "--decks", str(record)]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stdout + found.stderr

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(verify, transcripts))


def fill(server: Server, wanted: Wanted) -> dict[str, Any]:
    """Players and an event on this server's database."""
    made: dict[str, Any] = json.loads(server.run(*arguments(wanted)).strip().splitlines()[-1])
    return made


def check_record(server: Server) -> None:
    """Every pairing and every sum follows from the record."""
    assert "everything is right" in server.manage("recompute_events", "--check")
