"""Calls about reviews of finished games."""

from collections.abc import Iterable
from typing import Literal

from django.http import HttpRequest
from msgspec import Struct

from common.formats.json import Json
from game.accounts.advice_permission import require_no_rated_game
from game.models import Game
from game.tokens.scopes import Scope
from programs.api.call import Call, Example
from programs.api.caller import find_caller
from programs.api.calls.common import ID, OF_FINISHED
from study.review.calls import order_review, review_json
from study.review.requests import status_json


class ReviewStatus(Struct, frozen=True):
    """How far a review is; `review` is there once its `state` is `done`."""

    state: Literal["none", "waiting", "done", "failed"]
    deals: int
    deals_done: int
    review: Json | None
    again: bool


def describe_reviews(games: Iterable[Game]) -> dict[str, Json]:
    """Return how far the reviews of games are, by game."""
    return {game.pk: status_json(game) for game in games}


def show_review(request: HttpRequest, game: str) -> Json:
    require_no_rated_game(find_caller(request))
    return review_json(request, game)


def ask_for_review(request: HttpRequest, game: str) -> Json:
    return order_review(request, game)


CALLS = (
    Call(
        name="show_review",
        method="GET",
        path="/games/{game}/review",
        words="How well a finished game was played, once somebody has asked for it (docs/review.md).",
        view=show_review,
        answer=ReviewStatus,
        refusals=(*OF_FINISHED, "rated_game"),
        example=Example(ReviewStatus("none", 0, 0, None, False), path={"game": ID}),
    ),
    Call(
        name="ask_for_review",
        method="POST",
        path="/games/{game}/review",
        words="Asks for the review of a finished game; asked twice, it is one. It may take minutes.",
        view=ask_for_review,
        scopes=frozenset({Scope.REVIEW}),
        answer=ReviewStatus,
        refusals=(*OF_FINISHED, "rated_game", "void"),
        example=Example(ReviewStatus("waiting", 9, 0, None, False), path={"game": ID}),
    ),
)
