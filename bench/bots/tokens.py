"""Makes accounts and their tokens, as `manage.py shell` runs it on the database under measure."""

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

from bench.live.servers import ROOT, clean_environment


class Program(NamedTuple):
    """An account that is played by a program, and its token."""

    name: str
    token: str


def make_programs(environment: Mapping[str, str], many: int) -> list[Program]:
    """So many accounts with tokens on the database of this environment."""
    script = f"from {__name__} import print_programs; print_programs({many})"
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", script],
        cwd=ROOT,
        env=clean_environment(environment),
        check=True,
        capture_output=True,
        text=True,
    )
    return [Program(*each) for each in json.loads(done.stdout)]


def print_programs(many: int) -> None:
    """Make them here, in a process that has Django."""
    from game.models import Player
    from game.tokens.scopes import Scope
    from game.tokens.tokens import make_token

    scopes = (Scope.PLAY, Scope.CHALLENGE)
    made = []
    for number in range(many):
        player = Player.objects.create_user(f"Program-{number}")
        made.append((player.username, make_token(player=player, name="bench", scopes=scopes, days=7)[1]))
    print(json.dumps(made))
