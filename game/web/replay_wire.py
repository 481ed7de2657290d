"""A finished game as JSON: its moves in order, their effects, and the position of every card after each."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from game.engine.cards import TEXTS
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
from game.wire import moves, replays
from game.wire.frames import PlayerAtTable
from game.wire.replays import RecordedMove, Replay
from game.wire.views import events_json, open_state_json


class Terms(NamedTuple):
    """The terms of a game beyond its rules."""

    clock: str
    rated: bool


def replay_json(row: GameRow) -> Replay:
    """Return a finished game with its hidden cards. Never pass a live game."""
    return build_replay_json(row.id, players_json(row.players), Terms(row.clock, row.rated), replay_row(row))


def build_replay_json(
    game_id: str | None, players: tuple[PlayerAtTable, PlayerAtTable], terms: Terms, steps: Sequence[Step]
) -> Replay:
    """Return a finished game from its steps. A game from another site has no id."""
    end = steps[-1].state
    if not end.is_over:
        raise ValueError(f"game {game_id} is not over")
    return Replay(
        game_id,
        players,
        rules_json(end, terms),
        result_json(end),
        [step_json(ply, step) for ply, step in enumerate(steps, 1)],
    )


def rules_json(end: State, terms: Terms) -> replays.Rules:
    """Return the rules of a game."""
    rules = end.rules
    start = rules.named_start.get("start", UNSET)
    return replays.Rules(rules.target, rules.counting.value, *terms, start=start)


def result_json(end: State) -> replays.Result:
    """Return the result of a game."""
    return replays.Result(end.winner, end.value, None if end.ended is None else end.ended.value, end.scores)


def step_json(ply: int, step: Step) -> replays.Step:
    """Return a move with all cards and the table after it; `ply` is the number of recorded moves by then."""
    return replays.Step(
        ply,
        step.seat,
        _MOVE_JSON[type(step.move)](step.move),
        events_json(step.events),
        open_state_json(view(step.state, None), step.state),
    )


_MOVE_JSON: dict[type[Move], Callable[[Any], RecordedMove]] = {
    Deal: lambda move: replays.DealMove(move.number),
    Throw: lambda move: moves.ThrowPayload((TEXTS[move.cards[0]], TEXTS[move.cards[1]])),
    Play: lambda move: moves.PlayPayload(TEXTS[move.card]),
    Go: lambda move: moves.GoPayload(),
    Claim: lambda move: moves.ClaimPayload(move.points),
    Call: lambda move: moves.CallPayload(move.points),
    Pass: lambda move: moves.PassPayload(),
    Resign: lambda move: moves.ResignPayload(),
    Flag: lambda move: replays.FlagMove(),
    Leave: lambda move: replays.LeftMove(),
    Void: lambda move: replays.VoidMove(),
    Unrevealable: lambda move: replays.UnshownMove(),
}
