"""Load the rated games of a month for a dump, in batches to bound memory."""

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from django.db.models import Q, QuerySet

from common.months import month_after
from game.engine.play import start
from game.engine.tally import Tally
from game.models import Game
from game.shared_decks.barrier import without_open
from game.table.record import ledger
from game.table.record.revealed_deals import newly_revealed
from game.table.shuffle.fairness import build_fairness
from programs.dumps.opaque import OpaqueIds
from programs.dumps.rows import DealtCards, DumpedGame, cut_for_deal, dumped_deals, parse_record
from ranking.models import Change
from rng.models import Deal
from rng.seal import SealError

log = logging.getLogger(__name__)

BATCH_SIZE = 500
# Marks a player's bot, which has an id like people.
API_BOT = "api"
FIELDS = (
    "pk", "finished_at", "clock", "winner", "value", "ended", "score_a", "score_b", "voided_at", "transcript",
    "seat_a", "seat_a__brain", "seat_a__is_api_bot", "seat_b", "seat_b__brain", "seat_b__is_api_bot",
)  # fmt: skip


def games_of_month(month: date, *, of_samples: bool = False) -> QuerySet[Game]:
    """Return the rated games that ended in a month and may be published, in the order of their end.

    A game is left out if either player is private or has deleted the account, and while others still play its
    cards. Sample players' games are returned alone.
    """
    rated = Game.objects.filter(
        rated=True, finished_at__gte=_begin(month), finished_at__lt=_begin(month_after(month))
    )
    left_out = Q(seat_a__is_private=True) | Q(seat_b__is_private=True)
    samples = Q(seat_a__is_sample=True) | Q(seat_b__is_sample=True)
    chosen = rated.filter(samples if of_samples else ~samples).exclude(left_out)
    return without_open(chosen).order_by("finished_at", "pk")


def _begin(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def load_batches(month: date, *, of_samples: bool = False) -> Iterator[list[DumpedGame]]:
    """Yield the games of a month in batches, without games whose decks cannot be reconstructed."""
    games, ids = games_of_month(month, of_samples=of_samples), OpaqueIds(f"{month:%Y-%m}")
    rest = games
    while batch := list(rest.values(*FIELDS)[:BATCH_SIZE]):
        yield list(_dump_batch(batch, ids))
        at, last = batch[-1]["finished_at"], batch[-1]["pk"]
        rest = games.filter(Q(finished_at__gt=at) | Q(finished_at=at, pk__gt=last))


def _dump_batch(batch: Sequence[Mapping[str, Any]], ids: OpaqueIds) -> Iterator[DumpedGame]:
    numbers = [game["pk"] for game in batch]
    decks, changes = _load_decks(numbers), _load_changes(numbers)
    for game in batch:
        try:
            yield dump_game(game, decks[game["pk"]], changes[game["pk"]], ids)
        except SealError:
            log.warning("game %s: its decks cannot be reconstructed, so the dump leaves it out", game["pk"])


def _load_decks(games: Sequence[str]) -> dict[str, dict[int, DealtCards]]:
    """Return the recorded decks, by game and number."""
    decks: dict[str, dict[int, DealtCards]] = defaultdict(dict)
    columns = ("game", "number", "deck", "pone_hand", "dealer_hand", "crib")
    for game, number, deck, *worth in Deal.objects.filter(game__in=games).values_list(*columns):
        decks[game][number] = DealtCards(bytes(deck), *worth)
    return decks


def _load_changes(games: Sequence[str]) -> dict[str, dict[int, tuple[int, int]]]:
    """Return each player's points before a game and their change, by game and player."""
    changes: dict[str, dict[int, tuple[int, int]]] = defaultdict(dict)
    settled = Change.objects.filter(game__in=games, undoes=None)
    for game, player, own, change in settled.values_list("game", "player", "own", "change"):
        changes[game][player] = (own, change)
    return changes


def dump_game(
    game: Mapping[str, Any],
    on_record: Mapping[int, DealtCards],
    changes: Mapping[int, tuple[int, int]],
    ids: OpaqueIds,
) -> DumpedGame:
    """Return a game from its row, its decks and its point changes. Raise SealError without its secrets."""
    played = parse_record(game["transcript"])
    dealt = on_record
    # Decks that many tables share are recorded with only one of their games.
    if {*played.deck_numbers} != {*on_record}:
        dealt = _deal_again(game["pk"])
    cut = cut_for_deal(played.rules, dealt)
    seats = game["seat_a"], game["seat_b"]
    bots = game["seat_a__brain"], game["seat_b__brain"]
    people = [None if bot else ids.player(seat) for seat, bot in zip(seats, bots, strict=True)]
    of_players = game["seat_a__is_api_bot"], game["seat_b__is_api_bot"]
    named = [API_BOT if is_api_bot else bot or None for bot, is_api_bot in zip(bots, of_players, strict=True)]
    points = [changes.get(seat, (None, None)) for seat in seats]
    return DumpedGame(
        game=ids.game(game["pk"]),
        day=f"{game['finished_at']:%Y-%m-%d}",
        clock=game["clock"],
        counting=played.rules.counting.value,
        target=played.rules.target,
        start_a=played.rules.start[0],
        start_b=played.rules.start[1],
        a=people[0],
        b=people[1],
        bot_a=named[0],
        bot_b=named[1],
        points_a=points[0][0],
        points_b=points[1][0],
        change_a=points[0][1],
        change_b=points[1][1],
        first_dealer=cut.first_dealer,
        winner=game["winner"],
        value=game["value"] or 0,
        ended=game["ended"],
        score_a=game["score_a"],
        score_b=game["score_b"],
        voided=game["voided_at"] is not None,
        cut=cut.cards,
        moves=" ".join(played.words),
        ms=list(played.charged),
        deals=dumped_deals(cut.first_dealer, dealt),
    )


def _deal_again(game_id: str) -> dict[int, DealtCards]:
    """Reconstruct all decks of a game from its secrets."""
    fairness = build_fairness(ledger.load_row(game_id))
    steps = fairness.replay_steps()
    rules = steps[-1].state.rules
    revealed = newly_revealed(start(rules), Tally(), steps, fairness.deck)
    return {one.number: DealtCards(one.deck, one.pone_hand, one.dealer_hand, one.crib) for one in revealed}
