"""`manage.py rethink`: asks the bots of a finished game for their moves once more."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from common.command import HelpTextCommand
from game.engine.cards import texts
from game.engine.moves import Call, Claim, Go, IllegalMove, Move, Pass, Play, Throw
from game.engine.state import Seat
from game.models import Game
from game.table.bot_replay import ReplayedDecision, replay_decisions
from game.table.record import ledger
from rng.seal import SealError

UNREADABLE = 2

HELP_TEXT = """
A bot's move depends on three things only: what its seat could see, what everyone has heard since the game
began (and what HALSCRIB remembered of the player by then), and a random stream from a secret of this game,
sealed until the game is over. All three are on record. So this deals the game again, asks the bot for every
one of its moves, and compares. If they're all the same, nothing else influenced the bot, least of all
hidden cards.

It also shows the secret of the bot's stream. A move can differ if the bot was changed after the game, if it
failed or was late (then the simplest move was made, and this says so), or if someone tampered with the
record. An engine that runs elsewhere can't be asked: it polls for what is played, and this says how many
of its moves are left unchecked. It refuses a game that isn't over, because that would give away the bot's
cards.

examples:
  manage.py rethink 8k2v0q5m1x7c3z9p         every move that differs, then how many are the same
  manage.py rethink 8k2v0q5m1x7c3z9p --json  every move, for a program

exit status: 0 if every move that can be asked for is the same, 1 if one differs, 2 if the game isn't there
or can't be read.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Asks the bot of a finished game for all its moves again and compares them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's ID, as in its table's address")
        parser.add_argument("--json", action="store_true", help="print one object with every move")

    def handle(self, *args: Any, **options: Any) -> None:
        row = load_finished_row(options["game"])
        try:
            moves = list(replay_decisions(row))
        except (ValueError, IllegalMove) as fault:
            raise CommandError(f"The record cannot be read: {fault}", returncode=UNREADABLE) from None
        same, differ = sum(move.is_same for move in moves), sum(move.differs for move in moves)
        not_asked = len(moves) - same - differ
        if options["json"]:
            names = [sitter.name for sitter in row.players]
            stream = row.server_secrets.bot_stream.hex()
            header = {"game": row.id, "players": names, "brain": find_brain(row), "stream": stream}
            counts = {"same": same, "differ": differ, "not_asked": not_asked}
            report = {**header, **counts, "moves": list(map(to_json, moves))}
            self.stdout.write(json.dumps(report))
        else:
            for move in moves:
                if move.differs:
                    self.stdout.write(describe(move, row.players[move.seat].name))
            self.stdout.write(f"{same} of {len(moves)} moves are the same.")
            if not_asked:
                self.stdout.write(f"{not_asked} can't be asked for again: the engine runs elsewhere.")
            if row.lot:
                self.stdout.write(f"By lot this game was played by {row.lot.brain}.")
            self.stdout.write(f"The secret of the bot's stream: {row.server_secrets.bot_stream.hex()}")
        if differ:
            sys.exit(1)


def load_finished_row(game_id: str) -> ledger.GameRow:
    """Load the row of a finished game with a bot; refuse any other."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise CommandError("There is no such game.", returncode=UNREADABLE)
    if game.finished_at is None:
        message = "This game isn't over. Ask again when no one can use the answer."
        raise CommandError(message, returncode=UNREADABLE)
    try:
        row = ledger.load_row(game_id)
    except SealError as fault:
        raise CommandError(f"The game's secrets cannot be opened: {fault}", returncode=UNREADABLE) from None
    if not any(sitter.brain for sitter in row.players):
        raise CommandError("No bot sat at this table.", returncode=UNREADABLE)
    return row


def find_brain(row: ledger.GameRow) -> str:
    """The brain that decided for the bot."""
    return next(row.brain(seat) for seat in Seat if row.players[seat].brain)


def to_json(move: ReplayedDecision) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "deal": move.deal,
        "seat": move.seat,
        "made": describe_move(move.original),
        "again": describe_move(move.repeated),
        "asked": move.was_asked,
        "same": move.is_same,
        "stood_in": move.differs and move.original == move.fallback,
    }


def describe(move: ReplayedDecision, name: str) -> str:
    """Describe a move that differs."""
    again = f"now {describe_move(move.repeated)}" if move.repeated else "now its brain fails"
    note = ", the simplest move" if move.original == move.fallback else ""
    return f"ply {move.ply}, deal {move.deal}: {name} made {describe_move(move.original)}{note}; {again}"


def describe_move(move: Move | None) -> str | None:
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
