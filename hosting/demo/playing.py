"""Play a whole game at once. The bots choose the moves, and the game's secrets determine the cards."""

from collections.abc import Sequence
from typing import NamedTuple

from game.bots.registry import choose
from game.decisions.stream import decision_stream
from game.engine.events import Event
from game.engine.moves import Flag, Move
from game.engine.play import start
from game.engine.state import Phase, Seat, State
from game.engine.tally import Tally
from game.engine.transcript import parse_transcript
from game.engine.view import seats_to_move, view
from game.models import Game
from game.shared_decks.round_decks import SharedSource
from game.table.clocks.time_control import SECOND, TIME_CONTROLS, Banks
from game.table.record.ending import Result, build_result
from game.table.record.entries import Entry, write_entries
from game.table.record.ledger import GameRow, build_row
from game.table.record.sealed_secrets import ServerSecrets
from game.table.record.steps import Step, update_tally
from game.table.shuffle.fairness import build_fairness
from game.table.unasked import find_due_move, plays_unasked
from hosting.demo.schedule import EarlyEnd
from rng import entropy
from rng.commitment import seat_commitment
from rng.twister import Twister

STAND_IN_BRAINS = ("novice", "intermediate")  # the bots that play for sample players, by skill

MEAN_SECONDS_A_MOVE = 2.5  # on average, in seconds


class Played(NamedTuple):
    """A game that was played and not yet written: its final state, and everything the ledger has to store."""

    end: State
    entry: Entry

    @property
    def result(self) -> Result:
        """Return the result as the table records it."""
        assert self.entry.result is not None
        return self.entry.result


def play_to_end(
    game: Game,
    server_secrets: ServerSecrets,
    brains: Sequence[str],
    early_end: EarlyEnd | None,
    pace: Twister,
    decks: SharedSource | None = None,
) -> Played:
    """Play a game that is built but not saved, after both seats have committed and revealed.

    With `decks`, it is dealt from them.
    """
    _reveal_secrets(game, server_secrets)
    steps = play_game(build_row(game, server_secrets, shared=decks), brains, early_end, pace)
    end = steps[-1].state
    tokens, result = tuple(step.token for step in steps), build_result(end, update_tally(Tally(), steps))
    return Played(end, Entry(game_id=game.pk, ply=0, tokens=tokens, result=result, scores=end.scores))


def write_played(played: Played) -> None:
    """Write the moves and the end of a game whose start was saved."""
    [outcome] = write_entries([played.entry])
    if outcome is not True:
        raise RuntimeError(f"game {played.entry.game_id} could not be written") from (outcome or None)


def stand_in(skill: float, chance: Twister) -> str:
    """Return the bot that plays for a sample player. Better players more often get the better bot."""
    return STAND_IN_BRAINS[chance.random() < skill]


def _reveal_secrets(game: Game, server_secrets: ServerSecrets) -> None:
    """Let both seats commit to their secrets and reveal them."""
    players = (game.seat_a, game.seat_b)
    secrets = [server_secrets.bot_seat if players[seat].is_bot else entropy.secret() for seat in Seat]
    game.commitment_a, game.commitment_b = (
        seat_commitment(game.pk, seat, secrets[seat]).hex() for seat in Seat
    )
    game.secret_a, game.secret_b = (secret.hex() for secret in secrets)


def play_game(row: GameRow, brains: Sequence[str], early_end: EarlyEnd | None, pace: Twister) -> list[Step]:
    """Return the steps of a game from the cut to its end, each with the time that its clock would charge."""
    fairness = build_fairness(row)
    state, banks = start(parse_transcript(row.transcript)[0]), Banks.full(TIME_CONTROLS[row.clock])
    steps: list[Step] = []
    events: tuple[Event, ...] = ()
    while not state.is_over:
        if due := find_due_move(state, fairness.deck, with_seats_moves=plays_unasked(fairness.params)):
            step = Step.apply(state, *due)
        else:
            seat = pace.choice(seats_to_move(state))
            move = _early_end_move(state, seat, early_end) or choose(
                brains[seat], view(state, seat), events, _bot_stream(row, seat, state)
            )
            step = Step.apply(state, seat, move, _time_charged(state, seat, move, banks, pace))
        steps.append(step)
        banks = banks.after_move(step.seat, step.move, step.charged)
        events += step.events
        state = step.state
    return steps


def _early_end_move(state: State, seat: Seat, gives_up: EarlyEnd | None) -> Move | None:
    if gives_up is None or seat != gives_up.seat or len(state.record) < gives_up.after:
        return None
    return gives_up.how()


def _bot_stream(row: GameRow, seat: Seat, state: State) -> Twister:
    """Return a bot's random stream. A person's stand-in gets one derived from that seat's secret."""
    secret = row.server_secrets.bot_stream if row.players[seat].brain else bytes.fromhex(row.secrets[seat])
    return decision_stream(secret, row.stream_name, state)


def _time_charged(state: State, seat: Seat, move: Move, banks: Banks, pace: Twister) -> int:
    """Return the time to charge for a move. It never lets a flag fall, unless the plan says so."""
    if banks.clock is None or state.phase is Phase.CALL:
        return 0
    if isinstance(move, Flag):
        return banks.left[seat]
    return min(int(pace.expovariate(1 / MEAN_SECONDS_A_MOVE) * SECOND), banks.left[seat] // 4)
