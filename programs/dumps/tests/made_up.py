"""A month of invented players: two bots play all games, and points change as on the ladder."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from game.arena.chance import Chance
from game.arena.game import positions
from game.engine.play import start
from game.engine.state import Rules, Seat
from game.engine.tally import Tally
from game.engine.transcript import dump
from game.table.record.revealed_deals import newly_revealed
from game.table.record.steps import parse_steps
from programs.dumps.games import dump_game
from programs.dumps.opaque import OpaqueIds
from programs.dumps.rows import DealtCards, DumpedGame
from ranking.rules.points import INITIAL_POINTS, exchange
from rng.twister import Twister, stream

BRAINS = ("novice", "intermediate")
OCTOBER = datetime(2026, 10, 1, tzinfo=UTC)


def play_month(games: int, players: int) -> Iterator[DumpedGame]:
    """Return the games of a month, one after another. The result is always the same."""
    chance = stream(bytes(32), "a month of made-up players")
    points, ids = [INITIAL_POINTS] * players, OpaqueIds("2026-10")
    for number in range(games):
        yield _play_game(number, games, chance, points, ids)


def _play_game(number: int, games: int, chance: Twister, points: list[int], ids: OpaqueIds) -> DumpedGame:
    a, b = chance.sample([*range(len(points))], 2)
    brains = (BRAINS[a % 2], BRAINS[b % 2])
    *_, table = positions(brains, Rules(), Chance(1, number))
    end, decks = table.state, dict(enumerate(_decks(Chance(1, number), table.state.deal + 1)))
    steps = parse_steps(start(end.rules), end.record, decks.__getitem__)
    revealed = newly_revealed(start(end.rules), Tally(), steps, decks.__getitem__)
    dealt = {one.number: DealtCards(one.deck, one.pone_hand, one.dealer_hand, one.crib) for one in revealed}
    row = {
        "pk": str(number), "finished_at": OCTOBER + timedelta(days=31) * number / games, "clock": "quick",
        "winner": end.winner, "value": end.value, "ended": "played", "score_a": end.scores[0],
        "score_b": end.scores[1], "voided_at": None, "transcript": dump(end),
        "seat_a": a, "seat_a__brain": "", "seat_a__is_api_bot": False,
        "seat_b": b, "seat_b__brain": "", "seat_b__is_api_bot": False,
    }  # fmt: skip
    return dump_game(row, dealt, _settle(points, a, b, end.winner), ids)


def _decks(chance: Chance, number: int) -> Iterator[tuple[int, ...]]:
    decks = chance.decks()
    return (next(decks) for _ in range(number))


def _settle(points: list[int], a: int, b: int, winner: Seat | None) -> dict[int, tuple[int, int]]:
    """Return both players' points and their changes."""
    changes = {}
    for player, other, seat in ((a, b, Seat.A), (b, a, Seat.B)):
        stake = exchange(points[player], points[other])
        changes[player] = (points[player], stake.win if winner is seat else -stake.loss)
    for player, (_, change) in changes.items():
        points[player] += change
    return changes
