"""Calls of and about bots that play by the API: to become one, to say what plays, and who there are."""

from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Literal

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from msgspec import Meta, Struct

from game.bot_accounts.models import BotAccount, Trial
from game.models import Player
from game.tokens.scopes import OF_BOTS
from programs.api.call import Call, Example, Section
from programs.api.calls.common import Moment, lines_response, to_ms
from programs.bots import accounts, trials
from programs.bots.accounts import Engine
from programs.bots.figures import Outcome, outcome_of
from programs.bots.ladder import load_bot_points, load_ladder

TRIALS_AT_ONCE = 100

EngineName = Annotated[
    str, Meta(min_length=1, max_length=accounts.LONGEST_ENGINE, description="What plays for it.")
]
Version = Annotated[
    str, Meta(min_length=1, max_length=accounts.LONGEST_VERSION, description="In which version.")
]
Source = Annotated[
    str,
    Meta(
        max_length=accounts.LONGEST_SOURCE,
        description="Where its source can be read, an address of `https`; may be left out.",
    ),
]


class EngineBody(Struct, forbid_unknown_fields=True, frozen=True):
    """What plays for a bot."""

    engine: EngineName
    version: Version
    source: Source = ""


class UpgradeBody(Struct, forbid_unknown_fields=True, frozen=True):
    """Who answers for a bot, and what plays for it."""

    owner: Annotated[str, Meta(max_length=100, description="A token of scope `bot` that the owner has made.")]
    engine: EngineName
    version: Version
    source: Source = ""


class BotInfo(Struct, frozen=True):
    """A bot: who answers for it, and what plays for it since when."""

    name: str
    owner: str
    engine: str
    version: str
    source: str
    since: Moment
    version_since: Moment
    points: int
    games_to_go: Annotated[
        int, Meta(description="Rated games until its version is no more provisional, and in the list.")
    ]


class BotRow(Struct, frozen=True):
    """A line of the ladder of bots."""

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
    """The first fifty bots, without the provisional ones."""

    rows: list[BotRow]


class TrialBody(Struct, forbid_unknown_fields=True, frozen=True):
    """What a bot is measured against, and how long."""

    against: Literal["novice", "intermediate", "advanced", "master"]
    pairs: Annotated[int, Meta(ge=trials.FEWEST_PAIRS, le=trials.MOST_PAIRS)]


class TrialResult(Struct, frozen=True):
    """Points a game: what the bot won by, what the house did from the same cards, and the difference."""

    margin: float
    house_margin: float
    difference: float
    interval: Annotated[tuple[float, float], Meta(description="Of the difference, with 95%.")]


class TrialInfo(Struct, frozen=True):
    """A trial. Its result comes once it is over; null then too if fewer than ten pairs were played."""

    id: str
    against: str
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
    accounts.upgrade(account=_player_of(request), owners_token=body.owner, engine=engine)
    return _describe([accounts.load_bot(_player_of(request))])[0]


def update_bot(request: HttpRequest, body: EngineBody) -> BotInfo:
    engine = Engine(body.engine, body.version, body.source)
    return _describe([accounts.update(account=_player_of(request), engine=engine)])[0]


def list_bots(request: HttpRequest) -> StreamingHttpResponse:
    return lines_response(_find_bots())


async def _find_bots() -> AsyncIterator[BotInfo]:
    after = ""
    while page := await sync_to_async(_load_page)(after):
        for one in page:
            yield one
        after = page[-1].name


def _load_page(after: str) -> list[BotInfo]:
    return _describe(accounts.load_bots(after))


def show_bots_ladder(request: HttpRequest) -> BotLadder:
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
            for one in load_ladder()
        ]
    )


def begin_trial(request: HttpRequest, body: TrialBody) -> TrialInfo:
    return _describe_trial(trials.begin(bot=_player_of(request), against=body.against, pairs=body.pairs))


def list_trials(request: HttpRequest) -> StreamingHttpResponse:
    return lines_response(_find_trials(trials.find_trials(_player_of(request))))


async def _find_trials(ids: Sequence[str]) -> AsyncIterator[TrialInfo]:
    for first in range(0, len(ids), TRIALS_AT_ONCE):
        for one in await sync_to_async(_load_trials)(ids[first : first + TRIALS_AT_ONCE]):
            yield one


def _load_trials(ids: Sequence[str]) -> list[TrialInfo]:
    return [_describe_trial(trial) for trial in trials.load_trials(ids)]


def show_trial(request: HttpRequest, trial: str) -> TrialInfo:
    return _describe_trial(trials.load_trial(trial, _player_of(request)))


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
    """Bots as everybody may see them."""
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


def _player_of(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)  # the call needs a token
    return request.user


OWNERS_TOKEN = "eo_hT3Wz8Kq0vJ5nB2mR7yL1xC6pD9sF4gA0uE8iO3kQ2w"  # noqa: S105 - an example
DEEP = BotInfo(
    "Deep", "Ann", "deep-crib", "1.4", "https://example.org/deep-crib", 1764150000000, 1764150000000, 1612, 0
)
TRIAL = TrialInfo(
    "t4m8x2c6v9qa", "advanced", "deep-crib", "1.4", 40, 40, 0, 1764150000000, 1764153600000,
    TrialResult(1.4, -0.8, 2.2, (-1.9, 6.3)),
)  # fmt: skip
SECTION = Section(
    "bots",
    "Bots",
    "Accounts that programs play: whose they are, how they stand, and trials against the house.",
    (
        Call(
            name="upgrade_to_bot",
            method="POST",
            path="/bots/upgrade",
            words="Makes your account a bot, for good: a new one, without any game. Its `owner` answers for"
            " it, and consents by a token of their own with the scope `bot`. An owner has three at most.",
            view=upgrade,
            scopes=OF_BOTS,
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
            words="Says what plays for your bot from now on.",
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
            words="Measures your bot against a bot of the house, for fun: in each pair it plays one game, and"
            " the house’s bot plays the same cards in its seat, at no table. Its games begin by themselves,"
            " four at once, each as `game_start` on your stream. A bot has one trial at once.",
            view=begin_trial,
            scopes=OF_BOTS,
            body=TrialBody,
            answer=TrialInfo,
            refusals=("not_a_bot", "trial_runs"),
            example=Example(TRIAL, body=TrialBody("advanced", 40)),
        ),
        Call(
            name="list_trials",
            method="GET",
            path="/bots/me/trials",
            words="The trials of your bot, the newest first, a line of JSON each.",
            view=list_trials,
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
            words="How far a trial of your bot is; once it is over, by how many points a game your bot does"
            " better than the house with the same cards, with a 95% interval. A game that it gives up or"
            " lets run out of time counts as if the opponent had got home.",
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
            words="The bots that players have here, by their names, a line of JSON each.",
            view=list_bots,
            answer=BotInfo,
            has_lines=True,
            example=Example(DEEP),
        ),
        Call(
            name="show_bots_ladder",
            method="GET",
            path="/ladder/bots",
            words="The first fifty bots, each with what plays for it. Their points move by games with people,"
            " each other and the house; nobody else’s move by their games.",
            view=show_bots_ladder,
            answer=BotLadder,
            example=Example(
                BotLadder(
                    [
                        BotRow(
                            1, "Deep", "Ann", "deep-crib", "1.4", "https://example.org/deep-crib",
                            1612, 1, 61, 40,
                        )
                    ]
                )
            ),
        ),
    ),
)  # fmt: skip
