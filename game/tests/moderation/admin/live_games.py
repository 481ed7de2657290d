"""Live games at every stage, made by the brains; and all that the house has on record around them."""

from collections.abc import Callable
from datetime import timedelta

from common import clock
from game.engine.cards import texts
from game.engine.moves import Deal
from game.engine.play import legal, start
from game.engine.state import Counting, Phase, Rules, Seat, State
from game.engine.tally import Tally
from game.engine.transcript import split
from game.engine.view import awaited
from game.models import Appeal, Chat, Game, Player, Report, Ruling, Seek
from game.table import ledger
from game.table.entries import Entry, write
from game.table.fairness import fairness_of
from game.table.ledger import Row
from game.table.opening import open_bot_game
from game.table.record import Step
from game.table.revealed_deals import shown
from game.tests.moderation.people import WHY
from game.tests.table.games import a_game, rewrite
from ranking.models import Change
from rng import entropy
from rng.commitment import seat_commitment
from rng.fairness.monitor import watch
from rng.models import Doubt, Unshown


def thrown(state: State) -> int:
    return sum(map(bool, state.throws)) if state.phase is Phase.THROW else -1


STAGES: dict[str, tuple[Rules, Callable[[State], bool]]] = {
    "nobody has thrown": (Rules(), lambda state: thrown(state) == 0 and state.deal == 1),
    "one has thrown": (Rules(), lambda state: thrown(state) == 1 and state.deal == 2),
    "in the play": (Rules(), lambda state: len(state.played) == 3 and state.deal == 2),
    "a claim is awaited": (Rules(121, Counting.MANUAL), lambda state: state.phase is Phase.COUNT),
    "a call is awaited": (
        Rules(121, Counting.MUGGINS),
        lambda state: state.phase is Phase.CALL and state.deal == 2,
    ),
}


def played(row: Row, reached: Callable[[State], bool]) -> list[Step]:
    """The steps of a game, played plainly, until it is so."""
    state, taken = start(split(row.transcript)[0]), list[Step]()
    while not reached(state):
        if state.phase in (Phase.CUT, Phase.DEAL):
            number = 0 if state.phase is Phase.CUT else state.deal + 1
            step = Step.after(state, None, Deal(number, fairness_of(row).deck(number)))
        else:
            seat = awaited(state)[-1]
            step = Step.after(state, seat, legal(state, seat)[0])
        taken.append(step)
        state = step.state
    return taken


def at_stage(game: Game, reached: Callable[[State], bool]) -> Game:
    """A game as it stood when it first was so, with the deals on record that lie open by then."""
    row = ledger.row(game.pk)
    taken = played(row, reached)
    entry = Entry(
        game.pk,
        game.ply,
        tuple(step.word for step in taken),
        game.deadline,
        scores=taken[-1].state.scores,
        known=game.deadline,
        shown=shown(start(split(row.transcript)[0]), Tally(), taken, fairness_of(row).deck),
    )
    assert write([entry]) == [True]
    return Game.objects.get(pk=game.pk)


def against_a_bot(player: Player) -> Game:
    """A game with Novice, whose player has shown his secret."""
    game = open_bot_game(player, "novice", Rules())
    secret = entropy.secret()
    rewrite(
        game.pk,
        commitment_a=seat_commitment(game.pk, Seat.A, secret).hex(),
        secret_a=secret.hex(),
        secret_b=ledger.row(game.pk).sealed.bot_seat.hex(),
    )
    return Game.objects.get(pk=game.pk)


def a_bot_waits(state: State) -> bool:
    return thrown(state) == 1 and bool(state.throws[Seat.B])


def live_games(one: Player, other: Player) -> list[Game]:
    """A rated game of two at every stage, and one with a bot, who has thrown already."""
    between = [
        at_stage(a_game("quick", rules, (one, other), rated=True), reached)
        for rules, reached in STAGES.values()
    ]
    return [*between, at_stage(against_a_bot(one), a_bot_waits)]


def talked_about(game: Game, host: Player) -> None:
    """A row of everything that the house may have on record about a live game of two."""
    now, one, other = clock.now(), game.seat_a, game.seat_b
    said = Chat.objects.create(game=game, player=other, seat=1, text="Lucky again!", at=now)
    Report.objects.create(said=said, by=one, why="Rude.", at=now)
    Appeal.objects.create(player=other, text="I was not.", at=now)
    Ruling.objects.create(kind="warn", by=host, player=other, game=game, reason=WHY, at=now)
    Seek.objects.create(
        id=entropy.game_id(), player=one, target=121, counting="auto", clock="quick",
        created_at=now, expires_at=now + timedelta(hours=1), rematch_of=game,
    )  # fmt: skip
    Change.objects.create(
        game=game.pk, player=one, opponent=other, kind="people", won=True, rules=1, own=1500, opponents=1500,
        change=21, after=1521, why="Equals play for 21.", at=now,
    )  # fmt: skip
    row = ledger.row(game.pk)
    state = fairness_of(row).replayed()[-1].state
    seen = {"hand": texts(state.dealt[0]), "secrets": row.secrets, "cards": state.dealt[0]}
    Doubt.objects.create(game=game.pk, number=1, by=one, at=now, says="It was another.", evidence=seen)
    watch(now)
    Unshown.objects.create(game=game.pk, at=now)
