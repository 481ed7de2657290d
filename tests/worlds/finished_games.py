"""Finished games of every kind, as their tables write them."""

from game.engine.state import Rules
from game.engine.tally import Tally
from game.models import Game, Player
from game.table.record import ledger
from game.table.record.ending import build_result
from game.table.record.entries import Entry, write_entries
from game.table.record.steps import update_tally
from hosting.demo.playing import play_game
from hosting.demo.schedule import EarlyEnd
from rng.twister import stream
from tests.worlds.tables import create_game

BRAINS = ("novice", "intermediate")


def create_finished_game(
    rules: Rules | None = None,
    gives_up: EarlyEnd | None = None,
    players: tuple[Player, Player] | None = None,
    rated: bool = False,
) -> Game:
    """A game of two people, guests unless others are named, played to its end or given up."""
    game = create_game(rules=rules, players=players, rated=rated)
    taken = play_game(ledger.load_row(game.pk), BRAINS, gives_up, stream(bytes(32), game.pk))
    end = taken[-1].state
    words = tuple(step.token for step in taken)
    result = build_result(end, update_tally(Tally(), taken))
    entry = Entry(game_id=game.pk, ply=0, tokens=words, result=result, scores=end.scores)
    assert write_entries([entry]) == [True]
    return Game.objects.get(pk=game.pk)
