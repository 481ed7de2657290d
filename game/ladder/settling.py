"""Settles rated games in the transaction that ends them, and reverts the change if one is voided."""

from collections.abc import Sequence

from game.accounts.places import share_a_place
from game.engine.state import Ended
from game.models import Game, Player
from game.models.games import find_absent_seat
from game.runtime.pubsub import publish_on_commit
from game.table.record.ending import FORFEIT_ENDINGS
from game.table.record.game_over import Cause, GameOver
from ranking import settlement
from ranking.models import Terms

# A resigned rated game counts fully from this counted deal on. Before that, it could be lost on purpose
# quickly.
FULL_FROM_DEALS = 3


def settle_games(over: GameOver) -> None:
    """Exchange the points of rated games, or revert those of a voided game."""
    if over.cause is Cause.LAST_MOVE:
        _settle_ended(over)
    elif over.cause is Cause.RULING:
        _publish_points([game.pk for game in over.games if game.rated and settlement.void(game.pk, over.at)])
    elif over.cause is Cause.UNTOUCHED:
        for game_id in over.results:
            settlement.void(game_id, over.at)


def _settle_ended(over: GameOver) -> None:
    # A rated game that one seat did not begin is void. On the ladder, it is unfinished for that seat.
    ended = [
        game for game in over.games if game.winner is not None or over.results[game.pk].absent is not None
    ]
    rated = [game for game in ended if is_ladder_game(game)]
    if rated:
        settlement.settle(
            [
                build_ladder_ending(game, terms_at_end(game, over.results[game.pk].counted_deals))
                for game in rated
            ]
        )
    _publish_points([game.pk for game in rated])


def is_ladder_game(game: Game) -> bool:
    return game.rated and all(player.has_account or player.is_bot for player in (game.seat_a, game.seat_b))


def terms_at_end(game: Game, counted_deals: int) -> Terms:
    """Return the terms of a rated game by its length and by its players' network places."""
    terms = terms_by_length(game.ended, counted_deals)
    if terms is not Terms.UNCOUNTED and share_a_place(game.seat_a, game.seat_b):
        return Terms.SHARED
    return terms


def terms_by_length(ended: str, counted_deals: int) -> Terms:
    """Return the terms by the ending and the number of counted deals only."""
    if ended == Ended.PLAYED.value or counted_deals >= FULL_FROM_DEALS:
        return Terms.PLAIN
    return Terms.CAPPED if counted_deals else Terms.UNCOUNTED


def build_ladder_ending(game: Game, terms: Terms) -> settlement.EndedGame:
    """Convert a rated game for the ladder. One resigned before a count is unfinished, however it ended."""
    winner = ladder_winner(game)
    assert winner is not None
    assert game.finished_at is not None
    return settlement.EndedGame(
        game=game.pk,
        sides=(_side(game.seat_a, game), _side(game.seat_b, game)),
        winner=winner,
        unfinished=game.ended in FORFEIT_ENDINGS or terms is Terms.UNCOUNTED,
        at=game.finished_at,
        terms=terms,
        even=game.has_head_start,
    )


def ladder_winner(game: Game) -> int | None:
    """Return the seat that won a game, or that waited in vain for the other seat to begin it."""
    if game.winner is not None:
        return game.winner
    absent = find_absent_seat((game.commitment_a, game.commitment_b))
    return None if absent is None else absent.other


def _side(player: Player, game: Game) -> settlement.Side:
    pinned = game.pinned_points.get(player.brain) if player.is_bot else None
    return settlement.Side(player.pk, player.brain, player.is_api_bot, pinned)


def _publish_points(games: Sequence[str]) -> None:
    """Publish that games have changed points. Without any game, publish nothing."""
    for game in games:
        publish_on_commit("points", game)
    if games:
        publish_on_commit("ladder")
