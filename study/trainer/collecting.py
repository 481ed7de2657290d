"""Collect a player's mistakes from the reviews of their games, only on request."""

from datetime import datetime, timedelta

from common import clock
from game.models import Game, Player, Review
from game.shared_decks.barrier import without_open
from study.trainer.mistakes import find_mistakes
from study.trainer.models import Exercise, Trainee

# The newest games: old mistakes are no longer typical.
MOST_GAMES = 100
# A review that ran longer may become visible after one that was finished later.
OVERLAP = timedelta(hours=1)


def collect(player: Player) -> None:
    """Add the mistakes of all games reviewed since the last call."""
    now = clock.now()
    trainee = Trainee.objects.filter(player=player).first()
    since = trainee.searched_until - OVERLAP if trainee else None
    for review in _reviews_of(player, since):
        _add(player, review, now)
    Trainee.objects.update_or_create(player=player, defaults={"searched_until": now})


def _reviews_of(player: Player, since: datetime | None) -> list[Review]:
    games = without_open(Game.objects.with_player(player).filter(finished_at__isnull=False, voided_at=None))
    done = Review.objects.filter(game__in=games, done_at__isnull=False, judged__isnull=False)
    if since is not None:
        done = done.filter(done_at__gte=since)
    return list(done.select_related("game").defer("game__transcript").order_by("-done_at", "pk")[:MOST_GAMES])


def _add(player: Player, review: Review, now: datetime) -> None:
    seat = review.game.seat_of(player)
    assert seat is not None
    assert review.judged is not None
    Exercise.objects.bulk_create(
        [
            Exercise(player=player, game=review.game, ply=ply, added_at=now, due_on=now.date())
            for ply in find_mistakes(review.judged, seat)
        ],
        ignore_conflicts=True,
    )
