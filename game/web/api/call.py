"""The declaration of an API call. Its route, its checks, its documentation and OpenAPI derive from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from re import findall
from typing import Any, Literal

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from game.tokens.scopes import Scope
from game.web.bodies import MAX_BODY

Method = Literal["GET", "POST", "PUT", "DELETE"]

# The codes of refusals of the open API with their meanings, in the order in which they are listed.
MEANINGS: dict[str, str] = {
    "bad_request": "A parameter or the body does not match the description of the call.",
    "no_token": "The call needs a token.",
    "bad_token": "The token is unknown, expired or revoked.",
    "no_scope": "The token lacks the scope, or has only the scopes bot and engine.",
    "banned": "A host has banned this account.",
    "blocked": "One of the two players blocks the other.",
    "newcomer": "The account is too new for this call.",
    "no_account": "A rated game needs an account on both sides.",
    "bad_owner": "The owner's token is expired or revoked, lacks the scope bot, or belongs to no person.",
    "not_allowed": "A host has not allowed the engine, or has stopped it.",
    "not_a_bot": "The account is not a bot. POST /bots/upgrade makes it one.",
    "not_yours": "It belongs to another account.",
    "people_only": "Only people may make this call, not bots.",
    "private": "The player's profile is private.",
    "same_owner": "A bot's games with its owner or the owner's other bots cannot be rated.",
    "rated_game": "There is no advice while you are in a rated game.",
    "same_place": "Both players used the same internet connection within a day. They can play casual games.",
    "no_call": "There is no such call.",
    "no_club": "There is no such club.",
    "no_daily": "There was no daily game that day, or it is still open.",
    "no_engine": "The account has no registered engine.",
    "no_event": "There is no such event.",
    "no_game": "There is no such game.",
    "no_player": "There is no such player.",
    "no_question": "The engine has no such request.",
    "no_trial": "The bot has no such trial.",
    "no_seek": "There is no such seek or challenge.",
    "wrong_method": "The call does not allow this method.",
    "hush": "The chat refuses this line. The reason is in says.",
    "answered": "The engine has answered that request already.",
    "committed": "The seat has already committed to another secret.",
    "illegal": "The rules do not allow the move.",
    "in_progress": "The first call with this Idempotency-Key still runs.",
    "late": "The answer came after its deadline.",
    "no_such_ply": "The game has not reached that ply.",
    "not_away": "The opponent is present, or has not been away long enough.",
    "not_begun": "No card has been dealt yet.",
    "other_secret": "This is not the secret that the seat committed to.",
    "signature": "The signature is invalid.",
    "stale": "The game has moved past that ply. The stream has the current one.",
    "too_early": "It is too early to show the secret.",
    "unshown": "The server cannot show its part of this game, so the game is called off.",
    "try_again": "The server could not store it. Retry the same request.",
    "engaged": "One of the two players is in a rated game.",
    "trial_runs": "The bot already has a running trial.",
    "bot_full": "The bot already plays eight games.",
    "bot_day": "The bot has played a hundred rated games with bots within a day.",
    "full": "No more fit: an owner has at most three bots, and an account follows at most 200 players.",
    "has_engine": "The account already has an engine of another name.",
    "has_played": "Only a new account can become a bot.",
    "name_taken": "This name is taken, or too similar to one that is.",
    "not_over": "The game is not over.",
    "on_vacation": "One of the two players is on vacation.",
    "open_board": "Other players still play the same cards.",
    "too_late": "Another player accepted it first, or it was withdrawn.",
    "void": "The game was called off.",
    "key_reused": "The Idempotency-Key came with another request within a day.",
    "too_long": "The body is too long.",
    "too_many": "Too many requests. retry_ms says how long to wait.",
    "broken": "Internal error.",
    "busy": "The computation took too long.",
    "locked": "The server does not have the key to this game at the moment.",
}
OF_EVERY_CALL = ("bad_token", "banned", "too_many", "broken", "try_again")


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a call and its answer."""

    answer: Any
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None


@dataclass(frozen=True, slots=True)
class Call:
    """One call: its parameters and answer, its access rules, and its refusals.

    A token needs one of `scopes`. `scopes` is None if the call needs no token.
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
    # The types of parameters of the path that are not just texts.
    parameter_types: Mapping[str, Any] = field(default_factory=dict)
    # Whether the answer is NDJSON (one JSON object per line), and whether it continues until the caller
    # disconnects.
    has_lines: bool = False
    is_endless: bool = False
    # Whether the answer has data that only the token's owner may read.
    is_private: bool = False
    # Whether a token of scope `bot` is enough although its account is not a bot yet.
    is_before_upgrade: bool = False
    # Whether the call creates something, and so takes an `Idempotency-Key` (programs/api/idempotency.py).
    creates: bool = False
    # Of an endless call that creates something: returns the answer to a repetition, from the id of what the
    # first call created (`note_created`), or None if nothing came of that, and the call has to run again.
    repeat: Callable[[HttpRequest, str], HttpResponseBase | None] | None = None
    max_bytes: int = MAX_BODY
    # Its place among the calls of its section, which several rooms can bring.
    rank: int = 0

    @property
    def parameters(self) -> tuple[str, ...]:
        """Return the names of the path's parameters."""
        return tuple(findall(r"{(\w+)}", self.path))

    @property
    def codes(self) -> tuple[str, ...]:
        """Return the codes of all refusals that the call may answer."""
        of_parsing = ("bad_request",) * (self.body is not None or self.query is not None)
        of_bodies = ("too_long",) * (self.body is not None)
        of_access = () if self.scopes is None else ("no_token",)
        of_scopes = ("no_scope",) * (bool(self.scopes) or self.is_private)
        # A parameter that no route takes, such as one with a slash, leads to no call.
        of_path = ("no_call",) * bool(self.parameters)
        of_keys = ("bad_request", "in_progress", "key_reused") if self.creates else ()
        own = (
            *of_access,
            *of_scopes,
            *of_path,
            *of_parsing,
            *of_bodies,
            *of_keys,
            *self.refusals,
            *OF_EVERY_CALL,
        )
        return tuple(sorted(set(own), key=[*MEANINGS].index))

    @property
    def has_pages(self) -> bool:
        """Return whether the answer is a page of a list (game/web/api/paging.py)."""
        return self.query is not None and "cursor" in self.query.__struct_fields__


@dataclass(frozen=True, slots=True)
class Section:
    """A group of calls, as the page and OpenAPI show them."""

    key: str
    title: str
    words: str


def merge_calls(*groups: Mapping[Section, tuple[Call, ...]]) -> dict[Section, tuple[Call, ...]]:
    """Return the calls of several modules by section."""
    merged: dict[Section, tuple[Call, ...]] = {}
    for group in groups:
        for section, calls in group.items():
            merged[section] = merged.get(section, ()) + calls
    return merged
