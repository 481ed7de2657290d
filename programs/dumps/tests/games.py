"""Rated games of a past month, in the form in which tables store them."""

from datetime import UTC, datetime

from game.engine.moves import Resign
from game.engine.state import Rules, Seat
from game.engine.tally import Tally
from game.models import Game, Player
from game.table.record import ledger
from game.table.record.ending import build_result
from game.table.record.entries import Entry, write_entries
from game.table.record.steps import update_tally
from hosting.demo.playing import play_game
from hosting.demo.schedule import EarlyEnd
from proof.evidence.audit import find_faults
from ranking.models import Change
from rng.twister import stream
from tests.worlds.tables import create_game

OCTOBER = datetime(2026, 10, 15, 20, tzinfo=UTC)


def create_rated_game(
    a: Player,
    b: Player,
    ended_at: datetime = OCTOBER,
    rules: Rules | None = None,
    gives_up: EarlyEnd | None = None,
) -> Game:
    """Return a rated game, played to its end or resigned, with recorded deals."""
    game = create_game("quick", rules or Rules(), (a, b), rated=True)
    brains = [player.brain or "novice" for player in (a, b)]
    steps = play_game(ledger.load_row(game.pk), brains, gives_up, stream(bytes(32), game.pk))
    end = steps[-1].state
    result = build_result(end, update_tally(Tally(), steps))
    words = tuple(step.token for step in steps)
    entry = Entry(game_id=game.pk, ply=0, tokens=words, result=result, scores=end.scores)
    assert write_entries([entry]) == [True]
    assert not any(fault.what != "missing" for fault in find_faults(mend=True, progress=lambda games: None))
    Game.objects.filter(pk=game.pk).update(finished_at=ended_at)
    return Game.objects.get(pk=game.pk)


def create_short_game(a: Player, b: Player, ended_at: datetime = OCTOBER) -> Game:
    """Return a game that is resigned in the pegging of the first deal."""
    return create_rated_game(a, b, ended_at, Rules(first_dealer=Seat.A), EarlyEnd(0, Resign, 6))


def settle(game: Game, own: int, opponents: int, change: int) -> None:
    """Store the change of points that seat A gets from a game."""
    Change.objects.update_or_create(
        game=game.pk,
        player=game.seat_a,
        undoes=None,
        defaults={
            "kind": "people", "opponent": game.seat_b, "won": change > 0, "rules": 1, "why": "",
            "own": own, "opponents": opponents, "change": change, "after": own + change,
            "at": game.finished_at,
        },
    )  # fmt: skip
