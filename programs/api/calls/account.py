"""Calls about the caller: the token's account, scopes, rate limits and revocation."""

from typing import Annotated

from django.http import HttpRequest
from msgspec import Meta, Struct

from common.http.rate_limit import RateLimit
from game.accounts.rate_limits import ADVICE, API_BY_ADDRESS, API_BY_TOKEN, GAMES, TRANSCRIPTS
from game.tokens import tokens
from game.tokens.bearer import bearer_of
from game.tokens.models import Token
from game.tokens.scopes import ANY, Scope
from game.web.api.call import Call, Example, Section
from game.web.api.common import Done, Moment, to_ms
from game.wire.values import one_of
from ranking.models import Kind
from ranking.standings import OF_BOTS, load_standings

ScopeName = Annotated[str, one_of(*Scope.values)]


class TokenInfo(Struct, frozen=True):
    """A token without its text."""

    name: str
    scopes: list[ScopeName]
    created: Moment
    expires: Moment
    used_on: Annotated[
        str | None, Meta(description="The last day before this call on which the token was used.")
    ]


class Me(Struct, frozen=True):
    """The account that owns the token."""

    name: str
    private: bool
    points_people: int
    points_house: int
    points_bots: Annotated[int | None, Meta(description="Set for bots only.")]
    token: TokenInfo


class Limit(Struct, frozen=True):
    """A rate limit: `turns` requests within `seconds`, and `address_turns` in all from one IP address."""

    name: str
    turns: int
    address_turns: int
    seconds: float


class Limits(Struct, frozen=True):
    """Rate limits. `api` counts by token, and `api.open` by IP address for calls without a token."""

    limits: list[Limit]
    tokens_per_account: int
    event_streams_per_token: int


class TokensBody(Struct, forbid_unknown_fields=True, frozen=True):
    """Tokens to check."""

    tokens: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=20)]


class TestedToken(Struct, frozen=True):
    """The account, scopes and expiry of a valid token. Null for an invalid token."""

    player: str
    scopes: list[ScopeName]
    expires: Moment


class TestedTokens(Struct, frozen=True):
    """The results, in the order of the request."""

    tokens: list[TestedToken | None]


SHOWN_LIMITS = (API_BY_TOKEN, API_BY_ADDRESS, GAMES, ADVICE, TRANSCRIPTS)


def show_me(request: HttpRequest) -> Me:
    token = _token_of(request)
    player = token.player
    standings = load_standings(player.pk)
    return Me(
        name=player.username,
        private=player.is_private,
        points_people=standings[Kind.PEOPLE].points,
        points_house=standings[Kind.HOUSE].points,
        points_bots=load_standings(player.pk, OF_BOTS)[Kind.BOTS].points if player.is_api_bot else None,
        token=TokenInfo(
            token.name,
            token.scopes.split(),
            to_ms(token.created_at),
            to_ms(token.expires_at),
            token.used_on.isoformat() if token.used_on else None,
        ),
    )


def show_limits(request: HttpRequest) -> Limits:
    return Limits([_limit(one) for one in SHOWN_LIMITS], tokens.MAX_PER_ACCOUNT, 1)


def test_tokens(request: HttpRequest, body: TokensBody) -> TestedTokens:
    found = [tokens.find_token(text) for text in body.tokens]
    return TestedTokens(
        [
            TestedToken(one.player.username, one.scopes.split(), to_ms(one.expires_at)) if one else None
            for one in found
        ]
    )


def end_token(request: HttpRequest) -> Done:
    token = _token_of(request)
    tokens.revoke(player=token.player, token_id=token.pk)
    return Done()


def _token_of(request: HttpRequest) -> Token:
    """Return the token of a call that has been authenticated."""
    found = tokens.find_token(bearer_of(request.headers["authorization"]) or "")
    assert found is not None
    return found


def _limit(limit: RateLimit) -> Limit:
    return Limit(limit.name, limit.limit, limit.limit * limit.shares_per_address, limit.seconds)


TOKEN = "eo_q5Jc0V0m1b9oT0Hn0Zk3w8mJ2rQx7Yd4Lf6Gs1Ap0Ee"  # noqa: S105 - an example
ACCOUNT = Section(
    "account",
    "Your token",
    "The token of this call: its account, its scopes, its rate limits and its revocation.",
)
CALLS = {
    ACCOUNT: (
        Call(
            name="show_me",
            method="GET",
            path="/me",
            words="Shows your account and what this token may do.",
            view=show_me,
            scopes=ANY,
            answer=Me,
            example=Example(
                Me(
                    "Ann", False, 1604, 1531, None,
                    TokenInfo("my bot", ["challenge", "play"], 1764150000000, 1795686000000, "2026-11-25"),
                )
            ),
        ),
        Call(
            name="show_limits",
            method="GET",
            path="/limits",
            words="Lists the rate limits. A call beyond a limit is answered 429, with `retry_ms` and the"
            " header `Retry-After`. A refused call does not count.",
            view=show_limits,
            scopes=ANY,
            answer=Limits,
            example=Example(Limits([_limit(one) for one in SHOWN_LIMITS], tokens.MAX_PER_ACCOUNT, 1)),
        ),
        Call(
            name="test_tokens",
            method="POST",
            path="/tokens/test",
            words="Shows the account, scopes and expiry of up to twenty tokens.",
            view=test_tokens,
            scopes=ANY,
            body=TokensBody,
            answer=TestedTokens,
            example=Example(
                TestedTokens([TestedToken("Ann", ["play"], 1795686000000), None]),
                body=TokensBody([TOKEN, "eo_unknown"]),
            ),
        ),
        Call(
            name="end_token",
            method="DELETE",
            path="/token",
            words="Revokes the token of this call and closes its streams.",
            view=end_token,
            scopes=ANY,
            answer=Done,
            example=Example(Done()),
        ),
    ),
}  # fmt: skip
