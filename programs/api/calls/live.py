"""Streams: the caller's events, the list of live games, and one live game."""

from django.http import HttpRequest
from django.utils.translation import gettext

from common.http.live_response import LiveResponse
from common.refusal import Refusal
from game.consumers.table import TableConsumer
from game.models import Game
from game.shared_decks.barrier import check_shown
from game.tokens.scopes import AT_A_TABLE
from game.web.api.call import Call, Example, Section
from game.web.api.common import ID
from game.wire.frames import ByeFrame, ClocksFrame, RefusedFrame, TableStream
from programs.api.streams.events import EventStream, GameStart, PlatformEvent
from programs.api.streams.lines import live
from programs.api.streams.live_games import GameGone, LiveGame, LiveGamesStream

HELLO = {"t": "hello"}


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
    """A spectator. Spectators never see what only a seat may see, whatever their token."""

    takes_tokens = False


STREAMS = Section(
    "streams",
    "Streams",
    "Streams that continue until you disconnect. They send an empty line every seven seconds.",
)
CALLS = {
    STREAMS: (
        Call(
            name="stream_events",
            method="GET",
            path="/stream",
            words="Streams your events as NDJSON: games that begin and end, challenges, tables in events,"
            " notifications. The current state comes first. A token has one event stream: opening a new one"
            " closes the old one.",
            view=stream_events,
            scopes=AT_A_TABLE,
            answer=PlatformEvent | RefusedFrame | ByeFrame,
            has_lines=True,
            is_endless=True,
            example=Example(GameStart(ID, 0, "Bob", False, True, "quick", True)),
        ),
        Call(
            name="stream_live_games",
            method="GET",
            path="/games/live",
            words="Streams the live games between people that can be watched: the current list first, then"
            " changes.",
            view=stream_live_games,
            answer=LiveGame | GameGone | RefusedFrame | ByeFrame,
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
            words="Streams a live game as a spectator sees it: the whole table first, then the frames of its"
            " protocol.",
            view=watch_game,
            answer=TableStream,
            has_lines=True,
            is_endless=True,
            refusals=("no_game", "open_board"),
            example=Example(ClocksFrame(None), path={"game": ID}),
        ),
    ),
}  # fmt: skip
