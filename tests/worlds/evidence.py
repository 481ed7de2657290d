"""A game of every ending, and its transcript."""

from collections.abc import Callable

from common import clock
from game.accounts.guests import create_guest
from game.engine.moves import Flag, Leave, Resign
from game.engine.state import Counting, Rules, Seat
from game.engine.tally import Tally
from game.engine.transcript import header, parse_transcript
from game.lobby.rematch import request_rematch
from game.log.leaves import log_opening
from game.models import Game
from game.shared_decks.models import SharedGame
from game.shared_rounds.record import load_record
from game.shared_rounds.record import to_file as to_decks_file
from game.shared_rounds.rounds import close_round, fill_round, open_round, open_round_of_game
from game.table.forced_endings import void_live_game
from game.table.record import ledger
from game.table.record.ending import build_result
from game.table.record.entries import Entry, write_entries
from game.table.record.steps import update_tally
from hosting.demo.playing import play_game
from hosting.demo.schedule import EarlyEnd
from proof.evidence.builder import load_transcript
from proof.evidence.document import to_file
from rng import entropy
from rng.commitment import seat_commitment
from rng.twister import stream
from tests.worlds.bot_games import open_bot_game
from tests.worlds.shared_decks import create_shared_game, create_started_set
from tests.worlds.tables import begin, create_game, update_row


def play_to_end(game: Game, gives_up: EarlyEnd | None = None) -> str:
    """Play a game to its end; returns its id."""
    log_opening(game.pk)
    row = ledger.load_row(game.pk)
    brains = [row.brain(seat) or "novice" for seat in Seat]
    taken = play_game(row, brains, gives_up, stream(bytes(32), "pace"))
    end = taken[-1].state
    result = build_result(end, update_tally(Tally(), taken))
    words = tuple(step.token for step in taken)
    entry = Entry(
        game_id=game.pk,
        ply=0,
        tokens=words,
        result=result,
        scores=end.scores,
        known_deadline=game.deadline,
    )
    assert write_entries([entry]) == [True]
    return game.pk


def play_two_player_game(rules: Rules, gives_up: EarlyEnd | None = None, clock: str = "none") -> str:
    return play_to_end(create_game(clock, rules), gives_up)


def play_bot_game() -> str:
    game = open_bot_game(create_guest(), "novice", Rules(61))
    secret = entropy.secret()
    update_row(
        game.pk,
        commitment_a=seat_commitment(game.pk, Seat.A, secret).hex(),
        secret_a=secret.hex(),
        secret_b=ledger.load_row(game.pk).server_secrets.bot_seat.hex(),
    )
    return play_to_end(Game.objects.get(pk=game.pk))


def create_void_game(shown: tuple[str, ...]) -> str:
    """Create a game that is void before its first card: some had revealed, or not even committed."""
    game = create_game()
    hidden = {"commitment_a", "commitment_b", "secret_a", "secret_b"} - {*shown}
    update_row(game.pk, **dict.fromkeys(hidden, ""))
    log_opening(game.pk)
    assert void_live_game(game.pk)
    return game.pk


def at_ply(game_id: str, ply: int) -> None:
    """Put a game back to where it was after so many moves, live."""
    rules, words = parse_transcript(Game.objects.get(pk=game_id).transcript)
    line = " ".join((header(rules), *words[:ply]))
    update_row(game_id, transcript=line, ply=ply, finished_at=None, winner=None, value=None, ended="")


def play_shared_game(bot: str = "", gives_up: EarlyEnd | None = None) -> str:
    """Play a game of a second round, and close both."""
    started = create_started_set(rounds=2, entrants=3)
    rounds = [open_round(started.pk, number) for number in (1, 2)]
    game = create_shared_game(rounds[1], bot=bot, target=61)
    play_to_end(game, gives_up)
    for round_ in rounds:
        fill_round(round_.pk)
        assert close_round(round_.pk)
    return game.pk


def play_cards_again(gives_up: EarlyEnd | None = None) -> str:
    """Play the cards of a game with a bot once more, against the same bot, and close both boards."""
    first = Game.objects.get(pk=play_bot_game())
    round_ = open_round_of_game(first.pk, clock.now())
    game = create_shared_game(round_, bot="novice", target=61)
    play_to_end(game, gives_up)
    fill_round(round_.pk)
    assert close_round(round_.pk)
    return game.pk


def play_rematch() -> str:
    """Play a short game of two people, and one move of the rematch that both ask for."""
    last = Game.objects.get(pk=play_two_player_game(Rules(61), EarlyEnd(0, Resign, 17)))
    for player in (last.seat_a, last.seat_b):
        game_id = request_rematch(game_id=last.pk, player=player).game
    game = Game.objects.get(pk=game_id)
    begin(game)
    return play_to_end(game, EarlyEnd(1, Resign, 16))


def load_decks_of(game_id: str) -> bytes:
    """The record of the decks that a game shares."""
    return to_decks_file(load_record(SharedGame.objects.get(pk=game_id).round.deck_set))


COMMITTED = ("commitment_a", "commitment_b")
ENDINGS: dict[str, Callable[[], str]] = {
    "played to 61": lambda: play_two_player_game(Rules(61)),
    "played to 121 by the clock": lambda: play_two_player_game(Rules(), clock="quick"),
    "counted by hand": lambda: play_two_player_game(Rules(61, Counting.MANUAL)),
    "counted by muggins": lambda: play_two_player_game(Rules(61, Counting.MUGGINS)),
    "a rematch, whose dealer is named": lambda: play_two_player_game(Rules(61, Counting.AUTO, Seat.B)),
    "a rematch that says of which game": play_rematch,
    "against a bot": play_bot_game,
    "with a head start": lambda: play_two_player_game(Rules(61, start=(9, 0))),
    "with a head start and a named dealer": lambda: play_two_player_game(
        Rules(61, first_dealer=Seat.B, start=(0, 12))
    ),
    "from shared decks": play_shared_game,
    "from shared decks with a bot": lambda: play_shared_game("novice"),
    "from shared decks, resigned": lambda: play_shared_game(gives_up=EarlyEnd(0, Resign, 17)),
    "the cards of another game": play_cards_again,
    "the cards of another game, resigned": lambda: play_cards_again(EarlyEnd(0, Resign, 17)),
    "resigned before a throw": lambda: play_two_player_game(Rules(), EarlyEnd(0, Resign, 2)),
    "a flag between the throws": lambda: play_two_player_game(Rules(), EarlyEnd(1, Flag, 3), "quick"),
    "left in the play of a later deal": lambda: play_two_player_game(Rules(), EarlyEnd(0, Leave, 30)),
    "void, both secrets shown": lambda: create_void_game((*COMMITTED, "secret_a", "secret_b")),
    "void, one secret shown": lambda: create_void_game((*COMMITTED, "secret_b")),
    "void, nobody committed": lambda: create_void_game(()),
}


def transcript_file(game_id: str) -> bytes:
    return to_file(load_transcript(game_id))
