"""A call of the platform as it is declared: from this come its route, its checks, its page and OpenAPI."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from re import findall
from typing import Any, Literal

from game.tokens.scopes import Scope
from game.web.bodies import MAX_BODY

Method = Literal["GET", "POST", "PUT", "DELETE"]

# The code of each refusal of the open API, and its meaning. They are listed in this order.
MEANINGS: dict[str, str] = {
    "bad_request": "A parameter or the body is not as described here.",
    "no_token": "The call needs a token.",
    "bad_token": "The token is unknown, expired or revoked.",
    "no_scope": "The token lacks the scope, or has none but bot and engine.",
    "banned": "A host has shut this account out.",
    "blocked": "One of the two players blocks the other.",
    "newcomer": "The account is too new for this.",
    "no_account": "A rated game needs accounts on both sides.",
    "bad_owner": "The owner's token is not in force, lacks the scope bot, or is no person's.",
    "not_allowed": "A host has not allowed the engine, or has stopped it.",
    "not_a_bot": "The account is no bot: POST /bots/upgrade makes it one.",
    "not_yours": "It is somebody else's.",
    "people_only": "It is for people, and not for bots.",
    "private": "The player's profile is private.",
    "same_owner": "A bot's games with its owner, or their other bots, are for fun.",
    "rated_game": "There is no advice while you are in a rated game.",
    "same_place": "Both players used one internet connection within a day: play casual.",
    "no_call": "There is no such call.",
    "no_club": "There is no such club.",
    "no_daily": "There was no daily game that day, or it is not over.",
    "no_engine": "The account has registered no engine.",
    "no_event": "There is no such event.",
    "no_game": "There is no such game.",
    "no_player": "There is no such player.",
    "no_question": "The engine was not asked that.",
    "no_trial": "The bot has no such trial.",
    "no_seek": "Nobody waits there.",
    "wrong_method": "The call takes another method.",
    "hush": "Too much was said at once, or the opponent does not want to hear it.",
    "answered": "The engine has answered that already.",
    "committed": "The seat has committed to something else already.",
    "illegal": "The rules do not allow the move.",
    "late": "It came after its time was up.",
    "no_such_ply": "The table has not come to that ply.",
    "not_away": "The opponent is here, or has not been away long enough.",
    "not_begun": "No card is dealt yet.",
    "other_secret": "It is not the secret that the seat committed to.",
    "signature": "The signature does not fit.",
    "stale": "The table has moved on from that ply: see the stream.",
    "too_early": "The secret is not asked for yet.",
    "unshown": "The server cannot show its part of this game, which is void by that.",
    "try_again": "It could not be written down: send the same again.",
    "engaged": "One of the two is in a rated game.",
    "trial_runs": "A trial of the bot runs already.",
    "bot_full": "The bot plays eight games already.",
    "bot_day": "The bot has played a hundred rated games with bots within a day.",
    "full": "An owner has three bots at most.",
    "has_engine": "The account has an engine of another name already.",
    "has_played": "Only a new account can become a bot.",
    "name_taken": "Somebody is called so, or nearly so.",
    "not_over": "The game is not over.",
    "on_vacation": "One of the two is on vacation.",
    "open_board": "Others still play the same cards.",
    "too_late": "Somebody was quicker, or it was withdrawn.",
    "void": "Nobody won that game.",
    "too_long": "The body is too long.",
    "too_many": "Too much in a short time: retry_ms says how long to wait.",
    "broken": "Something went wrong here.",
    "busy": "It could not be worked out in time.",
    "locked": "The server has not got the key to this game at the moment.",
}
OF_EVERY_CALL = ("bad_token", "banned", "too_many", "broken", "try_again")


@dataclass(frozen=True, slots=True)
class Example:
    """One use of a call and its answer."""

    answer: Any
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None


@dataclass(frozen=True, slots=True)
class Call:
    """One call: what it takes and answers, who may make it, and how it is refused.

    `scopes` names those of which a token needs one; None where the caller needs no token.
    """

    name: str
    method: Method
    path: str
    words: str
    view: Callable[..., Any]
    answer: Any
    example: Example
    scopes: frozenset[Scope] | None = None
    body: Any = None
    query: Any = None
    refusals: tuple[str, ...] = ()
    # Whether the answer is a line of JSON for each of something, and whether it goes on until one leaves.
    has_lines: bool = False
    is_endless: bool = False
    # Whether it answers what only the token's owner may read.
    is_private: bool = False
    # Whether a token of scope `bot` will do although its account is no bot's yet.
    is_before_upgrade: bool = False
    max_bytes: int = MAX_BODY

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parts of the path that differ."""
        return tuple(findall(r"{(\w+)}", self.path))

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all refusals that it may be answered with."""
        of_parsing = ("bad_request",) * (self.body is not None or self.query is not None)
        of_bodies = ("too_long",) * (self.body is not None)
        of_access = () if self.scopes is None else ("no_token",)
        of_scopes = ("no_scope",) * (bool(self.scopes) or self.is_private)
        own = (*of_access, *of_scopes, *of_parsing, *of_bodies, *self.refusals, *OF_EVERY_CALL)
        return tuple(sorted(set(own), key=[*MEANINGS].index))

    @property
    def is_cross_origin(self) -> bool:
        """Whether a page of any site may make it, because its answer is the same for all callers."""
        return self.scopes is None


@dataclass(frozen=True, slots=True)
class Section:
    """Calls that belong together."""

    key: str
    title: str
    words: str
    calls: tuple[Call, ...]
