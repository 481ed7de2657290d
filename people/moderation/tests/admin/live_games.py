"""Live games at every stage, played by bots, and all records around them."""

from collections.abc import Callable
from datetime import timedelta

from common import clock
from game.engine.cards import texts
from game.engine.moves import Deal
from game.engine.play import legal, start
from game.engine.state import Counting, Phase, Rules, Seat, State
from game.engine.tally import Tally
from game.engine.transcript import parse_transcript
from game.engine.view import seats_to_move
from game.models import Appeal, Chat, Game, Player, Report, Ruling, Seek
from game.table.record import ledger
from game.table.record.entries import Entry, write_entries
from game.table.record.ledger import GameRow
from game.table.record.revealed_deals import newly_revealed
from game.table.record.steps import Step
from game.table.shuffle.fairness import build_fairness
from ranking.models import Change
from rng import entropy
from rng.commitment import seat_commitment
from rng.fairness.watch.monitor import watch_deals
from rng.models import Doubt, Unshown
from tests.worlds.bot_games import open_bot_game
from tests.worlds.people import REASON
from tests.worlds.tables import create_game, update_row


def throw_count(state: State) -> int:
    return sum(map(bool, state.throws)) if state.phase is Phase.THROW else -1


STAGES: dict[str, tuple[Rules, Callable[[State], bool]]] = {
    "nobody has thrown": (Rules(), lambda state: throw_count(state) == 0 and state.deal == 1),
    "one has thrown": (Rules(), lambda state: throw_count(state) == 1 and state.deal == 2),
    "in the play": (Rules(), lambda state: len(state.played) == 3 and state.deal == 2),
    "a claim is awaited": (Rules(121, Counting.MANUAL), lambda state: state.phase is Phase.COUNT),
    "a call is awaited": (
        Rules(121, Counting.MUGGINS),
        lambda state: state.phase is Phase.CALL and state.deal == 2,
    ),
}


def play_steps_until(row: GameRow, reached: Callable[[State], bool]) -> list[Step]:
    """Return the steps of a game, played simply, until a condition holds."""
    state, taken = start(parse_transcript(row.transcript)[0]), list[Step]()
    while not reached(state):
        if state.phase in (Phase.CUT, Phase.DEAL):
            number = 0 if state.phase is Phase.CUT else state.deal + 1
            step = Step.apply(state, None, Deal(number, build_fairness(row).deck(number)))
        else:
            seat = seats_to_move(state)[-1]
            step = Step.apply(state, seat, legal(state, seat)[0])
        taken.append(step)
        state = step.state
    return taken


def play_game_until(game: Game, reached: Callable[[State], bool]) -> Game:
    """Store a game as it is when a condition first holds, with the deals revealed by then."""
    row = ledger.load_row(game.pk)
    taken = play_steps_until(row, reached)
    entry = Entry(
        game_id=game.pk,
        ply=game.ply,
        tokens=tuple(step.token for step in taken),
        deadline=game.deadline,
        scores=taken[-1].state.scores,
        known_deadline=game.deadline,
        revealed=newly_revealed(
            start(parse_transcript(row.transcript)[0]), Tally(), taken, build_fairness(row).deck
        ),
    )
    assert write_entries([entry]) == [True]
    return Game.objects.get(pk=game.pk)


def create_bot_game(player: Player) -> Game:
    """Return a game with Novice whose player has revealed their secret."""
    game = open_bot_game(player, "novice", Rules())
    secret = entropy.secret()
    update_row(
        game.pk,
        commitment_a=seat_commitment(game.pk, Seat.A, secret).hex(),
        secret_a=secret.hex(),
        secret_b=ledger.load_row(game.pk).server_secrets.bot_seat.hex(),
    )
    return Game.objects.get(pk=game.pk)


def has_bot_thrown(state: State) -> bool:
    return throw_count(state) == 1 and bool(state.throws[Seat.B])


def create_live_games(one: Player, other: Player) -> list[Game]:
    """Return a rated game of two people at every stage, and one with a bot that has discarded."""
    between = [
        play_game_until(create_game("quick", rules, (one, other), rated=True), reached)
        for rules, reached in STAGES.values()
    ]
    return [*between, play_game_until(create_bot_game(one), has_bot_thrown)]


def create_related_rows(game: Game, host: Player) -> None:
    """Store a row of every kind that the site may have about a live game of two."""
    now, one, other = clock.now(), game.seat_a, game.seat_b
    said = Chat.objects.create(game=game, player=other, seat=1, text="Lucky again!", at=now)
    Report.objects.create(said=said, by=one, why="Rude.", at=now)
    Appeal.objects.create(player=other, text="I was not.", at=now)
    Ruling.objects.create(kind="warn", by=host, player=other, game=game, reason=REASON, at=now)
    Seek.objects.create(
        id=entropy.game_id(), player=one, target=121, counting="auto", clock="quick",
        created_at=now, expires_at=now + timedelta(hours=1), rematch_of=game,
    )  # fmt: skip
    Change.objects.create(
        game=game.pk, player=one, opponent=other, kind="people", won=True, rules=1, own=1500, opponents=1500,
        change=21, after=1521, why="Equal points: you play for 21.", at=now,
    )  # fmt: skip
    row = ledger.load_row(game.pk)
    state = build_fairness(row).replay_steps()[-1].state
    seen = {"hand": texts(state.dealt[0]), "secrets": row.secrets, "cards": state.dealt[0]}
    Doubt.objects.create(game=game.pk, number=1, by=one, at=now, says="It was another.", evidence=seen)
    watch_deals(now)
    Unshown.objects.create(game=game.pk, at=now)
