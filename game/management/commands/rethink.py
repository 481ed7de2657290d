"""A finished game's bots, asked for their moves once more."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from common.command import TeachingCommand
from game.engine.cards import texts
from game.engine.moves import Call, Claim, Go, IllegalMove, Move, Pass, Play, Throw
from game.models import Game
from game.table import ledger
from game.table.bot_replay import Rethought, rethought
from game.table.sealed_secrets import Unopened

UNREADABLE = 2

TEACHES = """
A bot's move follows from three things alone: what its seat could see, what everybody heard since the game
began, and a random stream that comes from a secret of this game, sealed until the game is over. All three are
on record. So this deals the game again, asks the bot's brain at every move of its own, and compares: if every
move is the same, nothing else had a hand in it, hidden cards least of all.

The secret of the bot's stream is shown with it. A move may differ where a brain was changed since the game
was played, where it failed or was late (the simplest move stood in, and that is said), or where somebody
tampered with the record. A game that is not over is refused: it would give the bot's cards away.

examples:
  manage.py rethink 8k2v0q5m1x7c3z9p         each move that differs, then how many are the same
  manage.py rethink 8k2v0q5m1x7c3z9p --json  every move, for a program

exit status: 0 if every move is the same, 1 if one differs, 2 if there is no such game or it cannot be read.
"""


class Command(TeachingCommand):
    teaches = TEACHES
    help = "Asks the bot of a finished game for all its moves again, and tells which are the same."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's id, as in the address of its table")
        parser.add_argument("--json", action="store_true", help="print one object with every move")

    def handle(self, *args: Any, **options: Any) -> None:
        row = finished(options["game"])
        try:
            moves = list(rethought(row))
        except (ValueError, IllegalMove) as fault:
            raise CommandError(f"The record cannot be read: {fault}", returncode=UNREADABLE) from None
        same = sum(move.is_same for move in moves)
        if options["json"]:
            names = [sitter.name for sitter in row.sitters]
            about = {"game": row.id, "players": names, "stream": row.sealed.bot_stream.hex()}
            told = {**about, "same": same, "differ": len(moves) - same, "moves": list(map(as_json, moves))}
            self.stdout.write(json.dumps(told))
        else:
            for move in moves:
                if not move.is_same:
                    self.stdout.write(line(move, row.sitters[move.seat].name))
            self.stdout.write(f"{same} of {len(moves)} moves are the same.")
            self.stdout.write(f"The secret of the bot's stream: {row.sealed.bot_stream.hex()}")
        if same < len(moves):
            sys.exit(1)


def finished(game_id: str) -> ledger.Row:
    """The row of a game with a bot that is over; for any other a complaint."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise CommandError("There is no such game.", returncode=UNREADABLE)
    if game.finished_at is None:
        says = "This game is not over: its bot is asked again when nobody can use the answer."
        raise CommandError(says, returncode=UNREADABLE)
    try:
        row = ledger.row(game_id)
    except Unopened as fault:
        raise CommandError(f"The game's secrets cannot be opened: {fault}", returncode=UNREADABLE) from None
    if not any(sitter.brain for sitter in row.sitters):
        raise CommandError("No bot sat at this table.", returncode=UNREADABLE)
    return row


def as_json(move: Rethought) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "deal": move.deal,
        "seat": move.seat,
        "made": in_words(move.made),
        "again": in_words(move.again),
        "same": move.is_same,
        "stood_in": not move.is_same and move.made == move.stood_in,
    }


def line(move: Rethought, name: str) -> str:
    """A move that differs, as a person reads it."""
    again = f"now {in_words(move.again)}" if move.again else "now its brain fails"
    note = ", the simplest move" if move.made == move.stood_in else ""
    return f"ply {move.ply}, deal {move.deal}: {name} made {in_words(move.made)}{note}; {again}"


def in_words(move: Move | None) -> str | None:
    match move:
        case Throw(cards):
            return f"throw {' '.join(texts(cards))}"
        case Play(card):
            return f"play {texts((card,))[0]}"
        case Claim(points) | Call(points):
            return f"{type(move).__name__.lower()} {points}"
        case Go() | Pass():
            return type(move).__name__.lower()
    return None
