"""Calls about bots that play through the API: upgrade an account, update its engine, list bots and trials."""

import sys
from collections.abc import AsyncIterator, Sequence
from typing import Annotated

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType

from game.bot_accounts.models import BotAccount, Trial
from game.tokens.scopes import OF_BOTS
from game.web.api.call import Call, Example, Section
from game.web.api.common import Moment, lines_response, one_of, player_of, to_ms
from game.web.api.paging import (
    LinesCursor,
    Most,
    PageQuery,
    cut_page,
    first_page,
    link_next,
    parse_cursor,
    size_of,
)
from programs.bots import accounts, trials
from programs.bots.accounts import Engine
from programs.bots.figures import Outcome, outcome_of
from programs.bots.ladder import load_bot_points, load_ladder_page

BOTS_AT_ONCE = 100
MAX_ONLINE = 200
TRIALS_AT_ONCE = 100

EngineName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=accounts.LONGEST_ENGINE,
        description="The name of the engine that plays for the bot.",
    ),
]
Version = Annotated[
    str, Meta(min_length=1, max_length=accounts.LONGEST_VERSION, description="The version of the engine.")
]
Source = Annotated[
    str,
    Meta(
        max_length=accounts.LONGEST_SOURCE,
        description="The https address of the engine's source. Optional.",
    ),
]


class EngineBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The engine that plays for a bot."""

    engine: EngineName
    version: Version
    source: Source = ""


class UpgradeBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The owner of a new bot, and the engine that plays for it."""

    owner: Annotated[str, Meta(max_length=100, description="A token of scope `bot` that the owner has made.")]
    engine: EngineName
    version: Version
    source: Source = ""


class BotInfo(Struct, frozen=True):
    """A bot: its owner, its engine, and when it got this engine and version."""

    name: str
    owner: str
    engine: str
    version: str
    source: str
    since: Moment
    version_since: Moment
    points: int
    games_to_go: Annotated[
        int,
        Meta(description="Rated games until its version is no longer provisional and the ladder lists it."),
    ]


class BotsOnline(Struct, frozen=True):
    """The bots whose program is connected, by name."""

    bots: list[BotInfo]
    next: str | None


class LinesQuery(Struct, frozen=True):
    """The part of a list to return."""

    cursor: LinesCursor = ""
    max: Most = UNSET


class BotRow(Struct, frozen=True):
    """A row of the bot ladder."""

    rank: int
    name: str
    owner: str
    engine: str
    version: str
    source: str
    points: int
    level: int
    wins: int
    losses: int


class BotLadder(Struct, frozen=True):
    """Fifty bots, highest first, without provisional ones."""

    rows: list[BotRow]
    next: str | None


HouseBot = Annotated[str, one_of("beginner", "novice", "club", "intermediate", "advanced", "master")]


class TrialBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The house bot that a trial measures against, and the number of game pairs."""

    against: HouseBot
    pairs: Annotated[int, Meta(ge=trials.FEWEST_PAIRS, le=trials.MOST_PAIRS)]


class TrialResult(Struct, frozen=True):
    """Points per game: the bot's margin, the house bot's margin with the same cards, and the difference."""

    margin: float
    house_margin: float
    difference: float
    interval: Annotated[tuple[float, float], Meta(description="The 95% interval of the difference.")]


class TrialInfo(Struct, frozen=True):
    """A trial. The result is set when the trial is over, and null if fewer than ten pairs were played."""

    id: str
    against: HouseBot
    engine: str
    version: str
    pairs: int
    played: int
    void: Annotated[int, Meta(description="Games that ended before a card was dealt.")]
    begun: Moment
    ended: Moment | None
    result: TrialResult | None


def upgrade(request: HttpRequest, body: UpgradeBody) -> BotInfo:
    engine = Engine(body.engine, body.version, body.source)
    accounts.upgrade(account=player_of(request), owners_token=body.owner, engine=engine)
    return _describe([accounts.load_bot(player_of(request))])[0]


def update_bot(request: HttpRequest, body: EngineBody) -> BotInfo:
    engine = Engine(body.engine, body.version, body.source)
    return _describe([accounts.update(account=player_of(request), engine=engine)])[0]


def list_bots(request: HttpRequest, query: LinesQuery) -> StreamingHttpResponse:
    after = parse_cursor(query.cursor) if query.cursor else ""
    if isinstance(query.max, UnsetType) or query.max > BOTS_AT_ONCE:
        return lines_response(_find_bots(after, size_of(query, sys.maxsize)))
    bots, following = first_page(
        accounts.load_bots(after, query.max + 1), query.max, lambda bot: bot.account.username
    )
    response = lines_response(_each(_describe(bots)))
    if following is not None:
        link_next(request, response, following)
    return response


async def _find_bots(after: str, left: int) -> AsyncIterator[BotInfo]:
    while left > 0 and (page := await sync_to_async(_load_page)(after)):
        for one in page[:left]:
            yield one
        left -= len(page)
        after = page[-1].name


async def _each(lines: Sequence[BotInfo]) -> AsyncIterator[BotInfo]:
    for line in lines:
        yield line


def _load_page(after: str) -> list[BotInfo]:
    return _describe(accounts.load_bots(after, BOTS_AT_ONCE))


def list_bots_online(request: HttpRequest, query: PageQuery) -> BotsOnline:
    found, following = cut_page(
        accounts.load_bots_online(), query, MAX_ONLINE, lambda bot: bot.account.username
    )
    return BotsOnline(_describe(found), following)


def show_bots_ladder(request: HttpRequest, query: PageQuery) -> BotLadder:
    ranked, following = load_ladder_page(query)
    return BotLadder(
        [
            BotRow(
                rank=one.row.rank,
                name=one.bot.account.username,
                owner=one.bot.owner.username,
                engine=one.bot.engine,
                version=one.bot.version,
                source=one.bot.source,
                points=one.row.standing.points,
                level=one.row.level,
                wins=one.row.standing.wins,
                losses=one.row.standing.losses,
            )
            for one in ranked
        ],
        following,
    )


def begin_trial(request: HttpRequest, body: TrialBody) -> TrialInfo:
    return _describe_trial(trials.begin(bot=player_of(request), against=body.against, pairs=body.pairs))


def list_trials(request: HttpRequest, query: LinesQuery) -> StreamingHttpResponse:
    found = trials.find_trials(player_of(request))
    shown, following = cut_page(found, query, len(found) or 1, str)
    response = lines_response(_find_trials(shown))
    if following is not None:
        link_next(request, response, following)
    return response


async def _find_trials(ids: Sequence[str]) -> AsyncIterator[TrialInfo]:
    for first in range(0, len(ids), TRIALS_AT_ONCE):
        for one in await sync_to_async(_load_trials)(ids[first : first + TRIALS_AT_ONCE]):
            yield one


def _load_trials(ids: Sequence[str]) -> list[TrialInfo]:
    return [_describe_trial(trial) for trial in trials.load_trials(ids)]


def show_trial(request: HttpRequest, trial: str) -> TrialInfo:
    return _describe_trial(trials.load_trial(trial, player_of(request)))


def _describe_trial(trial: Trial) -> TrialInfo:
    pairs = trials.pairs_of(trial)
    return TrialInfo(
        id=trial.pk,
        against=trial.against,
        engine=trial.engine,
        version=trial.version,
        pairs=trial.pairs,
        played=len(pairs),
        void=trials.count_void(trial),
        begun=to_ms(trial.begun_at),
        ended=to_ms(trial.ended_at) if trial.ended_at else None,
        result=_describe_outcome(outcome_of(pairs)) if trial.ended_at else None,
    )


def _describe_outcome(outcome: Outcome | None) -> TrialResult | None:
    if outcome is None:
        return None
    return TrialResult(
        round(outcome.margin, 2),
        round(outcome.house_margin, 2),
        round(outcome.difference, 2),
        (round(outcome.low, 2), round(outcome.high, 2)),
    )


def _describe(bots: Sequence[BotAccount]) -> list[BotInfo]:
    """Return the public description of bots."""
    points = load_bot_points(bots)
    return [
        BotInfo(
            name=bot.account.username,
            owner=bot.owner.username,
            engine=bot.engine,
            version=bot.version,
            source=bot.source,
            since=to_ms(bot.since),
            version_since=to_ms(bot.version_since),
            points=points[bot.pk].points,
            games_to_go=points[bot.pk].missing,
        )
        for bot in bots
    ]


OWNERS_TOKEN = "eo_hT3Wz8Kq0vJ5nB2mR7yL1xC6pD9sF4gA0uE8iO3kQ2w"  # noqa: S105 - an example
DEEP = BotInfo(
    "Deep", "Ann", "deep-crib", "1.4", "https://example.org/deep-crib", 1764150000000, 1764150000000, 1612, 0
)
TRIAL = TrialInfo(
    "t4m8x2c6v9qa", "advanced", "deep-crib", "1.4", 40, 40, 0, 1764150000000, 1764153600000,
    TrialResult(1.4, -0.8, 2.2, (-1.9, 6.3)),
)  # fmt: skip
BOTS = Section(
    "bots",
    "Bots",
    "Accounts that programs play: their owners, their standings, and trials against the house bots.",
)
CALLS = {
    BOTS: (
        Call(
            name="upgrade_to_bot",
            method="POST",
            path="/bots/upgrade",
            words="Makes your account a bot. This cannot be undone. The account must be new, without any"
            " game. The `owner` is responsible for the bot, and consents with a token of their own that has"
            " the scope `bot`. An owner may have three bots.",
            view=upgrade,
            scopes=OF_BOTS,
            creates=True,
            is_before_upgrade=True,
            body=UpgradeBody,
            answer=BotInfo,
            refusals=("bad_owner", "has_played", "full", "not_yours"),
            example=Example(
                DEEP, body=UpgradeBody(OWNERS_TOKEN, "deep-crib", "1.4", "https://example.org/deep-crib")
            ),
        ),
        Call(
            name="update_bot",
            method="PUT",
            path="/bots/me",
            words="Changes the engine and version that your bot plays with.",
            view=update_bot,
            scopes=OF_BOTS,
            body=EngineBody,
            answer=BotInfo,
            refusals=("not_a_bot",),
            example=Example(DEEP, body=EngineBody("deep-crib", "1.4", "https://example.org/deep-crib")),
        ),
        Call(
            name="begin_trial",
            method="POST",
            path="/bots/me/trials",
            words="Starts a trial that measures your bot against a house bot in unrated games. For each pair"
            " your bot plays one game, and the house bot plays the same cards in the same seat without a"
            " table. The games start automatically, up to four at once; each comes as `game_start` on your"
            " event stream. A bot can have one running trial.",
            view=begin_trial,
            scopes=OF_BOTS,
            creates=True,
            body=TrialBody,
            answer=TrialInfo,
            refusals=("not_a_bot", "trial_runs"),
            example=Example(TRIAL, body=TrialBody("advanced", 40)),
        ),
        Call(
            name="list_trials",
            method="GET",
            path="/bots/me/trials",
            words="Lists the trials of your bot, newest first, as NDJSON.",
            view=list_trials,
            query=LinesQuery,
            scopes=OF_BOTS,
            answer=TrialInfo,
            refusals=("not_a_bot",),
            has_lines=True,
            example=Example(TRIAL),
        ),
        Call(
            name="show_trial",
            method="GET",
            path="/bots/me/trials/{trial}",
            words="Shows the progress of a trial. A finished trial also shows how many points per game your"
            " bot does better than the house bot with the same cards, with a 95% interval. A game that your"
            " bot resigns or loses on time counts as if the opponent had reached the target score.",
            view=show_trial,
            scopes=OF_BOTS,
            answer=TrialInfo,
            refusals=("not_a_bot", "no_trial"),
            example=Example(TRIAL, path={"trial": "t4m8x2c6v9qa"}),
        ),
        Call(
            name="list_bots",
            method="GET",
            path="/bots",
            words="Lists the players' bots by name, as NDJSON.",
            view=list_bots,
            query=LinesQuery,
            answer=BotInfo,
            has_lines=True,
            example=Example(DEEP),
        ),
        Call(
            name="list_bots_online",
            method="GET",
            path="/bots/online",
            words="Lists the players' bots that are connected now, by name. House bots always are.",
            view=list_bots_online,
            query=PageQuery,
            answer=BotsOnline,
            example=Example(BotsOnline([DEEP], None)),
        ),
        Call(
            name="show_bots_ladder",
            method="GET",
            path="/ladder/bots",
            words="Lists the bot ladder with the engines, fifty at a time. A bot's points change through"
            " games with people, other bots and house bots. The opponent's points change only if the opponent"
            " is a player's bot.",
            view=show_bots_ladder,
            query=PageQuery,
            answer=BotLadder,
            example=Example(
                BotLadder(
                    [
                        BotRow(
                            1, "Deep", "Ann", "deep-crib", "1.4", "https://example.org/deep-crib",
                            1612, 1, 61, 40,
                        )
                    ],
                    None,
                )
            ),
        ),
    ),
}  # fmt: skip
