"""Calls about reviews of finished games, and about the winning chances that they use."""

from collections.abc import Iterable
from typing import Annotated, Literal

from django.http import HttpRequest
from django.utils.translation import gettext
from msgspec import Meta, Struct

from common.formats.json import Json
from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.models import Game
from game.tokens.scopes import Scope
from game.web.api.call import Call, Example
from game.web.api.caller import find_caller
from game.web.api.common import ID, OF_FINISHED
from game.web.api.sections import FIGURES, GAMES
from study.review.calls import order_review, review_json
from study.review.judge.schema import GameReview
from study.review.judge.win_chances import win_table
from study.review.requests import status_json


class ReviewStatus(Struct, frozen=True):
    """The progress of a review. `review` is set when `state` is `done`."""

    state: Literal["none", "waiting", "done", "failed"]
    deals: int
    deals_done: int
    review: GameReview | None
    again: bool


class ChancesQuery(Struct, frozen=True):
    """Both scores before a deal."""

    dealer: Annotated[int, Meta(ge=0, le=120, description="The score of the next dealer.")] = 0
    pone: Annotated[int, Meta(ge=0, le=120)] = 0
    target: Literal[121, 61] = 121


class Chances(Struct, frozen=True):
    """The chances to win the game from here, if both players play like the site's tables."""

    dealer: float
    pone: float


def describe_reviews(games: Iterable[Game]) -> dict[str, Json]:
    """Return the review status of games by game id."""
    return {game.pk: status_json(game) for game in games}


def show_review(request: HttpRequest, game: str) -> Json:
    require_no_rated_game(find_caller(request))
    return review_json(request, game)


def ask_for_review(request: HttpRequest, game: str) -> Json:
    return order_review(request, game)


def show_chances(request: HttpRequest, query: ChancesQuery) -> Chances:
    require_no_rated_game(find_caller(request))
    if max(query.dealer, query.pone) >= query.target:
        raise Refusal(
            "bad_request", gettext("Enter a score from 0 to %(most)s.") % {"most": query.target - 1}
        )
    chance = round(float(win_table(query.target)[query.dealer, query.pone]), 6)
    return Chances(chance, round(1 - chance, 6))


CALLS = {
    GAMES: (
        Call(
            name="show_review",
            rank=3,
            method="GET",
            path="/games/{game}/review",
            words="Returns the review of a finished game, if one was requested (docs/explanation/review.md).",
            view=show_review,
            answer=ReviewStatus,
            refusals=(*OF_FINISHED, "rated_game"),
            example=Example(ReviewStatus("none", 0, 0, None, False), path={"game": ID}),
        ),
        Call(
            name="ask_for_review",
            rank=3,
            method="POST",
            path="/games/{game}/review",
            words="Requests the review of a finished game. The call is idempotent. A review may take"
            " minutes.",
            view=ask_for_review,
            scopes=frozenset({Scope.REVIEW}),
            creates=True,
            answer=ReviewStatus,
            refusals=(*OF_FINISHED, "rated_game", "void"),
            example=Example(ReviewStatus("waiting", 9, 0, None, False), path={"game": ID}),
        ),
    ),
    FIGURES: (
        Call(
            name="show_chances",
            rank=1,
            method="GET",
            path="/chances",
            words="Returns the winning chances of the next dealer and of pone from these scores.",
            view=show_chances,
            query=ChancesQuery,
            answer=Chances,
            refusals=("rated_game",),
            example=Example(Chances(0.561221, 0.438779), query={"dealer": "0", "pone": "0"}),
        ),
    ),
}
