"""A finished game as JSON: its moves in order, their effects, and the position of every card after each."""

from collections.abc import Callable, Sequence
from typing import Any

from common.formats.json import Json
from game.engine.cards import TEXTS, texts
from game.engine.moves import (
    Call,
    Claim,
    Deal,
    Flag,
    Go,
    Leave,
    Move,
    Pass,
    Play,
    Resign,
    Throw,
    Unrevealable,
    Void,
)
from game.engine.state import State
from game.engine.view import view
from game.table.record.ledger import GameRow
from game.table.record.steps import Step
from game.table.shuffle.fairness import replay_row
from game.table.wire import players_json
from game.wire.views import events_json, public_json


def replay_json(row: GameRow) -> Json:
    """Return a finished game with its hidden cards. Never pass a live game."""
    terms = {"clock": row.clock, "rated": row.rated}
    return build_replay_json(row.id, players_json(row.players), terms, replay_row(row))


def build_replay_json(
    game_id: str | None, players: Sequence[Json], terms: Json, steps: Sequence[Step]
) -> Json:
    """Return a finished game from its steps. A game from another site has no id."""
    end = steps[-1].state
    if not end.is_over:
        raise ValueError(f"game {game_id} is not over")
    return {
        "game": game_id,
        "players": players,
        **outcome_json(end, terms),
        "steps": [step_json(ply, step) for ply, step in enumerate(steps, 1)],
    }


def outcome_json(end: State, terms: Json) -> Json:
    """Return the rules and the result of a game."""
    return {
        "rules": {
            "target": end.rules.target,
            "counting": end.rules.counting.value,
            **terms,
            **end.rules.named_start,
        },
        "result": {
            "winner": end.winner,
            "value": end.value,
            "ended": None if end.ended is None else end.ended.value,
            "scores": end.scores,
        },
    }


def step_json(ply: int, step: Step) -> Json:
    """Return a move with all cards and the table after it; `ply` is the number of recorded moves by then."""
    return {
        "ply": ply,
        "seat": step.seat,
        "move": _MOVE_JSON[type(step.move)](step.move),
        "events": events_json(step.events),
        "state": open_state_json(step.state),
    }


def open_state_json(state: State) -> Json:
    """Return the table with all cards. Never pass a live game."""
    hands = {"dealt": state.dealt, "hands": state.hands, "throws": state.throws}
    return public_json(view(state, None)) | {
        name: [texts(cards) for cards in both] for name, both in hands.items()
    }


_MOVE_JSON: dict[type[Move], Callable[[Any], Json]] = {
    Deal: lambda move: {"kind": "deal", "number": move.number},
    Throw: lambda move: {"kind": "throw", "cards": texts(move.cards)},
    Play: lambda move: {"kind": "play", "card": TEXTS[move.card]},
    Go: lambda move: {"kind": "go"},
    Claim: lambda move: {"kind": "claim", "points": move.points},
    Call: lambda move: {"kind": "call", "points": move.points},
    Pass: lambda move: {"kind": "pass"},
    Resign: lambda move: {"kind": "resign"},
    Flag: lambda move: {"kind": "flag"},
    Leave: lambda move: {"kind": "left"},
    Void: lambda move: {"kind": "void"},
    Unrevealable: lambda move: {"kind": "unshown"},
}
