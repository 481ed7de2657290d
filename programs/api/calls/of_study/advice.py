"""Calls that work something out: throws, chances, and what a hand is worth."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.utils.translation import gettext
from msgspec import Meta, Struct, to_builtins

from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.engine.scoring import score_hand
from game.wire.views import score_json
from programs.api.call import Call, Example, Section
from programs.api.caller import find_caller
from study.lab.calls import weigh_form
from study.lab.form import InvalidInput, parse_cards
from study.review.judge.win_chances import win_table

Digit = Annotated[str, Meta(max_length=3)]
Cards = Annotated[str, Meta(max_length=400, description="Cards as `5H 10D AS`, in any spelling.")]


class LabQuery(Struct, frozen=True):
    """Six cards and how the game stands."""

    cards: Cards
    dealer: Annotated[Literal["0", "1"], Meta(description="1 if the crib is yours.")] = "1"
    mine: Digit = "0"
    theirs: Digit = "0"
    target: Literal["121", "61"] = "121"
    seen: Annotated[str, Meta(max_length=400, description="Other cards that you know of.")] = ""


class ThrowWorth(Struct, frozen=True):
    """A throw: points on average, and the chance to win the game."""

    thrown: tuple[str, str]
    kept: list[str]
    low: int
    high: int
    hand: float
    spread: float
    crib: float
    pegging: float
    points: float
    win: float


class Throws(Struct, frozen=True):
    """All fifteen throws, the best first."""

    lines: list[ThrowWorth]


class ChancesQuery(Struct, frozen=True):
    """Both scores before a deal."""

    dealer: Annotated[int, Meta(ge=0, le=120, description="The score of who deals next.")] = 0
    pone: Annotated[int, Meta(ge=0, le=120)] = 0
    target: Literal[121, 61] = 121


class Chances(Struct, frozen=True):
    """The chances to win the game from here, if both play as the shipped tables do."""

    dealer: float
    pone: float


class ScoreQuery(Struct, frozen=True):
    """Four cards and the starter."""

    hand: Cards
    starter: Annotated[str, Meta(max_length=20)]
    crib: Annotated[bool, Meta(description="Counted as a crib, whose flush needs the starter.")] = False


class PartOfScore(Struct, frozen=True):
    """One thing that counts."""

    kind: str
    cards: list[str]
    points: int
    says: str


class Score(Struct, frozen=True):
    """What a hand is worth, part by part."""

    cards: list[str]
    starter: str
    points: int
    says: str
    parts: list[PartOfScore]


def weigh_throws(request: HttpRequest, query: LabQuery) -> dict[str, Any]:
    require_no_rated_game(find_caller(request))
    return {"lines": weigh_form(request, to_builtins(query))}


def show_chances(request: HttpRequest, query: ChancesQuery) -> Chances:
    require_no_rated_game(find_caller(request))
    if max(query.dealer, query.pone) >= query.target:
        raise Refusal(
            "bad_request", gettext("Enter a score from 0 to %(most)s.") % {"most": query.target - 1}
        )
    chance = round(float(win_table(query.target)[query.dealer, query.pone]), 6)
    return Chances(chance, round(1 - chance, 6))


def show_score(request: HttpRequest, query: ScoreQuery) -> dict[str, Any]:
    try:
        hand, starter = parse_cards(query.hand), parse_cards(query.starter)
    except InvalidInput as fault:
        raise Refusal("bad_request", str(fault)) from None
    if len({*hand, *starter}) != 5 or len(starter) != 1:
        raise Refusal("bad_request", gettext("Name four cards and the starter, all different."))
    return score_json(score_hand(hand, starter[0], query.crib))


SECTION = Section(
    "advice",
    "Figures",
    "What throws, scores and hands are worth.",
    (
        Call(
            name="weigh_throws",
            method="GET",
            path="/lab",
            words="What each of the fifteen throws from six cards is worth at these scores, as the lab says.",
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
            name="show_chances",
            method="GET",
            path="/chances",
            words="The chance of the next dealer, and of pone, to win the game from these scores.",
            view=show_chances,
            query=ChancesQuery,
            answer=Chances,
            refusals=("rated_game",),
            example=Example(Chances(0.561221, 0.438779), query={"dealer": "0", "pone": "0"}),
        ),
        Call(
            name="show_score",
            method="GET",
            path="/score",
            words="What a hand or a crib counts, and for what.",
            view=show_score,
            query=ScoreQuery,
            answer=Score,
            example=Example(
                Score(
                    ["5H", "5C", "5D", "JS"], "5S", 29, "Fifteen for 16, a pair royal double for 12 and nobs",
                    [PartOfScore("fifteen", ["5H", "JS"], 2, "fifteen for 2")],
                ),
                query={"hand": "5H 5C 5D JS", "starter": "5S"},
            ),
        ),
    ),
)  # fmt: skip
