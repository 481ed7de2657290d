"""The order in which games were weighed, and the strengths that follow from it.

A process that weighs has locked the single row of `Turn`, so that numbers have no gaps. Each strength follows
only from the rows before it, so a recomputation gives the same value to the bit.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Q

from game.engine.state import EVEN_START, Seat
from game.engine.transcript import parse_transcript
from game.models import Game, Player
from ranking.counted import load_counted_players
from study.strength.models import PlayerStrength, Turn, WeighedGame
from study.strength.rating import BOT_STRENGTHS, FORMULA, GAMES_KEPT, Anchor, History, Meeting, Strength

TARGET = 121
WEIGHED_FIELDS = (
    "adjusted",
    *("strength_a", "variance_a", "strength_b", "variance_b"),
    *("anchor_a", "precision_a", "anchor_b", "precision_b"),
    "formula",
)
BATCH_SIZE = 500

Values = tuple[float | None, ...]
Histories = dict[int, History]
Adjust = Callable[[WeighedGame], None]


def counts(game: Game) -> bool:
    """Return whether a finished game may count for Strength: rated, to 121 from 0, of people, won, not void.

    The ladder decides whether it counts for each of its players (`ranking.counted`).
    """
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
    """Return the row of `Turn`, locked for this transaction."""
    # The write locks the row on SQLite too, before this process has read anything.
    if not Turn.objects.filter(pk=1).update(last=F("last")):
        Turn.objects.bulk_create([Turn(pk=1)], ignore_conflicts=True)
        Turn.objects.filter(pk=1).update(last=F("last"))
    return Turn.objects.get(pk=1)


def load_history(player: int, before: int) -> History:
    """Return the games that had moved a player's Strength before a number was assigned."""
    moved = WeighedGame.objects.filter(
        Q(game__seat_a=player, strength_a__isnull=False) | Q(game__seat_b=player, strength_b__isnull=False),
        number__lt=before,
        is_void=False,
    )
    newest = moved.select_related("game__seat_a", "game__seat_b").defer("game__transcript")
    history = History(games=moved.count())
    for row in reversed(newest.order_by("-number")[:GAMES_KEPT]):
        history.newest.append(_meeting(row, Seat.A if row.game.seat_a_id == player else Seat.B))
    return history


def load_histories(players: Iterable[Player], before: int) -> Histories:
    """Return the histories of these people. Bots have none."""
    return {player.pk: load_history(player.pk, before) for player in players if not player.is_bot}


def save_strengths(histories: Mapping[int, History]) -> None:
    """Store the strengths of people. A player without a game that counts has none."""
    PlayerStrength.objects.filter(
        player__in=[player for player, history in histories.items() if not history.games]
    ).delete()
    PlayerStrength.objects.bulk_create(
        [
            PlayerStrength(player_id=player, **its._asdict())
            for player, its in strengths_of(histories).items()
        ],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["strength", "variance", "games"],
    )


def strengths_of(histories: Mapping[int, History]) -> dict[int, Strength]:
    """Return the strengths of players with a game that counts."""
    return {player: history.strength for player, history in histories.items() if history.games}


def move_by(row: WeighedGame, histories: Histories, counted: frozenset[int]) -> None:
    """Move the players for whom a game counts, and write the results into its row."""
    for seat, player in enumerate((row.game.seat_a, row.game.seat_b)):
        _write_anchor(row, Seat(seat), None if player.is_bot else histories[player.pk].anchor)
    for seat, player in enumerate((row.game.seat_a, row.game.seat_b)):
        its = None
        if player.pk in counted and not player.is_bot:
            histories[player.pk].add(_meeting(row, Seat(seat)))
            its = histories[player.pk].strength
        _write_strength(row, Seat(seat), its)
    row.formula = FORMULA


def _write_anchor(row: WeighedGame, seat: Seat, its: Anchor | None) -> None:
    strength, precision = (None, None) if its is None else its
    if seat is Seat.A:
        row.anchor_a, row.precision_a = strength, precision
    else:
        row.anchor_b, row.precision_b = strength, precision


def _write_strength(row: WeighedGame, seat: Seat, its: Strength | None) -> None:
    strength, variance = (None, None) if its is None else its[:2]
    if seat is Seat.A:
        row.strength_a, row.variance_a = strength, variance
    else:
        row.strength_b, row.variance_b = strength, variance


def _meeting(row: WeighedGame, seat: Seat) -> Meeting:
    """Return a row from the side of one seat's player."""
    assert row.adjusted is not None
    more = row.adjusted - 0.5
    if seat is Seat.A:
        return Meeting(row.game.seat_b_id, more, _known(row.game.seat_b, row.anchor_b, row.precision_b))
    return Meeting(row.game.seat_a_id, -more, _known(row.game.seat_a, row.anchor_a, row.precision_a))


def _known(opponent: Player, strength: float | None, precision: float | None) -> Anchor | float:
    if opponent.is_bot:
        return BOT_STRENGTHS[opponent.brain]
    return Anchor() if strength is None or precision is None else Anchor(strength, precision)


@dataclass(frozen=True, slots=True)
class Reweighed:
    """A recomputed row, and its stored values."""

    row: WeighedGame
    stored: Values

    @property
    def expected(self) -> Values:
        return values_of(self.row)


def values_of(row: WeighedGame) -> Values:
    """Return the values that weighing has written into a row."""
    return tuple(getattr(row, name) for name in WEIGHED_FIELDS)


def reweigh(since: int, histories: Histories, adjust: Adjust = lambda row: None) -> Iterator[Reweighed]:
    """Yield the rows from a number on, recomputed from those before; `histories` ends up with all players.

    `adjust` may recompute the luck-adjusted result of a row.
    """
    while rows := load_batch(since):
        yield from reweigh_batch(rows, histories, adjust)
        since = _number(rows[-1]) + 1


def load_batch(since: int) -> Sequence[WeighedGame]:
    """Return the next rows from a number on."""
    rows = WeighedGame.objects.filter(number__gte=since, is_void=False).order_by("number")
    return list(rows.select_related("game__seat_a", "game__seat_b")[:BATCH_SIZE])


def reweigh_batch(
    rows: Sequence[WeighedGame], histories: Histories, adjust: Adjust = lambda row: None
) -> Iterator[Reweighed]:
    """Yield these consecutive rows, recomputed."""
    counted = load_counted_players([row.game_id for row in rows])
    for row in rows:
        # A player without a history so far has no row between the first of these and this one.
        new = [player for player in (row.game.seat_a, row.game.seat_b) if player.pk not in histories]
        histories |= load_histories(new, _number(row))
        stored = values_of(row)
        adjust(row)
        move_by(row, histories, counted.get(row.game_id, frozenset()))
        yield Reweighed(row, stored)


def _number(row: WeighedGame) -> int:
    assert row.number is not None
    return row.number


def rewrite(rows: Iterable[Reweighed]) -> None:
    """Store the rows that differ from their recomputed values."""
    changed = [each.row for each in rows if each.stored != each.expected]
    WeighedGame.objects.bulk_update(changed, WEIGHED_FIELDS, batch_size=BATCH_SIZE)
