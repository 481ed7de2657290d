"""What happened in a game by its row, and whether those who sat at it were told so and nothing else."""

import json
from functools import cached_property
from typing import Any

import msgspec

from bench.chaos.client import Frame, Sitter
from game.engine.cards import Card, cards
from game.engine.moves import Call, Claim, Go, Move, Pass, Play, Resign, Throw
from game.engine.notation import write
from game.engine.play import start
from game.engine.state import Seat, State
from game.engine.transcript import split
from game.engine.view import view
from game.table.record import steps
from game.table.wire import encode, events_json, view_json
from rng.commitment import context, deal_key, read_record, verify
from rng.deal import deck

SAID: dict[str, Any] = {
    "throw": lambda said: Throw(cards(" ".join(said["cards"]))),
    "play": lambda said: Play(cards(said["card"])[0]),
    "go": lambda said: Go(),
    "claim": lambda said: Claim(said["points"]),
    "call": lambda said: Call(said["points"]),
    "pass": lambda said: Pass(),
    "resign": lambda said: Resign(),
}


def plain(what: Any) -> Any:
    """As it comes out of a frame."""
    return msgspec.json.decode(encode(what))


class Truth:
    """A finished game, played again from the transcript in its row and the decks that its secrets make."""

    def __init__(self, transcript: str, fair: Frame) -> None:
        self.fair = read_record(fair)
        self.rules, self.words = split(transcript)
        self.states: list[State] = [start(self.rules)]
        self.events: list[list[Frame]] = []
        for step in steps(self.states[0], self.words, self.deck):
            self.states.append(step.state)
            self.events.append(plain(events_json(step.events)))
        self._views: dict[tuple[int, int | None], Frame] = {}

    @cached_property
    def _decks(self) -> dict[int, tuple[Card, ...]]:
        ctx = context(self.fair.params, self.fair.tip, *self.fair.commitments)
        return {d: deck(deal_key(ctx, d, link, *self.fair.secrets)) for d, link in self.fair.links.items()}

    def deck(self, number: int) -> tuple[Card, ...]:
        return self._decks[number]

    def view(self, ply: int, you: int | None) -> Frame:
        """What a seat, or a watcher, was to see at a ply."""
        if (ply, you) not in self._views:
            seat = None if you is None else Seat(you)
            self._views[ply, you] = plain(view_json(view(self.states[ply], seat)))
        return self._views[ply, you]

    def happened(self, since: int, ply: int) -> list[Frame]:
        return [event for told in self.events[since:ply] for event in told]

    def place_of(self, you: int, ply: int, said: Frame) -> int:
        """Where in the record a seat's acknowledged move stands: its first word since the ply it answered."""
        own = self._first_since(ply, you)
        assert own is not None, f"{said}, answering {ply}, was acknowledged and is not on record"
        word = self.words[own].partition("/")[0]
        assert word == self._written(own, you, said), (
            f"{said}, answering {ply}, was acknowledged; on record is {word}"
        )
        return own

    def is_stale(self, you: int, ply: int, said: Frame) -> bool:
        """Whether a seat has another move where it wanted this one: the clock's, say, that passed for it."""
        own = self._first_since(ply, you)
        return own is not None and self.words[own].partition("/")[0] != self._written(own, you, said)

    def _first_since(self, ply: int, you: int) -> int | None:
        return next((n for n, word in enumerate(self.words) if n >= ply and word[0] == "ab"[you]), None)

    def _written(self, place: int, you: int, said: Frame) -> str:
        """The word of what a seat said, with the cards as they lay at this place."""
        move: Move = SAID[said["kind"]](said)
        return write(self.states[place].dealt, Seat(you), move)

    def holds_for(self, sitter: Sitter) -> None:
        """Every frame told what happened, and every acknowledged move stands, exactly once."""
        assert sitter.ply == len(self.words), f"told of {sitter.ply} of {len(self.words)} plies"
        for frame in sitter.frames:
            if frame["t"] == "event":
                assert frame["events"] == self.happened(frame["since"], frame["ply"]), f"ply {frame['ply']}"
                if "show" not in frame["view"]:  # it was told before
                    frame["view"]["show"] = self.view(frame["since"], None)["show"]
            if frame["t"] in ("table", "event"):
                assert frame["view"] == self.view(frame["ply"], sitter.you), f"ply {frame['ply']}"
        if sitter.you is not None:
            stood = {(ply, json.dumps(move)) for ply, move in sitter.stood}
            places = [self.place_of(sitter.you, ply, json.loads(move)) for ply, move in stood]
            assert len(set(places)) == len(places), "two acknowledged moves share a place on record"
            unasked = {self.words[n].partition("/")[0][1:] for n in self.made_by(sitter.you) - set(places)}
            assert unasked <= {"-flag", "-left", "-pass"}, "what stands was acknowledged, or the clock's"

    def made_by(self, you: int) -> set[int]:
        """Where a seat's moves stand."""
        return {n for n, word in enumerate(self.words) if word[0] == "ab"[you]}


def agree(transcript: str, sitters: list[Sitter]) -> Truth:
    """All who sat or watched at a table were told the same game: that of the row, whose chance is proved."""
    fair = sitters[0].fair
    assert verify(read_record(fair)) is None
    truth = Truth(transcript, fair)
    for sitter in sitters:
        shown = {key: sitter.fair[key] for key in ("links", "secrets", "tip")}
        assert shown == {key: fair[key] for key in shown}
        truth.holds_for(sitter)
    return truth
