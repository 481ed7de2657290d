"""The command line."""

import argparse
import importlib
import os
import stat
import sys
from collections.abc import Sequence
from pathlib import Path

from every_other_client.blocking import Site
from every_other_client.bot import AT_ONCE, Bot, Terms
from every_other_client.brain import Brain
from every_other_client.local import play_locally
from every_other_client.output import say
from every_other_client.site import Refused
from every_other_client.state import State
from every_other_client.version import VERSION

USAGE = """\
Plays cribbage on Every Other with a brain of your own: Python 3.11 or newer, nothing else to install.

Write a brain, here mine.py:

    from everyother_bot import Brain, Play, Throw

    class Mine(Brain):
        def choose(self, view, memory, chance):
            if view.phase == "throw":
                return Throw(view.hand[:2])   # two of six cards, written as "5H", "TD", "AS"
            return Play(view.playable[0])     # a legal card

Try it offline, in a checkout of Every Other, against a house bot:

    python clients/python/everyother_bot.py --local novice --games 100 mine:Mine

Then play. Sign up under the bot's name, make a token with the scope "bot" under /settings/tokens, and have it
made a bot by POST /bots/upgrade (the site's page /api has the line). The token is read from EVERYOTHER_TOKEN
or from --token-file, never from the command line, and never printed:

    export EVERYOTHER_TOKEN=eo_...
    python everyother_bot.py --site http://127.0.0.1:8000 --against novice --games 3 mine:Mine
    python everyother_bot.py --site http://127.0.0.1:8000 --clocks standard,relaxed --at-once 8 mine:Mine

The first asks for three games and ends. The second accepts every challenge, until Ctrl-C. After a restart it
continues running games, with the data in --state. Every deal and every signature of the server is checked
when it is shown. If one is false, the program reports it loudly, keeps the evidence, begins no more games,
and exits with code 1. A game that the opponent leaves is claimed.

The client makes goes and counts. `Brain` and `View` describe the input of a brain. The package
every-other-client is the same program, called every-other-bot; its brains import from every_other_client.
"""


def load_brain(name: str) -> type[Brain]:
    """Return the class named as mine:Mine, or ./mine.py:Mine. The only one of a module needs no name."""
    module, _, wanted = name.partition(":")
    path = Path(module)
    sys.path.insert(0, str(path.parent.resolve() if path.suffix == ".py" else Path.cwd()))
    try:
        loaded = importlib.import_module(path.stem if path.suffix == ".py" else module)
    except ModuleNotFoundError as fault:
        raise SystemExit(f"Cannot load {name}: {fault}.") from None
    own = [each for each in vars(loaded).values() if isinstance(each, type) and issubclass(each, Brain)]
    found = [each for each in own if each is not Brain and wanted in ("", each.__name__)]
    if len(found) != 1:
        raise SystemExit(
            f"{module} has {len(found)} brains called {wanted or 'anything'}: name one, as {module}:Mine."
        )
    return found[0]


def load_token(file: Path | None) -> str:
    """Return the token, from a file or from the environment."""
    if file is None:
        token = os.environ.get("EVERYOTHER_TOKEN", "")
    else:
        token = file.read_text()
        if file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
            say(f"Others on this machine may read {file}: chmod 600 {file}")
    if not token.strip().startswith("eo_"):
        raise SystemExit("There is no token: set EVERYOTHER_TOKEN, or name a file of it by --token-file.")
    return token.strip()


def choices(text: str, allowed: Sequence[str]) -> frozenset[str]:
    """Parse comma-separated words, each of which must be allowed."""
    words = frozenset(text.split(","))
    if not words <= {*allowed}:
        raise argparse.ArgumentTypeError(f"choose of {','.join(allowed)}")
    return words


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        description=USAGE, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    clocks, countings = ("none", "quick", "standard", "relaxed"), ("auto", "manual", "muggins")
    parser.add_argument("brain", help="the class, as module:Class or ./file.py:Class")
    parser.add_argument("--site", default="http://127.0.0.1:8000", help="where to play (%(default)s)")
    parser.add_argument("--token-file", type=Path, help="a file with the token, instead of EVERYOTHER_TOKEN")
    parser.add_argument(
        "--state", type=Path, default=Path("everyother_bot.state"), help="what lasts (%(default)s)"
    )
    parser.add_argument(
        "--clocks",
        type=lambda text: choices(text, clocks),
        default=frozenset(clocks),
        help="which clocks to accept, between commas: none,quick,standard,relaxed (all)",
    )
    parser.add_argument(
        "--counting",
        type=lambda text: choices(text, countings),
        default=frozenset(countings),
        help="which ways of counting to accept: auto,manual,muggins (all)",
    )
    parser.add_argument(
        "--rated", choices=("no", "yes", "both"), default="no", help="games for points (%(default)s)"
    )
    parser.add_argument(
        "--at-once", type=int, choices=range(1, AT_ONCE + 1), default=4, help="games at once, 1 to 8 (4)"
    )
    parser.add_argument("--games", type=int, help="end after so many games (never; with --local 100)")
    parser.add_argument(
        "--against", help="ask for games, too: of a player, or novice, intermediate, advanced, ..."
    )
    parser.add_argument("--target", type=int, choices=(121, 61), default=121, help="of the games asked for")
    parser.add_argument(
        "--clock", choices=clocks, default="none", help="of the games asked for (%(default)s)"
    )
    parser.add_argument("--moves", action="store_true", help="say each move")
    parser.add_argument("--local", metavar="BOT", help="play a bot of the house here, without a net")
    parser.add_argument(
        "--no-claims", action="store_true", help="do not claim the win of a game that the opponent has left"
    )
    parser.add_argument("--version", action="version", version=f"every-other-client {VERSION}")
    parser.add_argument("--seed", type=int, default=1, help="of the decks of --local (%(default)s)")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program."""
    options = build_parser().parse_args(arguments)
    brain = load_brain(options.brain)
    if options.local:
        result = play_locally(brain, options.local, options.games or 100, options.seed, options.target)
        print(f"{brain.__name__}: {result}")
        return 0
    rated = {"no": {False}, "yes": {True}, "both": {False, True}}[options.rated]
    terms = Terms(
        clocks=options.clocks,
        countings=options.counting,
        rated=frozenset(rated),
        at_once=options.at_once,
        games=options.games,
        against=options.against,
        claims=not options.no_claims,
        asked={"target": options.target, "clock": options.clock, "rated": options.rated == "yes"},
    )
    token = load_token(options.token_file)
    try:
        site = Site(options.site, token)
    except ValueError as fault:
        raise SystemExit(str(fault)) from None
    if site.is_open_to_listeners:
        say(f"{options.site} is not https: anyone on the way there can read the token.")
    try:
        return Bot(site, brain, terms, State(options.state), tells_moves=options.moves).run()
    except Refused as fault:
        say(f"This ends here. {fault}")
        return 2
    except KeyboardInterrupt:
        say("Stopped. Games under way go on when this is started again.")
        return 130
