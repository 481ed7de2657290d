"""Replays the decisions of bots from the transcript of a finished game, without a site or a database."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from game.bots.brain import Memory
from game.bots.habits import UNKNOWN
from game.bots.registry import BRAINS, choose
from game.decisions.lot import ADAPTIVE, HALSCRIB, MIXED, draw_lot
from game.decisions.record import MadeDecision, made_decisions
from game.decisions.replayed import replay
from game.decisions.report import Report
from game.decisions.stream import decision_stream
from game.decisions.versions import brain_of
from game.engine.cards import Card, card
from game.engine.moves import IllegalMove
from game.engine.state import Seat
from game.runtime.code_digest import code_digest


class Unreadable(ValueError):
    """The file is not a transcript of a finished game with a bot."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """The data of a transcript on which bots' decisions depend."""

    game: str
    line: str
    decks: Mapping[int, tuple[Card, ...]]
    names: tuple[str, str]
    brains: Mapping[Seat, str]
    code: Mapping[str, str]  # the digest of each brain's code, from the game's params
    secret: bytes
    stream_name: str


def read_game(document: Any) -> GameFile:
    """Read the inputs of decisions from a transcript. Raise Unreadable if a part is missing."""
    try:
        players = document["players"]
        params = _params_of(document)
        brains = {seat: players[seat]["bot"] for seat in Seat if players[seat]["bot"]}
        decks = {deal["number"]: tuple(map(card, deal["deck"])) for deal in document["deals"]}
        secret = bytes.fromhex(document["bot_stream"] or "")
        game = GameFile(
            game=document["game"],
            line=document["line"],
            decks=decks,
            names=(players[0]["name"], players[1]["name"]),
            brains=brains,
            code={brain["name"]: brain["code"] for brain in params["brains"]},
            secret=secret,
            stream_name=_stream_name(document["game"], params),
        )
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as fault:
        raise Unreadable("This is not a complete transcript of Every Other.") from fault
    if not brains:
        raise Unreadable("No bot sat at this table.")
    if document.get("result") is None or not secret:
        raise Unreadable("This game isn't over, or the secret of its bot was never shown.")
    return game


def find_other_code(game: GameFile) -> tuple[str, str] | None:
    """Return a brain that this code does not match, and the digest of its code. None if all match."""
    here = code_digest("game.bots")
    for brain, code in game.code.items():
        if brain_of(brain) in BRAINS and code != here:
            return brain, code
    return None


def rethink(game: GameFile) -> Report:
    """Replay every bot of a game. An engine cannot be asked from a file."""
    try:
        made = tuple(made_decisions(game.line, game.decks.__getitem__, game.brains.keys()))
    except (IllegalMove, ValueError, KeyError) as fault:
        raise Unreadable(f"The record cannot be read: {fault}") from fault
    attempts = [_ask_all(game, made, *way) for way in _ways_to_play(game)]
    report = next((each for each in attempts if not each.differ), attempts[0])
    if report.brain == ADAPTIVE and report.differ:
        # No file contains HALSCRIB's memory of the player.
        moves = tuple(each._replace(was_asked=each.is_same) for each in report.moves)
        return replace(report, moves=moves)
    return report


def _ways_to_play(game: GameFile) -> list[tuple[str, Memory]]:
    """Return the brain that decided, and its memory. HALSCRIB's style is drawn only against people."""
    brain = next(iter(game.brains.values()))
    if brain != HALSCRIB:
        return [(brain_of(brain), ())]
    return [(draw_lot(game.secret, game.game), (UNKNOWN,)), (MIXED, ())]


def _ask_all(game: GameFile, made: Sequence[MadeDecision], brain: str, memory: Memory) -> Report:
    ask = partial(choose, brain) if brain in BRAINS else None
    moves = tuple(
        replay(
            decision._replace(memory=memory + decision.memory),
            ask,
            decision_stream(game.secret, game.stream_name, decision.state),
        )
        for decision in made
    )
    return Report(game.game, game.names, brain, game.secret.hex(), moves, bool(memory))


def _params_of(document: Any) -> Mapping[str, Any]:
    params: Mapping[str, Any] = json.loads(document["fair"]["params"])
    return params


def _stream_name(game: str, params: Mapping[str, Any]) -> str:
    """Return the name that seeds bots' random choices. Shared rounds and replayed games provide their own."""
    if shared := params.get("shared"):
        return f"{shared['set']}/{shared['round']}"
    same_as = params.get("same_as")
    return str(same_as["game"]) if same_as else game
