"""Finished games with a bot, and friends who play their cards, as a test needs them."""

from random import Random

from game.accounts.guests import create_guest
from game.bots.registry import choose
from game.decisions.stream import decision_stream
from game.engine.play import start
from game.engine.state import Counting, Rules, Seat, State
from game.engine.tally import Tally
from game.engine.transcript import parse_transcript
from game.engine.view import seats_to_move, view
from game.log.leaves import log_opening
from game.models import Game, Player
from game.shared_rounds.rounds import _close_due_rounds
from game.table.record import ledger
from game.table.record.entries import build_entry, write_entries
from game.table.record.steps import Step, update_tally
from game.table.shuffle.fairness import build_fairness
from game.table.unasked import find_due_move
from rng import entropy
from rng.commitment import seat_commitment
from study.same_cards.inviting import invite, take
from study.same_cards.models import Invitation
from tests.worlds.bot_games import open_bot_game
from tests.worlds.tables import update_row

CUT_FOR_DEAL = Rules(61)


def create_played_game(
    player: Player | None = None, bot: str = "novice", rules: Rules = CUT_FOR_DEAL, seed: int = 1
) -> Game:
    """A game that a player has played to the end against a bot."""
    game = open_bot_game(player or create_guest(), bot, rules)
    begin(game.pk)
    play_out(game.pk, seed)
    return Game.objects.get(pk=game.pk)


def begin(game_id: str) -> None:
    """Have both seats commit and show their secrets, as their pages do."""
    fields = {}
    own = {Seat.A: entropy.secret(), Seat.B: ledger.load_row(game_id).server_secrets.bot_seat}
    for seat, letter in zip(Seat, "ab", strict=True):
        fields[f"secret_{letter}"] = own[seat].hex()
        fields[f"commitment_{letter}"] = seat_commitment(game_id, seat, own[seat]).hex()
    update_row(game_id, **fields)
    log_opening(game_id)


def play_out(game_id: str, seed: int = 1, moves: int = 10**6) -> None:
    """Play a game on, to its end or for so many steps: the player decides by a seed, the bot by its brain."""
    row = ledger.load_row(game_id)
    fairness = build_fairness(row)
    steps = fairness.replay_steps()
    before = state = steps[-1].state if steps else start(parse_transcript(row.transcript)[0])
    memory = row.remembered + tuple(event for step in steps for event in step.events)
    made: list[Step] = []
    while not state.is_over and len(made) < moves:
        due = find_due_move(state, fairness.deck, with_seats_moves=False)
        step = Step.apply(state, *(due or _decide(row, state, memory, seed)))
        made.append(step)
        state, memory = step.state, memory + step.events
    entry = build_entry(
        game_id,
        before,
        update_tally(Tally(), steps),
        made,
        fairness.deck,
        seats=row.seats,
        rated=row.rated,
        is_off_record=row.is_off_record,
    )
    assert write_entries([entry]) == [True]


def _decide(row: ledger.GameRow, state: State, memory: tuple, seed: int) -> tuple:  # type: ignore[type-arg]
    seat = seats_to_move(state)[0]
    if row.players[seat].brain:
        chance = decision_stream(row.server_secrets.bot_stream, row.stream_name, state)
        return seat, choose(row.brain(seat), view(state, seat), memory, chance)
    return seat, choose("novice", view(state, seat), memory, Random(f"{seed} {len(state.record)}"))


def take_up(invitation: Invitation, friend: Player | None = None) -> Game:
    """Have a friend take an invitation, so that the next thing is their first card."""
    game = take(invitation.pk, friend or create_guest())
    begin(game.pk)
    return Game.objects.get(pk=game.pk)


def create_answered(seed: int = 2, **of_first: object) -> Invitation:
    """An invitation that a friend has played to the end, so that both boards are open."""
    first = create_played_game(**of_first)  # type: ignore[arg-type]
    invitation = invite(first, first.seat_a)
    play_out(take_up(invitation).pk, seed)
    _close_due_rounds()
    return Invitation.objects.get(pk=invitation.pk)


__all__ = ["Counting", "begin", "create_answered", "create_played_game", "play_out", "take_up"]
