"""Replay a game from its row, and check that its players received exactly its events."""

import json
from functools import cached_property
from typing import Any

import msgspec

from bench.chaos.client import ResilientClient
from bench.seat import Frame
from common.formats.json import encode
from game.engine.cards import Card, cards
from game.engine.moves import Call, Claim, Go, Move, Pass, Play, Resign, Throw
from game.engine.notation import move_as_text
from game.engine.play import start
from game.engine.state import Seat, State
from game.engine.transcript import parse_transcript
from game.engine.view import view
from game.table.record.steps import parse_steps
from game.table.unasked import find_unasked_move, plays_unasked
from game.wire.views import events_json, view_json
from rng.commitment import context, deal_key, parse_record, verify
from rng.deal import deck

MOVE_PARSERS: dict[str, Any] = {
    "throw": lambda said: Throw(cards(" ".join(said["cards"]))),
    "play": lambda said: Play(cards(said["card"])[0]),
    "go": lambda said: Go(),
    "claim": lambda said: Claim(said["points"]),
    "call": lambda said: Call(said["points"]),
    "pass": lambda said: Pass(),
    "resign": lambda said: Resign(),
}


def json_roundtrip(what: Any) -> Any:
    """Return a value as JSON decoding gives it."""
    return msgspec.json.decode(encode(what))


class ReferenceGame:
    """A finished game, replayed from the transcript in its row and the decks of its secrets."""

    def __init__(self, transcript: str, fair: Frame) -> None:
        self.fair = parse_record(fair)
        self.rules, self.tokens = parse_transcript(transcript)
        self.states: list[State] = [start(self.rules)]
        self.events: list[list[Frame]] = []
        for step in parse_steps(self.states[0], self.tokens, self.deck):
            self.states.append(step.state)
            self.events.append(json_roundtrip(events_json(step.events)))
        self._views: dict[tuple[int, int | None], Frame] = {}

    @cached_property
    def _decks(self) -> dict[int, tuple[Card, ...]]:
        ctx = context(self.fair.params, self.fair.tip, *self.fair.commitments)
        return {d: deck(deal_key(ctx, d, link, *self.fair.secrets)) for d, link in self.fair.links.items()}

    def deck(self, number: int) -> tuple[Card, ...]:
        return self._decks[number]

    def view(self, ply: int, you: int | None) -> Frame:
        """Return the view that a seat, or a watcher, must have at a ply."""
        if (ply, you) not in self._views:
            seat = None if you is None else Seat(you)
            self._views[ply, you] = json_roundtrip(view_json(view(self.states[ply], seat)))
        return self._views[ply, you]

    def events_between(self, since: int, ply: int) -> list[Frame]:
        return [event for told in self.events[since:ply] for event in told]

    def index_of_move(self, you: int, ply: int, move: Frame) -> int:
        """Return the index of a seat's acknowledged move: its first move since the ply that it answered."""
        own = self._first_token_since(ply, you)
        assert own is not None, f"{move}, answering {ply}, was acknowledged and is not on record"
        word = self.tokens[own].partition("/")[0]
        assert word == self._move_token(own, you, move), (
            f"{move}, answering {ply}, was acknowledged; on record is {word}"
        )
        return own

    def is_stale(self, you: int, ply: int, move: Frame) -> bool:
        """Return whether a seat has another move in this place, for example a pass by the clock."""
        own = self._first_token_since(ply, you)
        return own is not None and self.tokens[own].partition("/")[0] != self._move_token(own, you, move)

    def _first_token_since(self, ply: int, you: int) -> int | None:
        return next((n for n, word in enumerate(self.tokens) if n >= ply and word[0] == "ab"[you]), None)

    def _move_token(self, place: int, you: int, said: Frame) -> str:
        """Return the transcript token of a seat's move, with the cards at this place."""
        move: Move = MOVE_PARSERS[said["kind"]](said)
        return move_as_text(self.states[place].dealt, Seat(you), move)

    def check_client(self, client: ResilientClient) -> None:
        """Check that every frame matches the game, and that every acknowledged move is recorded once."""
        assert client.ply == len(self.tokens), f"told of {client.ply} of {len(self.tokens)} plies"
        for frame in client.frames:
            if frame["t"] == "event":
                assert frame["events"] == self.events_between(frame["since"], frame["ply"]), (
                    f"ply {frame['ply']}"
                )
                if "show" not in frame["view"]:  # it was sent before
                    frame["view"]["show"] = self.view(frame["since"], None)["show"]
            if frame["t"] in ("table", "event"):
                assert frame["view"] == self.view(frame["ply"], client.you), f"ply {frame['ply']}"
        if client.you is not None:
            stood = {(ply, json.dumps(move)) for ply, move in client.acknowledged_moves}
            places = [self.index_of_move(client.you, ply, json.loads(move)) for ply, move in stood]
            assert len(set(places)) == len(places), "two acknowledged moves share a place on record"
            unacknowledged = self.move_indexes(client.you) - set(places)
            assert all(map(self._is_not_asked_for, unacknowledged)), (
                "what stands was acknowledged, or made by the clock or the table"
            )

    def check_stale_moves(self, client: ResilientClient) -> None:
        """Check that each move refused as stale has another one in its place."""
        for asked in client.stale_moves:
            right = self.is_stale(client.you or 0, asked["ply"], asked["move"])
            assert right, f"{asked} was refused as stale, and nothing else stands there"

    def _is_not_asked_for(self, place: int) -> bool:
        """Return whether the clock makes this move, or a table that automates goes and last cards."""
        plays_them = plays_unasked(json.loads(self.fair.params))
        if plays_them and find_unasked_move(self.states[place]) is not None:
            return True
        return self.tokens[place].partition("/")[0][1:] in ("-flag", "-left", "-pass")

    def move_indexes(self, you: int) -> set[int]:
        """Return the indexes of a seat's moves."""
        return {n for n, word in enumerate(self.tokens) if word[0] == "ab"[you]}


def check_clients_agree(transcript: str, clients: list[ResilientClient]) -> ReferenceGame:
    """Check that all clients of a table saw the same game: that of the row, whose decks are proved."""
    fair = clients[0].fair
    assert verify(parse_record(fair)) is None
    truth = ReferenceGame(transcript, fair)
    for sitter in clients:
        shown = {key: sitter.fair[key] for key in ("links", "secrets", "tip")}
        assert shown == {key: fair[key] for key in shown}
        truth.check_client(sitter)
    return truth
