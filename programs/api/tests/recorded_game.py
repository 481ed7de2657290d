"""The documented game, as a server sent it to a seat, replayed to the Python client."""

import json
from pathlib import Path
from typing import Any

import every_other_client as client
from cribbage_site.tests.migrated_databases import ROOT
from every_other_client import game as games
from every_other_client.network import BlockingNetwork, drive

DOCUMENTED = ROOT / "docs" / "reference" / "a-game.jsonl"


def documented_frames() -> list[Any]:
    """Return the frames of the game, each with whom it is to: server or browser."""
    lines = [json.loads(line) for line in DOCUMENTED.read_text().splitlines()]
    return [(line["to"], line["frame"]) for line in lines]


class Failing(client.Brain):
    def choose(self, view: Any, memory: Any, chance: Any) -> Any:
        return client.Play("5H") if view.phase == "throw" else 1 / 0


class Recorded:
    """A site that replays a recorded game."""

    network = BlockingNetwork()

    def __init__(self, frames: list[Any], folder: Path) -> None:
        sent = {frame["t"]: frame for to, frame in frames if to == "server"}
        self.frames = [frame for to, frame in frames if to == "browser"]
        self.faults: list[tuple[str, str]] = []
        self.state = client.State(folder / "state")
        self.id = next(frame["fair"]["game"] for frame in self.frames if frame["t"] == "table")
        self.state.game(self.id)
        self.state._games[self.id]["secret"] = sent["reveal"]["secret"]
        self.posted: list[Any] = []

    async def call(self, method: str, path: str, body: Any) -> Any:
        self.posted.append((path.rpartition("/")[2], body))
        return {"ply": -1}

    def sit(self) -> Any:
        return client.Game(
            self, self.id, Failing(), self.state, on_fault=lambda *fault: self.faults.append(fault)
        )

    def play(self) -> Any:
        game = self.sit()
        for frame in self.frames:
            drive(game.take_in(frame))
        if game.over_since is not None:
            game.over_since -= 2 * games.LAST_LINKS  # as if nothing had come for this long
        drive(game.look_at_the_clock())
        assert game.is_done or self.faults
        return game
