"""The check of a game's bots as a separate program, which needs only Python and numpy.

python bots.zip every-other-8k2v0q5m.json
"""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path

from game.decisions.report import Report
from game.decisions.transcript import Unreadable, find_other_code, read_game, rethink

UNREADABLE = 2


def report_file(file: Path) -> Report:
    """Report on a downloaded transcript. Raise Unreadable if it cannot be checked here."""
    try:
        document = json.loads(file.read_bytes())
    except (OSError, ValueError) as fault:
        raise Unreadable(f"This file cannot be read: {fault}") from fault
    game = read_game(document)
    if other := find_other_code(game):
        brain, code = other
        raise Unreadable(f"The game was played by {brain} of version {code}, which is not in this code.")
    return rethink(game)


def main(arguments: list[str]) -> int:
    """Print the report.

    Return 0 if all moves are the same, 1 if one differs, 2 if the file cannot be checked.
    """
    parser = ArgumentParser(prog="bots.zip", description="Asks the bot of a game for its moves again.")
    parser.add_argument("file", type=Path, help="a downloaded transcript")
    parser.add_argument("--json", action="store_true", help="print one object with every move")
    options = parser.parse_args(arguments)
    try:
        report = report_file(options.file)
    except Unreadable as fault:
        print(fault, file=sys.stderr)
        return UNREADABLE
    print(json.dumps(report.to_json()) if options.json else report.description)
    return 1 if report.differ else 0
