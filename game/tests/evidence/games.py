"""A game of every ending, and the file its transcript makes."""

from collections.abc import Callable

from game.engine.moves import Flag, Leave, Resign
from game.engine.state import Counting, Rules, Seat
from game.engine.tally import Tally
from game.evidence.builder import transcript_of
from game.evidence.document import to_file
from game.models import Game
from game.operations.demo.playing import play
from game.operations.demo.schedule import GivesUp
from game.table import ledger
from game.table.ending import result_of
from game.table.entries import Entry, write
from game.table.forced_endings import void_live_game
from game.table.opening import new_guest, open_bot_game
from game.table.record import tallied
from game.tests.table.games import a_game, rewrite
from rng import entropy
from rng.commitment import seat_commitment
from rng.twister import stream


def finish(game: Game, gives_up: GivesUp | None = None) -> str:
    """Play a game to its end; its id."""
    row = ledger.row(game.pk)
    brains = [sitter.brain or "novice" for sitter in row.sitters]
    taken = play(row, brains, gives_up, stream(bytes(32), "pace"))
    end = taken[-1].state
    result = result_of(end, tallied(Tally(), taken))
    words = tuple(step.word for step in taken)
    entry = Entry(game.pk, 0, words, None, result, scores=end.scores, known=game.deadline)
    assert write([entry]) == [True]
    return game.pk


def of_two(rules: Rules, gives_up: GivesUp | None = None, clock: str = "none") -> str:
    return finish(a_game(clock, rules), gives_up)


def against_a_bot() -> str:
    game = open_bot_game(new_guest(), "novice", Rules(61))
    secret = entropy.secret()
    rewrite(
        game.pk,
        commitment_a=seat_commitment(game.pk, Seat.A, secret).hex(),
        secret_a=secret.hex(),
        secret_b=ledger.row(game.pk).sealed.bot_seat.hex(),
    )
    return finish(Game.objects.get(pk=game.pk))


def void(shown: tuple[str, ...]) -> str:
    """A game called off before its first card: some had shown their secrets, or not even committed."""
    game = a_game()
    hidden = {"commitment_a", "commitment_b", "secret_a", "secret_b"} - {*shown}
    rewrite(game.pk, **dict.fromkeys(hidden, ""))
    assert void_live_game(game.pk)
    return game.pk


COMMITTED = ("commitment_a", "commitment_b")
ENDINGS: dict[str, Callable[[], str]] = {
    "played to 61": lambda: of_two(Rules(61)),
    "played to 121 by the clock": lambda: of_two(Rules(), clock="quick"),
    "counted by hand": lambda: of_two(Rules(61, Counting.MANUAL)),
    "counted by muggins": lambda: of_two(Rules(61, Counting.MUGGINS)),
    "a rematch, whose dealer is named": lambda: of_two(Rules(61, Counting.AUTO, Seat.B)),
    "against a bot": against_a_bot,
    "resigned before a throw": lambda: of_two(Rules(), GivesUp(0, Resign, 2)),
    "a flag between the throws": lambda: of_two(Rules(), GivesUp(1, Flag, 3), "quick"),
    "left in the play of a later deal": lambda: of_two(Rules(), GivesUp(0, Leave, 30)),
    "void, both secrets shown": lambda: void((*COMMITTED, "secret_a", "secret_b")),
    "void, one secret shown": lambda: void((*COMMITTED, "secret_b")),
    "void, nobody committed": lambda: void(()),
}


def file_of(game_id: str) -> bytes:
    return to_file(transcript_of(game_id))
