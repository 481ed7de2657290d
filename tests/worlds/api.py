"""A site with rows for every API call, and a program that calls."""

import json
from collections.abc import AsyncIterator
from datetime import date
from typing import Any
from urllib.parse import urlencode

import msgspec
from asgiref.sync import async_to_sync
from django.http import HttpResponse
from django.test import Client

from common import clock
from game.engines.models import Question, RemoteEngine
from game.engines.remote import questions, registering
from game.following.models import Follow
from game.lobby import seeks
from game.lobby.pairing import GameSettings
from game.models import Player
from game.shared_rounds.announcing import announce
from game.table.bot_accounts import get_or_create_account
from game.tokens.scopes import Scope
from game.tokens.tokens import make_token
from game.web.api.call import Call
from people.clubs.models import Club, Membership
from programs.bots.accounts import Engine, upgrade
from programs.bots.trials import begin
from ranking.models import Kind, Standing
from study.daily.models import Daily
from tests.worlds.engines import thrower
from tests.worlds.finished_games import create_finished_game
from tests.worlds.people import host, in_days, player
from tests.worlds.tables import create_game
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import build_event

Answer = tuple[int, Any]
CALLS_OF_ENGINES = ("register_engine", "show_engine", "find_work", "answer_question")


class World:
    """Ann and Bob, who have played; and all that the examples name, under the names that it has here."""

    def __init__(self) -> None:
        now = clock.now()
        self.ann, self.bob = player("Ann"), player("Bob")
        self.deep, self.fresh = bot_of(self.ann, "Deep"), player("Fresh")
        self.blue = bot_of(self.ann, "Blue")
        # The callers of calls that are not Ann's.
        self.callers = {
            "upgrade_to_bot": self.fresh,
            "update_bot": self.deep,
            "begin_trial": self.deep,
            "list_trials": self.blue,
            "show_trial": self.blue,
        }
        self.mae = player("Mae")
        self.callers |= dict.fromkeys(CALLS_OF_ENGINES, self.mae)
        Standing.objects.create(player=self.deep, kind=Kind.BOTS, points=1612, wins=61, listed=True)
        get_or_create_account("novice")
        self.game = create_finished_game(players=(self.ann, self.bob), rated=True)
        self.live = create_game(players=(self.ann, self.bob))
        self.event = build_event(EventSettings("night", "Friday night", in_days(1)), by=host())
        self.event.save(force_insert=True)
        owls = Club.objects.create(name="Owls", slug="owls", likeness="ovvls", about="Late.", created_at=now)
        Membership.objects.create(club=owls, player=self.ann, role="owner", since=now)
        Follow.objects.create(by=self.ann, followed=self.bob, at=now)
        Daily.objects.create(
            day=date(2026, 11, 25),
            deck_set=announce({}, 1),
            stage=Daily.Stage.COUNTED,
            par=3.5,
            par_margins=[3, 4],
        )
        trial = begin(bot=self.blue, against="novice", pairs=10)
        _handed_out, question = ask_engine(self.mae), ask_engine(self.mae)
        self.names = {"game": self.game.pk, "event": self.event.pk, "trial": trial.pk}
        self.names["question"] = str(question)
        settings = GameSettings(121, "auto", "quick", False, 1, 0)
        self.asked = seeks.challenge(player=self.bob, to=self.ann, settings=settings).game
        self.mine = seeks.challenge_by_link(player=self.ann, settings=settings).game

    def try_example(self, call: Call, *scopes: Scope) -> HttpResponse:
        """The answer to a call's example, asked by Ann where a token is needed."""
        example = call.example
        names = self.names | {"seek": self.mine if call.name == "cancel_challenge" else self.asked}
        if call.path.startswith("/play/"):
            names = {}  # its game is at no table of this process
        values = {name: names.get(name, value) for name, value in example.path.items()}
        body = None if example.body is None else json.dumps(to_plain(example.body))
        for name, value in example.path.items() if body else ():
            body = body.replace(value, values[name])
        if body and call.name in ("export_games", "show_boards"):
            body = json.dumps({"games": [self.game.pk]})
        if call.name == "upgrade_to_bot":
            body = json.dumps(json.loads(body or "") | {"owner": make_text(self.ann, Scope.BOT)})
        caller = self.callers.get(call.name, self.ann)
        headers = {} if call.scopes is None else bearer(make_text(caller, *scopes))
        return request(call, call.path.format_map(values), body, dict(example.query), **headers)


def bot_of(owner: Player, name: str) -> Player:
    """A bot that plays by the API."""
    account = player(name)
    upgrade(account=account, owners_token=make_text(owner, Scope.BOT), engine=Engine("deep-crib", "1.4"))
    account.refresh_from_db()
    return account


def ask_engine(owner: Player) -> int:
    """An engine of a player that may play, and is asked for a throw; there are many minutes for it."""
    engine = registering.register(owner=owner, name="deep_crib", version="1.4")
    RemoteEngine.objects.filter(pk=engine.pk).update(state="allowed", polled_ms=clock.milliseconds())
    question = questions.write(registering.brain_of(engine), thrower(), (), "00")
    Question.objects.filter(pk=question).update(due_ms=clock.milliseconds() + 3_600_000)
    return question


def to_plain(value: Any) -> Any:
    """A body as JSON has it."""
    return msgspec.to_builtins(value)


def make_text(player: Player, *scopes: Scope, days: int = 30) -> str:
    """The text of a new token."""
    return make_token(player=player, name="a program", scopes=scopes, days=days)[1]


def bearer(text: str) -> dict[str, str]:
    """The header that shows a token."""
    return {"HTTP_AUTHORIZATION": f"Bearer {text}"}


def request(call: Call, path: str, body: str | None = None, query: Any = None, **headers: str) -> Any:
    """Make a call as a program does."""
    address = f"/api/v1{path}"
    if query:
        address += f"?{urlencode(query)}"
    return Client().generic(call.method, address, body or "", content_type="application/json", **headers)


def get(path: str, **headers: str) -> Any:
    """Read something as a program does."""
    return Client().get(f"/api/v1{path}", **headers)


def lines_of(response: Any) -> list[Any]:
    """The lines of an answer that comes as such."""

    async def read(parts: AsyncIterator[bytes]) -> bytes:
        return b"".join([part async for part in parts])

    whole = async_to_sync(read)(response.streaming_content)
    return [json.loads(line) for line in whole.splitlines() if line]


def answers_of(call: Call, response: Any) -> list[Any]:
    """Return the answers to a call: each line of a stream, or the single response."""
    return lines_of(response) if call.has_lines else [response.json()]
