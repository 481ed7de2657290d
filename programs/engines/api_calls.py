"""Calls of remote engines: register, poll for requests, and answer them."""

from typing import Annotated, Literal, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from msgspec import UNSET, Meta, Struct, UnsetType

from common.refusal import Refusal
from game.engines.models import RemoteEngine
from game.engines.protocol import PROTOCOL, Label, ThinkAnswer
from game.engines.remote import questions, registering
from game.tokens.scopes import OF_ENGINES
from game.web.api.call import Call, Example, Section
from game.web.api.common import Done, Moment, player_of, to_ms
from game.wire.events import TableEvent
from game.wire.moves import ThrowPayload
from game.wire.positions import EngineView
from programs.engines.polling import answer_work

StateName = Literal["waiting", "allowed", "stopped"]

ITS_NAME = "The engine's name here: 3 to 20 lower-case letters, with `_` between them."


class RegisterBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The name and version of an engine."""

    name: Annotated[str, Meta(min_length=3, max_length=20, description=ITS_NAME)]
    version: Label


class EngineInfo(Struct, frozen=True):
    """An engine: whether it may play, and the reason of a host's last decision."""

    name: str
    version: str
    state: StateName
    reason: Annotated[str, Meta(description="The reason of a host's last decision. Empty if there was none.")]
    registered: Moment
    present: Annotated[bool, Meta(description="Whether its program has polled recently.")]


class Work(Struct, frozen=True):
    """A message `think` of `every-other/engine/1`, or `{}` if there was no request for 30 seconds."""

    t: Literal["think"] | UnsetType = UNSET
    id: int | UnsetType = UNSET
    view: Annotated[
        EngineView | UnsetType, Meta(description="The table as the seat sees it, and `seat`.")
    ] = UNSET
    memory: Annotated[
        list[TableEvent] | UnsetType, Meta(description="What both players have seen, oldest first.")
    ] = UNSET
    chance: str | UnsetType = UNSET
    ms: Annotated[int | UnsetType, Meta(description="The time limit in milliseconds.")] = UNSET


def register_engine(request: HttpRequest, body: RegisterBody) -> EngineInfo:
    engine = registering.register(owner=player_of(request), name=body.name, version=body.version)
    return _describe(engine)


def show_engine(request: HttpRequest) -> EngineInfo:
    return _describe(registering.load_engine(player_of(request)))


def find_work(request: HttpRequest) -> HttpResponseBase:
    return answer_work(request, registering.load_allowed_engine(player_of(request)))


def answer_question(request: HttpRequest, question: str, body: ThinkAnswer) -> Done:
    if question != str(body.id):
        raise Refusal("bad_request", gettext("The answer and the address name different questions."))
    questions.answer(registering.load_allowed_engine(player_of(request)), body.id, body)
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


VIEW = EngineView(
    target=121, counting="auto", phase="throw", deal=1, dealer=1, scores=(0, 0), cut=(), held=(6, 6),
    thrown=(False, False), starter=None, pile=(), count=0, played=(), turn=(0, 1), laid=None, open=None,
    winner=None, value=None, ended=None, show=None, hand=("5H", "5S", "5D", "JC", "QS", "AH"), throw=(),
    playable=(), must_go=False, seat=1,
)  # fmt: skip
MINE = EngineInfo("deep_crib", "1.4", "allowed", "It plays well.", 1764150000000, True)
ENGINES = Section(
    "engines",
    "Engines that run elsewhere",
    f"A program that polls for moves, and plays as a house bot if a host allows it. It speaks `{PROTOCOL}`.",
)
CALLS = {
    ENGINES: (
        Call(
            name="register_engine",
            method="POST",
            path="/engines",
            words="Registers your engine, which then waits for a host's approval. An account has one engine."
            " Call again to change its version.",
            view=register_engine,
            scopes=OF_ENGINES,
            creates=True,
            body=RegisterBody,
            answer=EngineInfo,
            refusals=("people_only", "name_taken", "has_engine"),
            example=Example(MINE, body=RegisterBody("deep_crib", "1.4")),
        ),
        Call(
            name="show_engine",
            method="GET",
            path="/engines/me",
            words="Shows whether your engine waits for approval, is allowed, or was stopped.",
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
            words="Waits up to 30 seconds for a move request to your engine. Each request is handed out"
            " once. Poll again at once: if an engine does not poll, the server makes the simplest moves for"
            " it.",
            view=find_work,
            scopes=OF_ENGINES,
            answer=Work,
            refusals=("no_engine", "not_allowed"),
            example=Example(
                Work("think", 4711, VIEW, [], "0f3c9a5be2d14d2c7711a0e63b", 1000)
            ),
        ),
        Call(
            name="answer_question",
            method="POST",
            path="/engines/work/{question}",
            words="Sends the answer `{id, move}` to a request. Each request takes one answer. If the answer"
            " is late or against the rules, the server makes the simplest move.",
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
}  # fmt: skip
