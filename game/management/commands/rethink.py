"""`manage.py rethink`: replays the moves of the bots of a finished game."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from common.command import HelpTextCommand
from game.decisions import transcript
from game.decisions.offline import UNREADABLE, report_file
from game.decisions.replayed import ReplayedDecision
from game.decisions.report import Report
from game.engine.moves import IllegalMove
from game.engine.state import Seat
from game.models import Game
from game.table.bot_replay import replay_decisions
from game.table.record import ledger
from rng.seal import SealError

HELP_TEXT = """
A bot's move depends on three inputs only: its seat's view, every event since the game began (for HALSCRIB,
also its memory of the player at that time), and a random stream from a secret of this game, encrypted until
the game is over. All three are on record. So this command deals the game again, asks the bot for every
move, and compares. If all moves are the same, nothing else influenced the bot, in particular no hidden
cards.

The game is one of this site, by its ID, or any downloaded transcript, by its file. A file is enough if the
bots of this checkout are those that played the game: its params contain a digest of their code. Then
nothing of the site is needed, and /fairness/bots.zip has this check as a separate program.

It also shows the secret of the bot's stream. A move can differ if the bot was changed after the game, if it
failed or was late (then the fallback move was made, and the output says so), or if the record was altered.
Only the site that runs a local engine can ask it, and a remote engine can't be asked at all: the output
says how many moves are unchecked. A game that isn't over is refused, because that would give away the bot's
cards.

examples:
  manage.py rethink 8k2v0q5m1x7c3z9p            every move that differs, then how many are the same
  manage.py rethink every-other-8k2v0q5m.json   the same, of a downloaded transcript
  manage.py rethink 8k2v0q5m1x7c3z9p --json     every move, for a program

exit status: 0 if every move that can be asked for is the same, 1 if one differs, 2 if the game isn't there
or can't be read.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Asks the bot of a finished game for all its moves again and compares them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's ID, as in its table's address, or a transcript's file")
        parser.add_argument("--json", action="store_true", help="print one object with every move")

    def handle(self, *args: Any, **options: Any) -> None:
        file = Path(options["game"])
        try:
            report = report_file(file) if file.is_file() else report_row(options["game"])
        except transcript.Unreadable as fault:
            raise CommandError(str(fault), returncode=UNREADABLE) from None
        self.stdout.write(json.dumps(report.to_json()) if options["json"] else report.description)
        if report.differ:
            sys.exit(1)


def report_row(game_id: str) -> Report:
    """Report on a game of this site."""
    row = load_finished_row(game_id)
    try:
        moves: tuple[ReplayedDecision, ...] = tuple(replay_decisions(row))
    except (ValueError, IllegalMove) as fault:
        raise CommandError(f"The record cannot be read: {fault}", returncode=UNREADABLE) from None
    names = (row.players[0].name, row.players[1].name)
    is_drawn = row.lot is not None and row.lot.is_drawn
    return Report(row.id, names, find_brain(row), row.server_secrets.bot_stream.hex(), moves, is_drawn)


def load_finished_row(game_id: str) -> ledger.GameRow:
    """Load the row of a finished game with a bot. Refuse any other."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise CommandError("There is no such game, and no such file.", returncode=UNREADABLE)
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
    """Return the brain that decided for the bot."""
    return next(row.brain(seat) for seat in Seat if row.players[seat].brain)
