"""The queue of reviews of this site's games."""

from functools import partial

from django.db import transaction

from common import clock
from common.database.thread import on_the_database_thread
from game.engine.transcript import header, parse_transcript
from game.models import Review, Scoresheet
from game.table.record import ledger
from game.table.shuffle.fairness import build_fairness
from study.review.judge.grades import MILLION
from study.review.judge.record import Record, deck_numbers
from study.review.judge.schema import JUDGE, GameReview
from study.review.work import Work, claim, make_review

WAITS = "SELECT 1 FROM game_review WHERE done_at IS NULL"
# A review that was given up is begun once more for each request, up to this many times in total.
MAX_TRIES_IN_ALL = 6


async def run_queue() -> None:
    """Make all waiting reviews, one after another."""
    while (game_id := await on_the_database_thread(claim_next)()) is not None:
        await review_game(game_id)


async def review_game(game_id: str) -> None:
    """Make one review. If it fails, log that once and give it up."""
    work = Work(
        f"game {game_id}",
        load=partial(load_record, game_id),
        record_progress=partial(record_progress, game_id),
        save=partial(save_review, game_id),
        mark_failed=partial(mark_failed, game_id),
        postpone=partial(postpone, game_id),
    )
    await make_review(work)


def claim_next() -> str | None:
    """Claim the next game whose review no other process is making."""
    waiting = Review.objects.order_by("-waited_for", "asked_at").defer("judged")
    review = claim(waiting, give_up=lambda review: mark_failed(review.pk))
    return None if review is None else review.game_id


def record_progress(game_id: str, deals_done: int) -> None:
    """Store progress, which also renews this process's claim."""
    Review.objects.filter(pk=game_id, done_at=None).update(deals_done=deals_done, taken_at=clock.now())


def save_review(game_id: str, review: GameReview) -> None:
    """Store a review and its results for both seats."""
    with transaction.atomic():
        done = Review.objects.filter(pk=game_id, done_at=None).update(
            judged=review, judge=JUDGE, deals_done=len(review["deals"]), done_at=clock.now()
        )
        if done:
            for seat, player in enumerate(review["players"]):
                Scoresheet.objects.filter(game=game_id, seat=seat).update(
                    decisions=player["decisions"], lost_by_play=player["lost"] / MILLION
                )


def save_out_of_turn(game_id: str, review: GameReview) -> None:
    """Store a review made outside the queue, replacing anything queued or stored before."""
    fresh = {"asked_at": clock.now(), "deals": len(review["deals"]), "done_at": None}
    with transaction.atomic():
        Review.objects.update_or_create(game_id=game_id, defaults=fresh)
        save_review(game_id, review)


def mark_failed(game_id: str) -> None:
    """Mark a game as failed, so that no process tries forever."""
    Review.objects.filter(pk=game_id, done_at=None).update(judge=JUDGE, done_at=clock.now(), judged=None)


def postpone(game_id: str) -> None:
    """Retry a review when its lease is over, without counting the attempt."""
    Review.objects.filter(pk=game_id, done_at=None).update(tries=0)


def load_record(game_id: str) -> Record:
    """Return a finished game as a record for the judge: its words without times, and its decks."""
    row = ledger.load_row(game_id)
    rules, tokens = parse_transcript(row.transcript)
    plain = [token.partition("/")[0] for token in tokens]
    fairness = build_fairness(row)
    decks = {number: fairness.deck(number) for number in deck_numbers(plain)}
    return Record(row.id, " ".join((header(rules), *plain)), decks)
