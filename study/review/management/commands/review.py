"""`manage.py review`: print the luck and skill of a finished game."""

import json
from argparse import ArgumentParser
from typing import Any, cast

from django.core.management.base import CommandError
from django.db.models import Q

from common.command import HelpTextCommand
from game.models import Game, Review
from game.runtime.worker_pool import JobFailed, background
from rng.seal import SealError
from study.review.judge.game import combine_deals, judge_deal
from study.review.judge.record import Record
from study.review.judge.schema import JUDGE, GameReview
from study.review.queue import load_record, save_out_of_turn
from study.review.report import report_lines

HELP_TEXT = """
Judges every discard and every card of a finished game by what the player could see at the time, and compares
it with Advanced's choice. The result is split into luck and skill, in percent of a game:

  your cards, their cards   the six cards dealt, compared to six random cards, both played well
  cuts                      starters and nibs, compared to all possible starters; and the cut for deal
  luck of the crib          what both discards made together, compared to what each could expect
  luck of the pegging       the pegged points, compared to the average, without mistakes
  matchup                   the effect of weaker discards against these very hands
  your play, their play     the loss of decisions compared to the best ones
  early end                 the effect of resigning, the clock or leaving

These add up exactly, from the chance at the start to the result. docs/explanation/review.md has the formulas.
The review is stored, and printed from storage the next time.

examples:
  manage.py review 7Qm2vX                   the game with that ID, as in its table's address
  manage.py review 7Qm2vX --json            everything: curve, decisions with their lines, ledgers
  manage.py review --all --limit 100        review the newest hundred games that have no review

exit status: 0, or 1 if there is no such game, it isn't over, or it has no winner.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Reviews a finished game: winning chances, every decision, and how much was luck or skill."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", help="the ID of a finished game")
        parser.add_argument("--json", action="store_true", help="print the review as JSON")
        parser.add_argument("--all", action="store_true", help="review games that have no review")
        parser.add_argument("--limit", type=int, default=100, metavar="N", help="at most N of them")

    def handle(self, *args: Any, **options: Any) -> None:
        if (options["game"] is None) != options["all"]:
            raise CommandError("Name one game, or use --all.")
        if options["all"]:
            self.review_all(options["limit"])
            return
        game = Game.objects.select_related("seat_a", "seat_b").filter(pk=options["game"]).first()
        if game is None:
            raise CommandError(f"There is no game {options['game']}.")
        if game.winner is None:
            raise CommandError(
                "This game has no winner." if game.finished_at else "This game is not over yet."
            )
        review = self.load_or_create_review(game)
        names = str(game.seat_a), str(game.seat_b)
        self.stdout.write(json.dumps(review) if options["json"] else "\n".join(report_lines(review, names)))

    def review_all(self, limit: int) -> None:
        left = Game.objects.filter(Q(review=None) | Q(review__done_at=None), winner__isnull=False)
        done = 0
        for game in left.order_by("-finished_at")[:limit]:
            try:
                self.load_or_create_review(game)
                done += 1
            except CommandError as fault:
                self.stderr.write(str(fault))
        self.stdout.write(f"{done} games reviewed.")

    def load_or_create_review(self, game: Game) -> GameReview:
        """Load the stored review of a game, or make a new one."""
        kept = Review.objects.filter(pk=game.pk, judge=JUDGE, judged__isnull=False).first()
        if kept is not None:
            return cast(GameReview, kept.judged)
        try:
            review = self.judge(load_record(game.pk))
        except (SealError, ValueError, JobFailed) as fault:
            raise CommandError(f"Game {game.pk} cannot be reviewed: {fault}") from None
        save_out_of_turn(game.pk, review)
        return review

    def judge(self, record: Record) -> GameReview:
        """Judge in a worker, like the site, so that results are identical to the last bit."""
        deals = []
        for number in range(1, record.deals + 1):
            deals.append(background().submit(judge_deal, record, number).result())
            self.stderr.write(f"\rgame {record.game}: {number} of {record.deals} deals", ending="")
        self.stderr.write("")
        return background().submit(combine_deals, record, deals).result()
