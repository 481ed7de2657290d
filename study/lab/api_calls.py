"""Calls that calculate: the value of discards, and the score of a hand."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.utils.translation import gettext
from msgspec import Meta, Struct, to_builtins

from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.engine.scoring import score_hand
from game.web.api.call import Call, Example
from game.web.api.caller import find_caller
from game.web.api.sections import FIGURES
from game.wire.events import Part
from game.wire.positions import HandScore
from game.wire.values import Card, Pair, Share
from game.wire.views import score_json
from study.lab.calls import weigh_form
from study.lab.form import InvalidInput, parse_cards

Digit = Annotated[str, Meta(max_length=3)]
Cards = Annotated[
    str, Meta(max_length=400, description="Cards as `5H 10D AS`, in any notation the site accepts.")
]


class LabQuery(Struct, frozen=True):
    """Six cards and the state of the game."""

    cards: Cards
    dealer: Annotated[Literal["0", "1"], Meta(description="1 if the crib is yours.")] = "1"
    mine: Digit = "0"
    theirs: Digit = "0"
    target: Literal["121", "61"] = "121"
    seen: Annotated[str, Meta(max_length=400, description="Other cards that you have seen.")] = ""


class ThrowWorth(Struct, frozen=True):
    """A discard: its average points, and the chance to win the game with it."""

    thrown: Pair
    kept: list[Card]
    low: int
    high: int
    hand: float
    spread: float
    crib: float
    pegging: float
    points: float
    win: Share


class Throws(Struct, frozen=True):
    """All fifteen discards, best first."""

    lines: list[ThrowWorth]


class ScoreQuery(Struct, frozen=True):
    """Four cards and the starter."""

    hand: Cards
    starter: Annotated[str, Meta(max_length=20)]
    crib: Annotated[
        bool, Meta(description="Whether to count it as a crib, whose flush needs the starter.")
    ] = False


def weigh_throws(request: HttpRequest, query: LabQuery) -> dict[str, Any]:
    require_no_rated_game(find_caller(request))
    return {"lines": weigh_form(request, to_builtins(query))}


def show_score(request: HttpRequest, query: ScoreQuery) -> HandScore:
    try:
        hand, starter = parse_cards(query.hand), parse_cards(query.starter)
    except InvalidInput as fault:
        raise Refusal("bad_request", str(fault)) from None
    if len({*hand, *starter}) != 5 or len(starter) != 1:
        raise Refusal("bad_request", gettext("Name four cards and the starter, all different."))
    return score_json(score_hand(hand, starter[0], query.crib))


CALLS = {
    FIGURES: (
        Call(
            name="weigh_throws",
            method="GET",
            path="/lab",
            words="Rates each of the fifteen discards from six cards at these scores, as the lab does.",
            view=weigh_throws,
            query=LabQuery,
            answer=Throws,
            refusals=("rated_game", "busy"),
            example=Example(
                Throws(
                    [
                        ThrowWorth(
                            ("QS", "AH"), ["5H", "5S", "5D", "JC"], 14, 29, 17.1, 2.9, 4.2, 3.4, 24.7, 0.62
                        )
                    ]
                ),
                query={"cards": "5H 5S 5D JC QS AH", "dealer": "1"},
            ),
        ),
        Call(
            name="show_score",
            rank=2,
            method="GET",
            path="/score",
            words="Counts a hand or a crib and lists its scoring combinations.",
            view=show_score,
            query=ScoreQuery,
            answer=HandScore,
            example=Example(
                HandScore(
                    ("5H", "5C", "5D", "JS"), "5S", 29, "Fifteen for 16, a pair royal double for 12 and nobs",
                    (Part("fifteen", ("5H", "JS"), 2, "fifteen for 2"),),
                ),
                query={"hand": "5H 5C 5D JS", "starter": "5S"},
            ),
        ),
    ),
}  # fmt: skip
