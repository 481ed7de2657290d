"""Calls of engines that run elsewhere: to register one, to poll for what it is asked, and to answer."""

from typing import Annotated, Any, Literal, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from msgspec import UNSET, Meta, Struct, UnsetType

from common.refusal import Refusal
from game.engines.models import RemoteEngine
from game.engines.protocol import PROTOCOL, Label, ThinkAnswer
from game.engines.remote import questions, registering
from game.models import Player
from game.tokens.scopes import OF_ENGINES
from game.wire.moves import ThrowPayload
from programs.api.call import Call, Example, Section
from programs.api.calls.common import Done, Moment, to_ms
from programs.api.streams.engine_work import answer_work

StateName = Literal["waiting", "allowed", "stopped"]

ITS_NAME = "What it is called here: 3 to 20 small letters, with `_` between them."


class RegisterBody(Struct, forbid_unknown_fields=True, frozen=True):
    """An engine: what it is called, and in which version it plays."""

    name: Annotated[str, Meta(min_length=3, max_length=20, description=ITS_NAME)]
    version: Label


class EngineInfo(Struct, frozen=True):
    """An engine: whether it may play, and what a host said to that."""

    name: str
    version: str
    state: StateName
    reason: Annotated[str, Meta(description="What the host said who decided last; empty where none has.")]
    registered: Moment
    present: Annotated[bool, Meta(description="Whether its program has polled lately.")]


class Work(Struct, frozen=True):
    """A message `think` of `every-other/engine/1`; `{}` where there was nothing to do for 30 seconds."""

    t: Literal["think"] | UnsetType = UNSET
    id: int | UnsetType = UNSET
    view: Annotated[
        dict[str, Any] | UnsetType, Meta(description="The table as the seat sees it, and `seat`.")
    ] = UNSET
    memory: Annotated[
        list[dict[str, Any]] | UnsetType, Meta(description="What everybody has seen, the oldest first.")
    ] = UNSET
    chance: str | UnsetType = UNSET
    ms: Annotated[int | UnsetType, Meta(description="The milliseconds there are for it.")] = UNSET


def register_engine(request: HttpRequest, body: RegisterBody) -> EngineInfo:
    engine = registering.register(owner=_player_of(request), name=body.name, version=body.version)
    return _describe(engine)


def show_engine(request: HttpRequest) -> EngineInfo:
    return _describe(registering.load_engine(_player_of(request)))


def find_work(request: HttpRequest) -> HttpResponseBase:
    return answer_work(request, registering.load_allowed_engine(_player_of(request)))


def answer_question(request: HttpRequest, question: str, body: ThinkAnswer) -> Done:
    if question != str(body.id):
        raise Refusal("bad_request", gettext("The answer names another question than the address does."))
    questions.answer(registering.load_allowed_engine(_player_of(request)), body.id, body)
    return Done()


def _describe(engine: RemoteEngine) -> EngineInfo:
    decision = registering.find_last_decision(engine)
    return EngineInfo(
        engine.name,
        engine.version,
        cast(StateName, engine.state),
        decision.reason if decision else "",
        to_ms(engine.registered_at),
        registering.is_present(engine),
    )


def _player_of(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)  # the call needs a token
    return request.user


MINE = EngineInfo("deep_crib", "1.4", "allowed", "It plays well.", 1764150000000, True)
SECTION = Section(
    "engines",
    "Engines that run elsewhere",
    f"A program that polls, and plays as a bot of the house once a host allows it. It speaks `{PROTOCOL}`.",
    (
        Call(
            name="register_engine",
            method="POST",
            path="/engines",
            words="Registers your engine, which then waits for a host. You have one; again, it says in which"
            " version it plays from now on.",
            view=register_engine,
            scopes=OF_ENGINES,
            body=RegisterBody,
            answer=EngineInfo,
            refusals=("people_only", "name_taken", "has_engine"),
            example=Example(MINE, body=RegisterBody("deep_crib", "1.4")),
        ),
        Call(
            name="show_engine",
            method="GET",
            path="/engines/me",
            words="Your engine: whether it waits, is allowed, or was stopped.",
            view=show_engine,
            scopes=OF_ENGINES,
            answer=EngineInfo,
            refusals=("no_engine",),
            example=Example(MINE),
        ),
        Call(
            name="find_work",
            method="POST",
            path="/engines/work",
            words="Waits up to 30 seconds for a move that your engine is asked for. Each is handed out once."
            " Call again at once: an engine that does not poll makes the simplest moves.",
            view=find_work,
            scopes=OF_ENGINES,
            answer=Work,
            refusals=("no_engine", "not_allowed"),
            example=Example(
                Work("think", 4711, {"seat": 1, "phase": "throw"}, [], "0f3c9a5be2d14d2c7711a0e63b", 1000)
            ),
        ),
        Call(
            name="answer_question",
            method="POST",
            path="/engines/work/{question}",
            words="Gives the answer, `{id, move}`, once, and within its time. Where it comes too late, or is"
            " against the rules, the simplest move is made.",
            view=answer_question,
            scopes=OF_ENGINES,
            body=ThinkAnswer,
            answer=Done,
            refusals=("no_engine", "not_allowed", "no_question", "answered", "late", "illegal"),
            example=Example(
                Done(),
                path={"question": "4711"},
                body=ThinkAnswer(4711, ThrowPayload(("KH", "JC"))),
            ),
        ),
    ),
)  # fmt: skip
