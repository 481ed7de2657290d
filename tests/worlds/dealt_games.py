"""Games for tests, up to a discard."""

from game.engine.moves import Deal, Move, Throw
from game.engine.play import start
from game.engine.state import Phase, Rules, Seat
from game.engine.transcript import parse_transcript
from game.engine.view import seats_to_move
from game.models import Game, Player
from game.table.record import ledger
from game.table.record.entries import Entry, write_entries
from game.table.record.steps import Step
from game.table.shuffle.fairness import Fairness
from rng.commitment import Chain
from tests.worlds.tables import create_game, plain_move


def create_dealt_game(one: Player, other: Player, *, rated: bool = False, clock: str = "quick") -> Game:
    """Create a game of two players, with its cards shuffled."""
    game = create_game(clock, Rules(), (one, other))
    Game.objects.filter(pk=game.pk).update(rated=rated)
    return Game.objects.get(pk=game.pk)


def create_thrown_game(
    one: Player, other: Player, *, rated: bool = False, clock: str = "quick", deals: int = 1
) -> Game:
    """Create a game of two players who have discarded in the last of its deals."""
    game = create_dealt_game(one, other, rated=rated, clock=clock)
    row = ledger.load_row(game.pk)
    deck = Fairness(row, Chain(row.id, row.server_secrets.chain)).deck
    state = start(parse_transcript(row.transcript)[0])
    words: list[str] = []

    def make(seat: Seat | None, move: Move) -> None:
        nonlocal state
        step = Step.apply(state, seat, move)
        state = step.state
        words.append(step.token)

    while state.phase in (Phase.CUT, Phase.DEAL) or state.deal < deals:
        if state.phase in (Phase.CUT, Phase.DEAL):
            number = 0 if state.phase is Phase.CUT else state.deal + 1
            make(None, Deal(number, deck(number)))
        else:
            (seat, *_) = seats_to_move(state)
            make(seat, plain_move(state, seat))
    for seat in Seat:
        make(seat, Throw(state.dealt[seat][4:]))
    assert write_entries(
        [
            Entry(
                game_id=game.pk,
                ply=0,
                tokens=tuple(words),
                scores=state.scores,
                known_deadline=game.deadline,
            )
        ]
    ) == [True]
    return Game.objects.get(pk=game.pk)
