"""A third-party program that plays a game with Novice through functions generated from openapi.json.

It reads streams with the HTTP client below these functions, from generated addresses, because the generator
treats an answer of many lines as one. Each line becomes a generated model.
"""

import json
import secrets
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import httpx
from every_other import AuthenticatedClient
from every_other.api.challenges_and_seeks import list_challenges, make_challenge
from every_other.api.figures import show_score, weigh_throws
from every_other.api.games_on_record import show_game, show_meaning, show_replay
from every_other.api.players_and_the_ladder import show_ladder, show_player
from every_other.api.playing import commit, make_move, reveal, say, stream_game
from every_other.api.streams import stream_events
from every_other.api.your_token import show_limits, show_me
from every_other.models import (
    Acknowledged,
    ByeFrame,
    ClocksFrame,
    CommitBody,
    EventFrame,
    FairFrame,
    GameRequest,
    GameStart,
    GoPayload,
    HereFrame,
    MoveBody,
    Pegged,
    PlayersFrame,
    PlayPayload,
    PointsFrame,
    ReceiptsFrame,
    Refused,
    RefusedFrame,
    RematchFrame,
    RevealBody,
    SaidFrame,
    SayBody,
    Seated,
    TableFrame,
    ThrowPayload,
    View,
    WaitingFrame,
)

PATIENCE = 60.0
FRAMES = (
    WaitingFrame, TableFrame, EventFrame, RefusedFrame, ClocksFrame, HereFrame, PlayersFrame, SaidFrame,
    RematchFrame, PointsFrame, FairFrame, ReceiptsFrame, ByeFrame,
)  # fmt: skip


def parse_frame(line: dict[str, Any]) -> Any:
    """Return a line of a game's stream as the model that its `t` names."""
    name = f"{line['t'].title()}Frame"
    frame = next(kind for kind in FRAMES if kind.__name__ == name).from_dict(line)
    assert not frame.additional_properties, f"{name} does not have {frame.additional_properties}"
    assert frame.to_dict() == line
    return frame


def seat_commitment(game: str, seat: int, secret: bytes) -> str:
    """Return the commitment that a seat sends before its secret, as in docs/explanation/fairness.md."""
    parts = (b"cribfair/1|seat", game.encode(), str(seat).encode(), secret)
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()


def lines(client: AuthenticatedClient, address: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the lines of a stream, without empty ones."""
    with client.get_httpx_client().stream(**address) as answer:
        assert answer.status_code == 200, answer.read()
        yield from (json.loads(line) for line in answer.iter_lines() if line)


class Game:
    """A seat: its knowledge and its actions."""

    def __init__(self, client: AuthenticatedClient, game: str) -> None:
        self.client, self.game, self.secret = client, game, secrets.token_bytes(32)
        self.seat, self.ply, self.moves = -1, -1, 0
        self.view: View | None = None
        self.pegged = [0, 0]

    def play(self) -> None:
        """Read every frame until the game ends, and answer where an answer is needed."""
        for line in lines(self.client, stream_game._get_kwargs(self.game)):
            must = None
            match frame := parse_frame(line):
                case TableFrame():
                    self.seat, must = frame.you, frame.fair.must
                case EventFrame():
                    pegged = [event for event in frame.events if isinstance(event, Pegged)]
                    for event in pegged:
                        self.pegged[event.seat] += event.points
                case FairFrame():
                    must = frame.must
                case RefusedFrame() | ByeFrame():
                    raise AssertionError(frame.says)
            if isinstance(frame, TableFrame | EventFrame):
                self.ply, self.view = frame.ply, frame.view
            if must:
                self.keep_protocol(must)
            elif self.view and self.view.winner is not None:
                return
            elif self.view and self.seat in self.view.turn:
                self.move()

    def keep_protocol(self, must: str) -> None:
        """Commit to the secret, or show it."""
        if must == "commit":
            body = CommitBody(seat_commitment(self.game, self.seat, self.secret))
            answer = commit.sync(self.game, client=self.client, body=body)
        else:
            answer = reveal.sync(self.game, client=self.client, body=RevealBody(self.secret.hex()))
        assert isinstance(answer, Acknowledged), answer

    def move(self) -> None:
        """Make the first move that the rules allow."""
        body = MoveBody(self.ply, self.first_move())
        answer = make_move.sync(self.game, client=self.client, body=body)
        assert MoveBody.from_dict(body.to_dict()) == body
        if isinstance(answer, Refused):
            assert answer.code == "stale", answer
        else:
            self.moves += 1

    def first_move(self) -> ThrowPayload | PlayPayload | GoPayload:
        assert self.view is not None
        if self.view.phase == "throw":
            return ThrowPayload("throw", self.view.hand[:2])
        return GoPayload("go") if self.view.must_go else PlayPayload("play", self.view.playable[0])


def main(url: str, token: str) -> None:
    client = AuthenticatedClient(url, token, timeout=httpx.Timeout(PATIENCE), raise_on_unexpected_status=True)
    me = show_me.sync(client=client)
    assert show_limits.sync(client=client).limits
    assert list_challenges.sync(client=client).mine == []
    seated = make_challenge.sync(client=client, body=GameRequest(against="novice", target=61))
    assert isinstance(seated, Seated), seated
    told = GameStart.from_dict(next(lines(client, stream_events._get_kwargs())))
    assert (told.t, told.game) == ("game_start", seated.game)
    assert say.sync(seated.game, client=client, body=SayBody(phrase="luck")).phrase == "luck"
    game = Game(client, seated.game)
    game.play()
    finished = show_game.sync(game.game, client=client)
    replay = show_replay.sync(game.game, client=client)
    assert len(show_meaning.sync(game.game, client=client).by_seat) == 2
    assert show_player.sync(me.name, client=client).name == me.name
    assert show_player.sync("Nobody", client=client).code == "no_player"
    assert show_ladder.sync("people", client=client).kind == "people"
    assert show_score.sync(client=client, hand="5H 5C 5D JS", starter="5S").points == 29
    assert len(weigh_throws.sync(client=client, cards="5H 5S 5D JC QS AH").lines) == 15
    assert game.view is not None
    assert game.pegged == replay.result.scores
    print(json.dumps({"ended": finished.ended, "scores": finished.scores, "view": game.view.scores,
                      "moves": game.moves, "replayed": len(replay.steps)}))  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
