"""Many games and leaves, as in the public log."""

from game.engine.state import Ended, Rules
from game.log.leaves import OPEN
from game.models import Game, Leaf, Player
from game.table.opening import build_game
from rng.commitment import canonical_json

# The usual length of a game's transcript.
LINE = " ".join(["#0", *(f"#{n} a14 b26 b5H aTD bJC a4S" for n in range(1, 10)), "a-resign"])
BATCH_SIZE = 5_000


def create_games(prefix: str, number: int) -> list[Game]:
    """Create games of two people that have begun and ended."""
    people = [Player.objects.get_or_create(username=name)[0] for name in ("one", "other")]
    built = [
        build_game(f"{prefix}{n:04}", (people[0], people[1]), Rules(), "quick", False)[0]
        for n in range(number)
    ]
    for game in built:
        game.commitment_a = game.commitment_b = "0" * 64
        game.transcript, game.ended = f"{game.transcript} {LINE}", Ended.RESIGNED.value
    return Game.objects.bulk_create(built)


def fill_log(number: int) -> None:
    """Create this many leaves that wait to be published."""
    facts = {"params": "0" * 64, "tip": "0" * 64, "c0": "0" * 64, "c1": "0" * 64, "clock": "quick"}
    games = [f"b{n}" for n in range(number)]
    said = [canonical_json({"at": 0, "kind": OPEN, "game": game, **facts}) for game in games]
    leaves = [Leaf(kind=OPEN, game=game, body=body) for game, body in zip(games, said, strict=True)]
    Leaf.objects.bulk_create(leaves, batch_size=BATCH_SIZE)
