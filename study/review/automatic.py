"""Queue reviews automatically once the cards of a game may be shown.

That is when the game ends, or when the round closes whose decks it shares with other tables.
"""

from collections.abc import Mapping

from django.conf import settings
from django.db.models import Sum

from common import clock
from game.models import Game, Review, Scoresheet
from game.shared_decks.barrier import closed_among
from game.shared_decks.models import Round
from game.table.record.game_over import Cause, GameOver
from game.table.record.round_of_game import count_deals


def queue_ended_games(over: GameOver) -> None:
    """Queue games that have a winner, unless other tables still play their cards."""
    if over.cause is not Cause.LAST_MOVE:
        return
    shown = {*closed_among(over.results)}
    _queue(
        {
            game.pk: over.results[game.pk].deals
            for game in over.games
            if game.winner is not None
            and game.pk in shown
            and is_reviewable(game, over.results[game.pk].counted_deals)
        }
    )


def queue_closed_round(round_: Round) -> None:
    """Queue the games of a round whose cards are revealed because it closes."""
    games = Game.objects.filter(shared__round=round_, shared__was_shown=False)
    won = [game for game in games.select_related("seat_a", "seat_b") if game.winner is not None]
    counted = dict(
        Scoresheet.objects.filter(game__in=won).values_list("game").annotate(Sum("deals_as_dealer"))
    )
    _queue(
        {
            game.pk: count_deals(game.transcript)
            for game in won
            if is_reviewable(game, counted.get(game.pk, 0))
        }
    )


def is_reviewable(game: Game, counted_deals: int) -> bool:
    """Return whether a game reached a show, and one of its players has an account."""
    has_reader = any(player.has_account and not player.is_sample for player in (game.seat_a, game.seat_b))
    return counted_deals > 0 and has_reader


def _queue(deals: Mapping[str, int]) -> None:
    """Queue games, each with the number of its deals."""
    if settings.REVIEW_GAMES:
        at = clock.now()
        Review.objects.bulk_create(
            [Review(game_id=game, asked_at=at, deals=many) for game, many in deals.items()]
        )
