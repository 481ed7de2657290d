"""The order in which games were weighed, and the strengths that follow from it.

A process that weighs has locked the one row of `Turn`, so that numbers have no gaps and each strength follows
from the rows before it: worked out again, it is the same to the bit.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import F, Q

from game.engine.state import EVEN_START, Seat
from game.engine.transcript import parse_transcript
from game.models import Game, Player
from game.strength.models import PlayerStrength, Turn, WeighedGame
from game.strength.rating import BOT_STRENGTHS, Strength, after_game, of_bot

TARGET = 121
WEIGHED_FIELDS = ("adjusted", "strength_a", "variance_a", "strength_b", "variance_b")
BATCH_SIZE = 500

Values = tuple[float | None, ...]


def counts(game: Game) -> bool:
    """Whether a finished game counts for Strength: rated, to 121 from 0, of people, won, not void."""
    players = game.seat_a, game.seat_b
    if not (game.rated and game.winner is not None and game.voided_at is None and game.transcript):
        return False
    rules, _ = parse_transcript(game.transcript)
    return (
        rules.target == TARGET
        and rules.start == EVEN_START
        and any(not player.is_bot for player in players)
        and not any(player.is_api_bot for player in players)
        and all(player.has_account or player.brain in BOT_STRENGTHS for player in players)
    )


def lock_turn() -> Turn:
    """The one row that a process that weighs has locked."""
    # By a write: SQLite too then lets one after the other in, before either has read anything.
    if not Turn.objects.filter(pk=1).update(last=F("last")):
        Turn.objects.bulk_create([Turn(pk=1)], ignore_conflicts=True)
        Turn.objects.filter(pk=1).update(last=F("last"))
    return Turn.objects.get(pk=1)


def load_strengths(players: Iterable[Player]) -> dict[int, Strength]:
    """The strengths of these players by now; of bots, what was measured."""
    every = list(players)
    stored = PlayerStrength.objects.filter(player__in=every)
    known = {
        player: Strength(strength, variance, games)
        for player, strength, variance, games in stored.values_list("player", "strength", "variance", "games")
    }
    return {
        player.pk: of_bot(player.brain) if player.is_bot else known.get(player.pk, Strength())
        for player in every
    }


def save_strengths(strengths: Mapping[int, Strength]) -> None:
    """Store the strengths of people; who has no game left has none."""
    people = {player: its for player, its in strengths.items() if not its.is_fixed}
    PlayerStrength.objects.filter(
        player__in=[player for player, its in people.items() if not its.games]
    ).delete()
    PlayerStrength.objects.bulk_create(
        [PlayerStrength(player_id=player, **its._asdict()) for player, its in people.items() if its.games],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["strength", "variance", "games"],
    )


def move_by(row: WeighedGame, game: Game, strengths: dict[int, Strength]) -> None:
    """Move both strengths by a game whose luck is known, and write them into its row."""
    assert row.adjusted is not None
    a, b = after_game(strengths[game.seat_a_id], strengths[game.seat_b_id], row.adjusted)
    strengths[game.seat_a_id], strengths[game.seat_b_id] = a, b
    row.strength_a, row.variance_a, row.strength_b, row.variance_b = (*a[:2], *b[:2])


@dataclass(frozen=True, slots=True)
class Reweighed:
    """A row as it follows from those before it, and what is stored."""

    row: WeighedGame
    stored: Values

    @property
    def expected(self) -> Values:
        return values_of(self.row)


def values_of(row: WeighedGame) -> Values:
    """What weighing has written into a row."""
    return tuple(getattr(row, name) for name in WEIGHED_FIELDS)


def reweigh(
    since: int, strengths: dict[int, Strength], adjust: Callable[[WeighedGame], None] = lambda row: None
) -> Iterator[Reweighed]:
    """The rows from a number on as they follow from those before; `strengths` is left with all concerned.

    `adjust` may work the luck-adjusted result of a row out again.
    """
    rows = WeighedGame.objects.filter(number__gte=since, is_void=False).order_by("number")
    for row in rows.select_related("game__seat_a", "game__seat_b").iterator():
        for player in (row.game.seat_a, row.game.seat_b):
            if player.pk not in strengths:
                strengths[player.pk] = strength_before(player, since)
        stored = values_of(row)
        adjust(row)
        move_by(row, row.game, strengths)
        yield Reweighed(row, stored)


def strength_before(player: Player, number: int) -> Strength:
    """The strength of a player before a game, by the rows."""
    if player.is_bot:
        return of_bot(player.brain)
    earlier = WeighedGame.objects.filter(
        Q(game__seat_a=player) | Q(game__seat_b=player), number__lt=number, is_void=False
    )
    last = earlier.select_related("game").order_by("-number").first()
    if last is None:
        return Strength()
    is_a = last.game.seat_of(player) is Seat.A
    own = (last.strength_a, last.variance_a) if is_a else (last.strength_b, last.variance_b)
    strength, variance = own
    assert strength is not None
    assert variance is not None
    return Strength(strength, variance, earlier.count())


def rewrite(rows: Iterable[Reweighed]) -> None:
    """Store the rows that differ from what follows."""
    changed = [each.row for each in rows if each.stored != each.expected]
    WeighedGame.objects.bulk_update(changed, WEIGHED_FIELDS, batch_size=BATCH_SIZE)
