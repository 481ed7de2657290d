"""What is durable: a game read from its row, and moves added to it by comparing ply."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.db.models import F, Value
from django.db.models.functions import Concat

from game.engine.state import Seat, State
from game.models import Game
from game.table import clock
from game.table.sealed import Sealed, unseal

P = ParamSpec("P")
T = TypeVar("T")


def on_the_database_thread(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Database work for callers on the event loop; one thread does it all, one piece after another."""
    return database_sync_to_async(work)  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a table, as the other side knows them; `brain` is empty for people."""

    name: str
    brain: str


@dataclass(frozen=True, slots=True)
class Row:
    """A game as it stands in the database."""

    id: str
    sitters: tuple[Sitter, Sitter]
    params: str
    tip: str
    commitments: tuple[str, str]
    secrets: tuple[str, str]
    transcript: str
    ply: int
    sealed: Sealed


@on_the_database_thread
def read(game_id: str) -> Row:
    """The row of a game; Game.DoesNotExist where there is none."""
    game = Game.objects.select_related("seat_a", "seat_b", "secrets").get(pk=game_id)
    a, b = game.seat_a, game.seat_b
    return Row(
        id=game.pk,
        sitters=(Sitter(a.username, a.brain), Sitter(b.username, b.brain)),
        params=game.params,
        tip=game.tip,
        commitments=(game.commitment_a, game.commitment_b),
        secrets=(game.secret_a, game.secret_b),
        transcript=game.transcript,
        ply=game.ply,
        sealed=unseal(game.secrets.sealed, game.pk),
    )


@on_the_database_thread
def append(game_id: str, ply: int, words: Sequence[str], state: State) -> bool:
    """Add the words of moves at this ply, and the result with the last; False if another was first."""
    added = Concat(F("transcript"), Value("".join(f" {word}" for word in words)))
    fields = {"transcript": added, "ply": ply + len(words), **_result(state)}
    return Game.objects.filter(pk=game_id, ply=ply).update(**fields) == 1


def _result(state: State) -> dict[str, Any]:
    """What a row holds of a game that is over; nothing before."""
    if state.winner is None or state.ended is None:
        return {}
    return {
        "finished_at": clock.now(),
        "winner": int(state.winner),
        "value": state.value,
        "ended": state.ended.value,
    }


@on_the_database_thread
def write_commitment(game_id: str, seat: Seat, commitment: str) -> bool:
    """A seat's commitment, once and for all; False if there is one."""
    field = ("commitment_a", "commitment_b")[seat]
    return Game.objects.filter(pk=game_id, **{field: ""}).update(**{field: commitment}) == 1


@on_the_database_thread
def write_secrets(game_id: str, secrets: dict[Seat, str]) -> bool:
    """Secrets as seats show them, once and for all; False if one of them was shown before."""
    fields = {("secret_a", "secret_b")[seat]: secret for seat, secret in secrets.items()}
    return Game.objects.filter(pk=game_id, **dict.fromkeys(fields, "")).update(**fields) == 1


@on_the_database_thread
def seat_at(game_id: str, player: object) -> Seat | None:
    """Where somebody sits in a game; Game.DoesNotExist where there is none."""
    return Game.objects.get(pk=game_id).seat_of(player)
