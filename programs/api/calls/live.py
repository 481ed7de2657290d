"""Streams to listen to: what happens to the caller, which games can be watched, and one of them."""

from django.http import HttpRequest
from django.utils.translation import gettext
from msgspec import Struct

from common.http.live_response import LiveResponse
from common.refusal import Refusal
from game.consumers.table import TableConsumer
from game.models import Game
from game.shared_decks.barrier import check_shown
from game.tokens.scopes import AT_A_TABLE
from programs.api.call import Call, Example, Section
from programs.api.calls.common import ID
from programs.api.streams.events import EventStream, GameStart, PlatformEvent
from programs.api.streams.lines import live
from programs.api.streams.live_games import GameGone, LiveGame, LiveGamesStream

HELLO = {"t": "hello"}


class Frame(Struct, frozen=True):
    """A frame of the table’s protocol (docs/protocol.md): `t` says which, and so what else it has."""

    t: str


def stream_events(request: HttpRequest) -> LiveResponse:
    return live(request, EventStream, {}, [HELLO])


def stream_live_games(request: HttpRequest) -> LiveResponse:
    return live(request, LiveGamesStream, {}, [HELLO])


def watch_game(request: HttpRequest, game: str) -> LiveResponse:
    check_shown(game, None)
    if not Game.objects.filter(pk=game).exists():
        raise Refusal("no_game", gettext("There’s no such game."))
    return live(request, Watcher, {"game_id": game}, [HELLO | {"history": True}])


class Watcher(TableConsumer):
    """Somebody who only watches; what only a seat may see they are not shown, whatever their token."""

    takes_tokens = False


SECTION = Section(
    "streams",
    "Streams",
    "Answers that go on for as long as one listens.",
    (
        Call(
            name="stream_events",
            method="GET",
            path="/stream",
            words="What happens to you, line by line: games that begin and end, challenges, tables in events,"
            " notices. All that stands comes first. A token has one such stream: a new one ends the old.",
            view=stream_events,
            scopes=AT_A_TABLE,
            answer=PlatformEvent,
            has_lines=True,
            is_endless=True,
            example=Example(GameStart(ID, 0, "Bob", False, True, "quick", True)),
        ),
        Call(
            name="stream_live_games",
            method="GET",
            path="/games/live",
            words="The games between people that can be watched: those played now, then how they go on.",
            view=stream_live_games,
            answer=LiveGame | GameGone,
            has_lines=True,
            is_endless=True,
            example=Example(
                LiveGame(ID, ("Ann", "Bob"), (None, None), (45, 31), 121, "quick", True, 1)
            ),
        ),
        Call(
            name="watch_game",
            method="GET",
            path="/games/{game}/watch",
            words="A game as those see it who watch: the frames of its table, from the whole of it on.",
            view=watch_game,
            answer=Frame,
            has_lines=True,
            is_endless=True,
            refusals=("no_game", "open_board"),
            example=Example(Frame("table"), path={"game": ID}),
        ),
    ),
)  # fmt: skip
