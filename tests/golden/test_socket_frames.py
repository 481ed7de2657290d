"""The frames of the lobby, events, lists and every page keep their fields, in their order.

`socket-frames.jsonl` has them. `WRITE_FRAMES=1` writes it again after a deliberate change of the protocol.
"""

import asyncio
import json
import os
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from django.core.cache import cache

from common import clock
from common.formats.json import encode
from game.accounts import blocks
from game.consumers import ladder, showcase
from game.engine.state import Rules
from game.lobby import seeks
from game.lobby.display.banner import load_banner
from game.lobby.display.snapshot import LobbyFrames, load_snapshot, seek_notices
from game.lobby.pairing import GameSettings
from game.lobby.rematch import request_rematch
from game.models import Game, Player
from game.table.record.ledger import Ledger
from game.wire.feeds import FromLadder, FromLobby, Pong, Refused
from people.following import follows
from people.following.people import KINDS, load_following
from people.following.web.consumer import FollowingConsumer, FollowingFrame, render_frame
from people.moderation.rulings import mute, warn
from people.notices import consumer as site
from people.notices.listing import load_notices
from people.notices.record import notify
from people.notices.shapes import NoticesFrame
from ranking.models import Kind, Standing
from tests.worlds.api import bot_of
from tests.worlds.bot_games import open_bot_game
from tests.worlds.people import REASON, host
from tests.worlds.stepped_evenings import announce, enter_all, live, players, steps_until_nothing_is_due, win
from tests.worlds.tables import create_game, load_dealt_table, update_row
from tests.worlds.typed import check
from tournaments.event_pages import consumer as event_socket
from tournaments.event_pages.grid import Grid
from tournaments.event_pages.live_frame import load_live_event, with_time
from tournaments.event_pages.shapes import FromEvent
from tournaments.events.models import Event
from tournaments.events.notice_kinds import EVENT_CHANGED, PAIRED

GOLDEN = Path(__file__).parent / "socket-frames.jsonl"
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("newcomers_may_enter"),
    pytest.mark.slow,
]

# What differs in each run: ids, times and cards, by their form or by their field.
RANDOM = re.compile(
    r"[0-9a-f]{64}|[2-9a-hjkmnp-z]{12}|\d{4}-\d\d-\d\dT.+|/(events|join|table)/\w{6,}|\d+", re.ASCII
)
FIELDS = {"left_ms", "cut", "dealer", "turn", "starter", "waited_s", "entry", "waits_since"}
# Lists whose rows depend on the draw: only the fields of a row and their types are compared.
ROWS = {"standings", "tables", "plan", "line"}


def plain(frame: bytes) -> str:
    """Return a frame without what differs in each run."""
    told = json.loads(frame)
    assert encode(told) == frame
    return encode(_masked(told)).decode()


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _masked_field(name, part) for name, part in value.items()}
    if isinstance(value, list):
        return [_masked(part) for part in value]
    is_random = (
        RANDOM.fullmatch(value) is not None
        if isinstance(value, str)
        else isinstance(value, int) and value > 10**12
    )
    return "*" if is_random else value


def _masked_field(name: str, part: Any) -> Any:
    if name in ROWS:
        return _form(part)
    return "*" if name in FIELDS and part is not None else _masked(part)


def _form(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _form(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_form(part) for part in value]
    return type(value).__name__


class Viewer:
    """A socket that keeps what it is sent."""

    def __init__(self, player: Player | None = None, event_id: str = "") -> None:
        self.player, self.event_id = player, event_id
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)


@pytest.fixture
def people() -> list[Player]:
    cache.clear()
    ann, bob = (Player.objects.create(username=name) for name in ("Ann", "Bob"))
    guest = Player.objects.create(username="Guest-k3m9x", is_guest=True, nickname="Dot")
    return [ann, bob, guest, bot_of(Player.objects.create(username="Owner"), "Deep")]


def lobby_frames(ann: Player, bob: Player, guest: Player, deep: Player) -> list[bytes]:
    Standing.objects.create(player=ann, kind=Kind.PEOPLE, points=1713)
    seeks.seek_anyone(player=guest, settings=GameSettings(61, "auto", "quick"), quick=True)
    seeks.challenge(player=ann, to=bob, settings=GameSettings(121, "muggins", "relaxed", ahead=5))
    seeks.challenge(player=ann, to=deep, settings=GameSettings(121, "auto", "standard"))
    seeks.challenge_by_link(player=bob, settings=GameSettings(best_of=3))
    declined = seeks.challenge(player=bob, to=guest, settings=GameSettings())
    paired = seeks.challenge(player=bob, to=ann, settings=GameSettings(61, "auto", "none"))
    seeks.decline(seek_id=declined.game, player=guest, reason="faster")
    seeks.accept(seek_id=paired.game, player=ann)
    over, slow = create_game(players=(ann, bob)), create_game("relaxed", players=(bob, ann))
    update_row(over.pk, finished_at=clock.now(), ended="played", ply=9)
    update_row(slow.pk, ply=4, score_a=12, score_b=34)
    update_row(create_game(players=(guest, deep)).pk, ply=4)
    open_bot_game(ann, "novice", Rules())
    request_rematch(game_id=over.pk, player=bob)
    cat = Player.objects.create(username="Cat")
    blocks.block(player=ann, other=cat)
    follows.follow(player=ann, other=bob)
    announce("night", 60)
    everyone = [ann, bob, guest, deep]
    here = [str(one.pk) for one in everyone]
    lobby = LobbyFrames(load_snapshot([one.pk for one in everyone], here), 5, load_banner())
    bare = LobbyFrames(load_snapshot([], []), 1)
    return [
        *(lobby.frame(one) for one in (*everyone, None)),
        bare.frame(None),
        *(frame for seek in (declined.game, paired.game) for _, frame in seek_notices(seek)),
    ]


def test_the_lobby(people: list[Player]) -> None:
    compare("lobby", lobby_frames(*people), FromLobby)


@pytest.mark.django_db(transaction=True)
def test_the_game_of_the_front_page(people: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    feed, viewer = showcase.ShowcaseFeed(), Viewer()
    monkeypatch.setattr(feed, "_choose", AsyncMock())
    monkeypatch.setattr(feed, "_is_still_played", AsyncMock(return_value=True))
    feed.viewers.add(viewer)  # type: ignore[arg-type]
    game = create_game(players=(people[0], people[2]))

    async def show() -> None:
        await feed.broadcast([viewer])  # type: ignore[list-item]
        feed._table = await load_dealt_table(game.pk, Ledger())
        await feed.broadcast([viewer])  # type: ignore[list-item]

    asyncio.run(show())
    compare("featured", viewer.frames, FromLobby)


def test_the_socket_of_every_page(people: list[Player]) -> None:
    ann, bob = people[:2]
    lobby_frames(*people)
    ruler = host()
    warn(by=ruler, player=ann, reason=REASON)
    mute(by=ruler, player=ann, reason=REASON, until=clock.now() + timedelta(days=1))
    notify(
        EVENT_CHANGED, [ann.pk], "1", event="Night", what="edited", reason="Rain", minutes=0, url="/events/x"
    )
    notify(PAIRED, [ann.pk], "2", event="Night", by=bob, game="abcdefghjkmn")
    notices, points = load_notices([one.pk for one in people])
    asyncio.run(site._mark_those_at_their_table(notices))
    compare(
        "notices",
        [
            *(site.encode_frame(one, points, notices.get(one.pk, [])) for one in people),
            site.encode_frame(None, {}, []),
        ],
        NoticesFrame,
    )


def test_the_socket_of_an_event(later: Callable[..., None]) -> None:
    kinds = ("night", "bracket", "robin")
    frames = []
    for kind in kinds:
        entrants = players(4, kind)
        event = announce(kind, 1)
        enter_all(event, entrants)
        frames.append(event_frame(event.pk, entrants[0]))
        later(minutes=1, seconds=1)
        steps_until_nothing_is_due(event)
        game = next(game for game in live_games(event) if game.seat_of(entrants[0]) is not None)
        win(game, game.seat_of(entrants[0]))
        steps_until_nothing_is_due(event)
        frames += [event_frame(event.pk, entrants[0]), event_frame(event.pk, None)]
    compare("event", frames, FromEvent)


def live_games(event: Event) -> list[Game]:
    return [pairing.game for pairing in live(event)]


def event_frame(event_id: str, player: Player | None) -> bytes:
    event = load_live_event(event_id, {player.pk} if player else set())
    return with_time(event.frame(event.mine(player)))


@pytest.mark.django_db(transaction=True)
def test_other_frames_of_an_event(people: list[Player]) -> None:
    viewer = Viewer(event_id="night")
    event_socket.feed.viewers.add(viewer)  # type: ignore[arg-type]
    event_socket.feed._warn("night", "start", 1764268200000)
    event_socket.feed.viewers.discard(viewer)  # type: ignore[arg-type]
    consumer = event_socket.EventConsumer({"event_id": "night"}, AsyncMock())
    consumer.send = viewer.send  # type: ignore[method-assign]
    consumer.player = people[0]
    of_viewers = {people[0].pk: {"entry": 1, "game": "abcdefghjkmn"}}
    consumer.show(event_socket.LiveEvent("night", {}, b'{"t":"event"}', of_viewers))
    assert viewer.frames.pop().startswith(b'{"t":"event","me":{')
    game = create_game(players=(people[0], people[1]))

    async def show() -> None:
        grid = Grid("night", lambda _: None)
        viewer.send(grid.frame())
        grid.tables._tables[game.pk] = await load_dealt_table(game.pk, Ledger())
        grid._followed = game.pk
        viewer.send(grid.frame())

    asyncio.run(show())
    compare("of-events", viewer.frames, FromEvent)


def test_lists(people: list[Player]) -> None:
    ann, bob, _, _ = people
    follows.follow(player=ann, other=bob)
    Standing.objects.create(player=ann, kind=Kind.PEOPLE, points=1713)
    found = load_following({ann.pk}, dict.fromkeys(KINDS, frozenset[str]()))
    viewer = Viewer()
    consumer = FollowingConsumer({}, AsyncMock())
    consumer.send = viewer.send  # type: ignore[method-assign]
    asyncio.run(consumer.handle_frame('{"t":"ping"}'))
    asyncio.run(consumer.handle_frame('{"t":"song"}'))
    compare(
        "lists",
        [
            asyncio.run(ladder.render_frame(Kind.PEOPLE, "en")),
            ladder.MOVED,
            render_frame(found[ann.pk], "en"),
            *viewer.frames,
        ],
        FromLadder | FollowingFrame | Pong | Refused,
    )


def compare(scene: str, frames: list[bytes], types: Any) -> None:
    """Compare the frames of a scene with their types, and with those on record."""
    for frame in frames:
        check(json.loads(frame), types)
    lines = [plain(frame) for frame in frames]
    kept = [json.loads(line) for line in GOLDEN.read_text().splitlines()] if GOLDEN.exists() else []
    if os.environ.get("WRITE_FRAMES"):
        others = [one for one in kept if one["scene"] != scene]
        text = "".join(
            json.dumps(one, ensure_ascii=False) + "\n"
            for one in [*others, *({"scene": scene, "frame": line} for line in lines)]
        )
        GOLDEN.write_text(text)
        return
    assert lines == [one["frame"] for one in kept if one["scene"] == scene]
